/** Runs a differentiable call and compares its derivatives with the definition. */
import type {
  Computed,
  Directions,
  GradientCall,
  HigherCall,
  OpCall,
  OpUse,
  Success,
  TensorData,
} from './call.js';
import { expectSums } from './compare.js';
import { type Driver } from './drivers.js';
import { forwardInDouble } from './oracle.js';
import { derivatives, type Direction, type Sum } from './oracle_derivatives.js';
import { outputsOf } from './table.js';
import { numbersOf } from './values.js';

async function run<Call extends OpCall>(driver: Driver, call: Call) {
  return { call, outputs: await outputsOf(driver, call) };
}

export const gradientOf = (
  driver: Driver,
  use: OpUse,
  dy: TensorData,
  route?: GradientCall['route'],
  computed?: Computed,
) => run<GradientCall>(driver, { ...use, kind: 'gradient', dy, route, computed });

export const secondOf = (driver: Driver, use: OpUse, along: Directions, computed?: Computed) =>
  run<HigherCall>(driver, { ...use, ...along, kind: 'second', computed });

function directionOf({ vData, vUpdates }: Directions): Direction {
  return { data: numbersOf(vData), updates: vUpdates === undefined ? [] : numbersOf(vUpdates) };
}

export function expectGradient(
  { precision }: Driver,
  call: GradientCall | HigherCall,
  outputs: Success['outputs'],
  expected: { data: Sum[]; updates: Sum[] } = derivatives(call, call.dy, 0),
): void {
  const { data, updates } = call.inputs;
  expectSums(call, outputs.data, data.shape, expected.data, precision.derivatives);
  if (updates !== undefined) {
    expectSums(call, outputs.updates, updates.shape, expected.updates, precision.derivatives);
  }
}

/** `order` is that of the differentiated sum: 1 for S, 2 for the sum over S's derivatives. */
export function expectHigher(
  driver: Driver,
  call: HigherCall,
  outputs: Success['outputs'],
  order: number,
): void {
  const expected = derivatives(call, call.dy, order, directionOf(call));
  expectSums(call, outputs.dy, call.dy.shape, expected.dy, driver.precision.derivatives);
  expectGradient(driver, call, outputs, expected);
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
