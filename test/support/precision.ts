/** Which values a backend's tensors can hold, and how precisely it computes. */
import type { AnyUse, CallInputs, OpUse, TensorData } from './call.js';
import type { Tolerance } from './compare.js';
import { forwardInDouble, ruleOf, unlessOutOfBounds } from './oracle.js';
import { complexOf, numbersOf } from './values.js';

export interface Precision {
  /** Integers are exact up to this. */
  exactIntegers: number;
  /** Bits of a float's significand, and the largest float. */
  significand: number;
  largest: number;
  /** Smaller magnitudes may become 0. */
  smallest: number;
  /** Whether -0 stays -0 in sums and products; if not, it is compared as 0. */
  signOfZero: boolean;
  /** The relative error of a product or quotient, and of a derivative. */
  rounding: number;
  derivatives: number;
}

export const IN_MEMORY: Precision = {
  exactIntegers: 2 ** 31,
  significand: 24,
  largest: Infinity,
  smallest: 0,
  signOfZero: true,
  rounding: 0,
  derivatives: 1e-5,
};

/** int32 is exact; denormals are flushed when floats are added or multiplied. */
export const WEBGPU_BUFFERS: Precision = { ...IN_MEMORY, smallest: 2 ** -120 };

/** int32 is stored in floats; denormals are flushed; divisions are not correctly rounded. */
export const FLOAT32_TEXTURES: Precision = {
  ...WEBGPU_BUFFERS,
  exactIntegers: 2 ** 24,
  signOfZero: false,
  rounding: 1e-6,
};

export const HALF_FLOAT_TEXTURES: Precision = {
  exactIntegers: 2 ** 11,
  significand: 11,
  largest: 65504,
  smallest: 2 ** -14,
  signOfZero: false,
  rounding: 2 ** -8,
  derivatives: 2 ** -5,
};

function isHeld(value: number, { significand, largest, smallest }: Precision): boolean {
  const magnitude = Math.abs(value);
  if (magnitude > largest) return false;
  if (!Number.isFinite(value) || magnitude === 0 || magnitude < smallest) return true;
  const unit = 2 ** (Math.floor(Math.log2(magnitude)) + 1 - significand);
  return Math.fround(value) % unit === 0;
}

/** Returns whether the backend's tensors can hold these values unchanged. */
export function canHold(precision: Precision, tensor: TensorData): boolean {
  switch (tensor.dtype) {
    case 'int32':
      return numbersOf(tensor).every((value) => Math.abs(value) <= precision.exactIntegers);
    case 'float32':
      return numbersOf(tensor).every((value) => isHeld(value, precision));
    case 'complex64':
      return complexOf(tensor)
        .flat()
        .every((value) => isHeld(value, precision));
    default:
      return true;
  }
}

/** Returns whether indices stay unchanged, or far out of bounds. */
export function canHoldIndices({ largest }: Precision, indices: TensorData): boolean {
  return numbersOf(indices).every((value) => Math.abs(value) <= largest);
}

const COARSER: Record<string, string> = { sub: 'add', mean: 'add' };

/** The call's results if its values had other magnitudes. */
function withMagnitudes(use: OpUse, change: (magnitude: number) => number): number[] {
  const { reduction } = ruleOf(use);
  const { data, updates } = use.inputs;
  // The sum of a mean must be held as well.
  const options = { ...use.options, reduction: COARSER[reduction] ?? reduction };
  const [a, b] = [data, updates].map((tensor) =>
    tensor === undefined ? [] : numbersOf(tensor).map((x) => change(Math.abs(x))),
  );
  return forwardInDouble({ ...use, options }, a, b);
}

/** An upper bound on intermediate results, or NaN if the values have none. */
function largestOnTheWay(use: OpUse): number {
  const least = ruleOf(use).reduction === 'mul' ? 1 : 0;
  return Math.max(...withMagnitudes(use, (x) => Math.max(x, least)), 0);
}

/** Returns whether an intermediate product may be small enough to be flushed to 0. */
function underflows({ smallest }: Precision, use: OpUse): boolean {
  const products = withMagnitudes(use, (x) => (x === 0 ? 1 : Math.min(x, 1)));
  return ruleOf(use).reduction === 'mul' && products.some((product) => product < smallest);
}

/** Returns whether a call's values stay in the range where the backend is exact enough to compare. */
export function staysExact(precision: Precision, use: OpUse): boolean {
  const { dtype } = use.inputs.data;
  if (precision === IN_MEMORY || (dtype !== 'int32' && dtype !== 'float32')) return true;
  const isExact = unlessOutOfBounds(() => {
    if (dtype === 'int32') {
      // int32 that is exact over its whole range wraps as on other backends.
      const { exactIntegers } = precision;
      return exactIntegers >= 2 ** 31 || largestOnTheWay(use) <= exactIntegers;
    }
    if (underflows(precision, use)) return false;
    return precision.largest === Infinity || largestOnTheWay(use) <= precision.largest / 256;
  });
  return isExact ?? true;
}

/** Returns whether a call's float sums and products are exact, so that their order does not matter. */
export function isExactInAnyOrder(use: AnyUse): boolean {
  const { data, updates }: Partial<CallInputs> = use.inputs;
  const isFloat = data?.dtype === 'float32' || data?.dtype === 'complex64';
  const { reduction } = ruleOf(use);
  if (!data || !updates || !isFloat || !['add', 'sub', 'mul'].includes(reduction)) return true;
  const numbers = [data, updates].flatMap((tensor) =>
    tensor.dtype === 'complex64' ? complexOf(tensor).flat() : numbersOf(tensor),
  );
  const finite = numbers.filter(Number.isFinite).map(Math.abs);
  if (reduction === 'mul') {
    const largest = finite.reduce((product, value) => product * Math.max(1, value), 1);
    return finite.every(Number.isInteger) && largest <= 2 ** 24;
  }
  const eighths = finite.map((value) => value * 8);
  return eighths.every(Number.isInteger) && eighths.reduce((a, b) => a + b, 0) <= 2 ** 24;
}

/** The requested tolerance, widened to the backend's precision. */
export function toleranceOn(precision: Precision, requested: Tolerance, use?: OpUse): Tolerance {
  const rounds = use === undefined || ['mul', 'mean'].includes(ruleOf(use).reduction);
  return {
    ...requested,
    relative: rounds ? Math.max(requested.relative, precision.rounding) : requested.relative,
    signOfZero: requested.signOfZero && precision.signOfZero,
    smallest: precision.smallest,
  };
}
