/**
 * The options of segment ops.
 */
import { checkOptions, unfit } from '../../kernels/contract/attributes.js';
import { isOneOf, oneOf } from '../../kernels/contract/messages.js';
import type { SegmentOp } from './segment_op.js';

const OUT_OF_BOUNDS = ['error', 'drop'] as const;

/** Options of all segment ops. */
export interface SegmentOptions {
  /**
   * The treatment of an id of numSegments or more. `'error'`, the default, throws; where only a GPU knows
   * the id, it drops its slice. `'drop'` drops its slice everywhere.
   */
  outOfBounds?: (typeof OUT_OF_BOUNDS)[number];
}

/** Options of segment ops that look for an extremum. */
export interface SegmentExtremumOptions extends SegmentOptions {
  /** The result for a segment without slices: a number that the result's dtype can hold. */
  empty?: number;
}

/** The options of a call, complete and checked, but for what x's dtype can hold. */
export type CheckedOptions = SegmentExtremumOptions & Required<SegmentOptions>;

/** Checks the options of an op; `others` names those that its layer takes as well. */
export function readOptions(
  { caller, takesEmpty }: Pick<SegmentOp, 'caller' | 'takesEmpty'>,
  given: object,
  others: string[] = [],
): CheckedOptions {
  checkOptions(caller, given, [...others, ...(takesEmpty ? ['empty'] : []), 'outOfBounds']);
  const { outOfBounds = 'error', empty }: { outOfBounds?: unknown; empty?: unknown } = given;
  if (!isOneOf(outOfBounds, OUT_OF_BOUNDS)) {
    throw unfit(caller, 'outOfBounds', outOfBounds, oneOf(OUT_OF_BOUNDS));
  }
  if (empty === undefined) return { outOfBounds };
  if (typeof empty === 'number') return { outOfBounds, empty };
  throw unfit(caller, 'empty', empty, 'a number');
}
