import { checkOptions, invalidOption } from '../../kernels/contract/attributes.js';
import { isInteger, isOneOf, oneOf } from '../../kernels/contract/messages.js';
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

/** The number of segments and the options of a call, checked. The dtype of x is not known yet. */
export type Settings = SegmentExtremumOptions & Required<SegmentOptions> & { numSegments: number };

/** Checks the settings of a call. `others` names further options, which the caller reads. */
export function readSettings(
  { caller, takesEmpty }: SegmentOp,
  numSegments: unknown,
  options: object,
  others: readonly string[] = [],
): Settings {
  checkOptions(caller, options, [...others, ...(takesEmpty ? ['empty'] : []), 'outOfBounds']);
  const { outOfBounds = 'error', empty }: { outOfBounds?: unknown; empty?: unknown } = options;
  if (!isOneOf(outOfBounds, OUT_OF_BOUNDS)) {
    throw invalidOption(caller, 'outOfBounds', outOfBounds, oneOf(OUT_OF_BOUNDS));
  }
  if (!isInteger(numSegments) || numSegments < 0) {
    throw invalidOption(caller, 'numSegments', numSegments, 'a nonnegative integer');
  }
  if (empty === undefined) return { numSegments, outOfBounds };
  if (typeof empty === 'number') return { numSegments, outOfBounds, empty };
  throw invalidOption(caller, 'empty', empty, 'a number');
}
