/** Runs a differentiable call and compares its derivatives with the definition. */
import type { Gradient, Higher, OpCall, OpUse, Success, TensorData } from './call.js';
import { expectSums } from './compare.js';
import { type Driver } from './drivers.js';
import { type Derivatives, derivatives } from './oracle_derivatives.js';
import { outputsOf } from './table.js';

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

/** Expects outputs to be the derivatives of an op by definition. */
export function expectAsDefined(
  { precision }: Driver,
  use: OpUse & { derivative: Gradient | Higher },
  outputs: Outputs,
): void {
  const expected = derivatives(use, use.derivative);
  const call = { ...use, kind: 'forward' } as const;
  const { dy } = use.derivative;
  for (const [name, tensor] of Object.entries<TensorData | undefined>({ dy, ...use.inputs })) {
    const sums = expected[name as keyof Derivatives];
    if (sums && tensor) expectSums(call, outputs[name], tensor.shape, sums, precision.derivatives);
  }
}
