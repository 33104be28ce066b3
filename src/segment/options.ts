import { checkOptions, invalidOption } from '../../kernels/contract/attributes.js';
import { isOneOf, oneOf } from '../../kernels/contract/messages.js';
import type { SegmentOp } from './segment_op.js';

const OUT_OF_BOUNDS = ['error', 'drop'] as const;

/** Options of all segment ops. */
export interface SegmentOptions {
  /**
   * What to do with an id of numSegments or more. `'error'`, the default, throws, or drops its slice if
   * only a GPU knows the id. `'drop'` always drops its slice.
   */
  outOfBounds?: (typeof OUT_OF_BOUNDS)[number];
}

/** Options of segment ops that compute a maximum or minimum. */
export interface SegmentExtremumOptions extends SegmentOptions {
  /** The result for an empty segment: a number that the result's dtype can hold. */
  empty?: number;
}

/** The options of a call, complete and checked, except whether the dtype can hold `empty`. */
export type CheckedOptions = SegmentExtremumOptions & Required<SegmentOptions>;

/** Checks the options of an op. `others` names further options, which the caller reads. */
export function readOptions(
  { caller, takesEmpty }: Pick<SegmentOp, 'caller' | 'takesEmpty'>,
  given: object,
  others: string[] = [],
): CheckedOptions {
  checkOptions(caller, given, [...others, ...(takesEmpty ? ['empty'] : []), 'outOfBounds']);
  const { outOfBounds = 'error', empty }: { outOfBounds?: unknown; empty?: unknown } = given;
  if (!isOneOf(outOfBounds, OUT_OF_BOUNDS)) {
    throw invalidOption(caller, 'outOfBounds', outOfBounds, oneOf(OUT_OF_BOUNDS));
  }
  if (empty === undefined) return { outOfBounds };
  if (typeof empty === 'number') return { outOfBounds, empty };
  throw invalidOption(caller, 'empty', empty, 'a number');
}
