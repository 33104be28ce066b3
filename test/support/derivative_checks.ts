/** Runs a differentiable call and compares its derivatives with the definition. */
import type { Gradient, Higher, OpCall, OpUse, Success, TensorData } from './call.js';
import { expectSums } from './compare.js';
import { type Driver } from './drivers.js';
import { forwardInDouble } from './oracle.js';
import { type Derivatives, derivatives, type Sum } from './oracle_derivatives.js';
import { outputsOf } from './table.js';
import { numbersOf } from './values.js';

type Outputs = Success['outputs'];

/** Runs derivatives of a call, also if it is made in another way, and expects those of the definition. */
export async function expectDerivatives(
  driver: Driver,
  use: OpUse,
  derivative: Gradient | Higher,
  call: OpCall = { ...use, kind: 'forward', derivative },
): Promise<Outputs> {
  const outputs = await outputsOf(driver, call);
  expectAsDefined(driver, { ...use, derivative }, outputs);
  return outputs;
}

/** Expects outputs to be these derivatives of an op, by default those of the definition. */
export function expectAsDefined(
  { precision }: Driver,
  use: OpUse & { derivative: Gradient | Higher },
  outputs: Outputs,
  expected: Derivatives = derivatives(use, use.derivative),
): void {
  const call = { ...use, kind: 'forward' } as const;
  const { dy } = use.derivative;
  for (const [name, tensor] of Object.entries<TensorData | undefined>({ dy, ...use.inputs })) {
    const sums = expected[name as keyof Derivatives];
    if (sums && tensor) expectSums(call, outputs[name], tensor.shape, sums, precision.derivatives);
  }
}

/** Every op is linear in each single input while no order changes, so the step can be large. */
const STEP = 1 / 64;

function slopes(values: number[], loss: (values: number[]) => number): Sum[] {
  return values.map((value, i) => {
    const moved = (by: number) => loss(values.map((old, j) => (i === j ? value + by : old)));
    const [above, below] = [moved(STEP), moved(-STEP)];
    const scale = Math.max(Math.abs(above), Math.abs(below));
    return { value: (above - below) / (2 * STEP), scale };
  });
}

/** The gradient of <dy, y>, by central differences of the oracle in double precision. */
export function centralDifferences(use: OpUse, dy: TensorData): { data: Sum[]; updates: Sum[] } {
  const upstream = numbersOf(dy);
  const data = numbersOf(use.inputs.data);
  const updates = use.inputs.updates === undefined ? [] : numbersOf(use.inputs.updates);
  const loss = (a: number[], b: number[]) =>
    forwardInDouble(use, a, b).reduce((sum, y, i) => sum + upstream[i] * y, 0);
  return {
    data: slopes(data, (values) => loss(values, updates)),
    updates: slopes(updates, (values) => loss(data, values)),
  };
}
