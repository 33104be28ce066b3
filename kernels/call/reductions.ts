/**
 * The meaning of the reductions. Each backend has its own table of how it combines values, which its type makes
 * complete.
 */
import { oneOf, wrong } from './errors.js';
import type { NumericDtype } from './dtypes.js';

/** The ways to combine the value at a place with an update. For bool, max is OR and min is AND. */
export type Combination = 'replace' | 'add' | 'sub' | 'mul' | 'max' | 'min' | 'xor';

export type FloatCombination = Exclude<Combination, 'xor'>;

/** Strings are added by joining them. */
export type StringCombination = 'replace' | 'add';

/** How to combine each dtype. A reduction does not support a dtype that is missing. */
export interface Combinations {
  float32?: FloatCombination;
  int32?: Combination;
  bool?: Combination;
  string?: StringCombination;
  /** Applies to the real and the imaginary parts separately. */
  complex64?: FloatCombination;
}

interface ReductionRow {
  combine: Combinations;
  /**
   * The neutral value that a place starts from if data's value is excluded. Absent if data's value never
   * counts. Strings start from ''.
   */
  identity?: Partial<Record<NumericDtype, number>>;
  /** Set if sums are divided by the number of their terms. */
  averages?: true;
  /** Set if the gradients depend on data, updates and the result, not only on dy. */
  gradientsReadValues?: true;
}

/** The meaning of each reduction, by ONNX's name. */
export const REDUCTION_ROWS: Record<KernelReduction, ReductionRow> = {
  none: {
    combine: {
      float32: 'replace',
      int32: 'replace',
      bool: 'replace',
      string: 'replace',
      complex64: 'replace',
    },
  },
  add: {
    combine: { float32: 'add', int32: 'add', bool: 'max', string: 'add', complex64: 'add' },
    // -0 instead of 0, so that a sum of only -0 is -0.
    identity: { float32: -0, int32: 0, bool: 0 },
  },
  mul: {
    combine: { float32: 'mul', int32: 'mul', bool: 'min' },
    identity: { float32: 1, int32: 1, bool: 1 },
    gradientsReadValues: true,
  },
  max: {
    combine: { float32: 'max', int32: 'max', bool: 'max' },
    identity: { float32: -Infinity, int32: -(2 ** 31), bool: 0 },
    gradientsReadValues: true,
  },
  min: {
    combine: { float32: 'min', int32: 'min', bool: 'min' },
    identity: { float32: Infinity, int32: 2 ** 31 - 1, bool: 1 },
    gradientsReadValues: true,
  },
  mean: {
    combine: { float32: 'add', int32: 'add' },
    identity: { float32: -0, int32: 0 },
    averages: true,
  },
  sub: {
    combine: { float32: 'sub', int32: 'sub', bool: 'xor', complex64: 'sub' },
    identity: { float32: 0, int32: 0, bool: 0 },
  },
};

/** How a call combines. */
export interface Reducing {
  reduction: KernelReduction;
  /** The reduction as the caller named it. */
  reductionName: Reduction;
  /** Whether data's own value takes part where updates land. */
  includeSelf: boolean;
}

/** Returns how a call combines values of a dtype; throws if its reduction does not support the dtype. */
export function combinationOf<D extends keyof Combinations>(
  { reduction, reductionName }: Reducing,
  dtype: D,
): NonNullable<Combinations[D]> {
  const { combine } = REDUCTION_ROWS[reduction];
  const combination = combine[dtype];
  if (combination) return combination;
  const found = `reduction '${reductionName}' got data of dtype ${dtype}`;
  throw wrong(found, oneOf(Object.keys(combine)));
}

/** How a call combines values of its dtype. */
export interface Combining {
  combination: Combination;
  /** What places with updates start from in place of the call's start, '' for strings; null if its start takes part. */
  identity: number | null;
  /** Whether sums are divided by the number of their terms. */
  averages: boolean;
}

/** Returns how a call combines values of a dtype; throws if its reduction does not support the dtype. */
export function combiningOf(call: Reducing, dtype: keyof Combinations): Combining {
  const { identity: identities, averages = false } = REDUCTION_ROWS[call.reduction];
  const combination = combinationOf(call, dtype);
  const ofParts = dtype === 'complex64' ? 'float32' : dtype;
  const ofDtype = ofParts === 'string' ? 0 : (identities?.[ofParts] ?? null);
  return { combination, identity: call.includeSelf ? null : ofDtype, averages };
}

/**
 * How to combine the updates of one place with data's value and with each other. 'sum' is another name
 * for 'add', 'prod' for 'mul', 'amax' for 'max' and 'amin' for 'min'.
 */
export type Reduction =
  'none' | 'add' | 'mul' | 'max' | 'min' | 'mean' | 'sub' | 'sum' | 'prod' | 'amax' | 'amin';

/** The reductions by ONNX's names. OpenVINO and PyTorch name four of them differently. */
export type KernelReduction = Exclude<Reduction, 'sum' | 'prod' | 'amax' | 'amin'>;

/** The reduction that each name stands for. */
export const MEANINGS: Record<Reduction, KernelReduction> = {
  none: 'none',
  add: 'add',
  mul: 'mul',
  max: 'max',
  min: 'min',
  mean: 'mean',
  sub: 'sub',
  sum: 'add',
  prod: 'mul',
  amax: 'max',
  amin: 'min',
};

/** The names of all reductions. Every scatter supports all of them. */
export const REDUCTIONS = Object.keys(MEANINGS) as readonly Reduction[];
