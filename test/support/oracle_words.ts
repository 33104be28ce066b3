/** The reductions, policies and dtypes that the oracle knows: the only lists that tests loop over. */
import type { DType } from './call.js';

/** The dtypes that most reductions combine on every backend. */
export const NUMBERS = ['float32', 'int32', 'bool'] as const;

/** The dtypes that each reduction combines: ONNX's reductions, and OpenVINO's 'sub'. */
const DTYPES = {
  none: [...NUMBERS, 'string', 'complex64'],
  add: [...NUMBERS, 'string', 'complex64'],
  sub: [...NUMBERS, 'complex64'],
  mul: NUMBERS,
  max: NUMBERS,
  min: NUMBERS,
  mean: ['float32', 'int32'],
} satisfies Record<string, readonly DType[]>;

export type ReductionName = keyof typeof DTYPES;

/** The names that differ in OpenVINO and PyTorch. */
const OTHER_NAMES: Record<string, ReductionName> = {
  sum: 'add',
  prod: 'mul',
  amax: 'max',
  amin: 'min',
};

/** Returns whether a reduction, by any of its names, combines values of a dtype. */
export function combines(reduction: string, dtype: DType): boolean {
  const dtypes: Record<string, readonly DType[] | undefined> = DTYPES;
  return dtypes[canonicalReduction(reduction)]?.includes(dtype) ?? false;
}

/** Lists the reductions that combine values of a dtype. */
export function reductionsOf(dtype: DType): ReductionName[] {
  const names = Object.keys(DTYPES) as ReductionName[];
  return names.filter((name) => combines(name, dtype));
}

export function canonicalReduction(name = 'none'): string {
  return OTHER_NAMES[name] ?? name;
}

/** The reductions of float32. */
export const REDUCTIONS: readonly ReductionName[] = reductionsOf('float32');

/** All names of all reductions. */
export const REDUCTION_NAMES: readonly string[] = [
  ...Object.keys(DTYPES),
  ...Object.keys(OTHER_NAMES),
];

export const POLICIES = ['error', 'drop', 'clamp'] as const;
