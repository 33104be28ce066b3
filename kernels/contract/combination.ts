/**
 * How a call combines values of its dtype, according to its reduction's row.
 */
import type { Attributes } from './attributes.js';
import type { NumericDtype } from './dtypes.js';
import { oneOf } from './messages.js';
import { type Combinations, reductionRow } from './reductions.js';

/** Returns how a call combines values of a dtype; throws if its reduction does not support the dtype. */
export function combinationOf<D extends keyof Combinations>(
  { caller, reduction, reductionName }: Attributes,
  dtype: D,
): NonNullable<Combinations[D]> {
  const { combine } = reductionRow(reduction);
  const combination = combine[dtype];
  if (combination) return combination;
  throw new Error(
    `${caller}: reduction '${reductionName}' got data of dtype ${dtype}, expected ` +
      `${oneOf(Object.keys(combine))}.`,
  );
}

/** Returns the identity that places start from; null if they start from data's value. */
export function startOf(
  { reduction, includeSelf }: Attributes,
  dtype: NumericDtype,
): number | null {
  if (includeSelf) return null;
  return reductionRow(reduction).identity?.[dtype] ?? null;
}

/** Returns how a call divides its sums by the number of terms; null if it does not. */
export function averageOf(
  { reduction }: Attributes,
  dtype: NumericDtype,
): 'exact' | 'floor' | null {
  return reductionRow(reduction).average?.[dtype] ?? null;
}
