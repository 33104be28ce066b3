/** Random differentiable calls: float32 only, with zeros, ties, policies, batches and high ranks. */
import fc from 'fast-check';
import { COMPUTED } from './call.js';
import type { CallInputs, Computed, Directions, OpName, OpUse, TensorData } from './call.js';
import type { Driver } from './driver.js';
import { ruleOf } from './oracle.js';
import { IN_MEMORY, type Precision } from './precision.js';
import { resultShape } from './oracle_targets.js';
import { type Limits, randomUse } from './random_calls.js';
import { chance, pick, randomFactors, tensorOf } from './random_values.js';
import type { Draw } from './seed.js';
import { numbersOf } from './values.js';

export function gradientLimits(driver: Driver, limits: Partial<Limits> = {}): Limits {
  return {
    dtypes: ['float32'],
    precision: driver.precision,
    maxRank: 7,
    allowEmpty: true,
    allowErrors: false,
    ...limits,
  };
}

/** If the axis has length 0, no index is valid except under 'drop'. */
function isValid({ inputs, options }: OpUse): boolean {
  return options?.outOfBounds === 'drop' || inputs.data.shape.every((size) => size > 0);
}

function replaceValues(
  { data, indices, updates }: CallInputs,
  make: (old: TensorData) => TensorData,
): CallInputs {
  return { data: make(data), indices, updates: updates && make(updates) };
}

function withNaN(draw: Draw, tensor: TensorData): TensorData {
  const values = tensor.values.map((value) => (chance(draw, 6) ? 'NaN' : value));
  return { ...tensor, values };
}

/** Factors are eighths or zeros; max and min meet NaN now and then. */
export function randomDifferentiable(
  draw: Draw,
  op: OpName,
  limits: Limits,
  reduction?: string,
): OpUse {
  const candidate = randomUse(draw, op, limits);
  const use = isValid(candidate)
    ? candidate
    : randomUse(draw, op, { ...limits, allowEmpty: false });
  if (reduction !== undefined) {
    use.options = { ...use.options, reduction };
  }
  const extremum = ['max', 'min'].includes(ruleOf(use).reduction);
  const addsNaN = extremum && chance(draw, 3);
  const inputs = replaceValues(use.inputs, ({ shape }) => {
    const factors = randomFactors(draw, shape);
    return addsNaN ? withNaN(draw, factors) : factors;
  });
  return { ...use, inputs };
}

/** Returns a use with a fill that every dtype holds and that has differences, if it has any. */
function filledByOne(use: OpUse): OpUse {
  return use.options?.fill === undefined ? use : { ...use, options: { ...use.options, fill: 1 } };
}

/** Integers as close to each other as they may be and still be exact, where max and min have the choice. */
export function ofIntegers(use: OpUse, precision: Precision): OpUse {
  // On GPUs, gradients are composed of tfjs' ops, which compare int32 as floats.
  const exactIntegers =
    precision === IN_MEMORY ? 2 ** 31 : Math.min(precision.exactIntegers, 2 ** 24);
  const extremum = ['max', 'min'].includes(ruleOf(use).reduction);
  const shift = extremum ? exactIntegers / 2 : 0;
  const inputs = replaceValues(use.inputs, (tensor) => ({
    dtype: 'int32',
    shape: tensor.shape,
    values: numbersOf(tensor).map((value) => shift + (isNaN(value) ? 0 : Math.round(value * 8))),
  }));
  return { ...filledByOne(use), inputs };
}

/** Booleans with any bytes. */
export function ofBooleans(use: OpUse): OpUse {
  const inputs = replaceValues(use.inputs, (tensor) => ({
    dtype: 'bool',
    shape: tensor.shape,
    values: numbersOf(tensor).map((value) => (value > 1 ? value * 4 : value !== 0)),
  }));
  return { ...filledByOne(use), inputs };
}

const halves = fc.integer({ min: -4, max: 4 }).map((n) => n / 2);

export const randomDirection = (draw: Draw, shape: number[]): TensorData =>
  tensorOf(draw, 'float32', shape, halves);

export function randomDirections(draw: Draw, use: OpUse): Directions {
  const { data, updates } = use.inputs;
  return {
    dy: randomDirection(draw, resultShape(use)),
    vData: randomDirection(draw, data.shape),
    vUpdates: updates && randomDirection(draw, updates.shape),
  };
}

/** Sometimes has indices computed from data, which is impossible if data is empty. */
export function randomlyComputed(draw: Draw, { values }: TensorData): { computed?: Computed } {
  return values.length > 0 && chance(draw, 2) ? { computed: pick(draw, COMPUTED) } : {};
}
