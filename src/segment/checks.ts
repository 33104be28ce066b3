/**
 * The options of segment ops, and checks of arguments that these and sparse products share.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { invalidOption, isInteger, isOneOf, oneOf, wrong } from '../../kernels/call/errors.js';
import { checkOptions } from '../../kernels/call/attributes.js';
import { firstOutside, type IndexRange, showPosition } from '../../kernels/call/bounds.js';
import { checkDtype } from '../../kernels/call/inputs.js';
import { indexRanges, knownValues } from '../backends.js';
import { type Input, toTensor } from '../ops/convert.js';
import type { GatherElementsOptions } from '../ops/options.js';

/** What may become of ids out of bounds. */
const POLICIES = ['error', 'drop'] as const;

/** Options of all segment ops. */
export interface SegmentOptions {
  /**
   * What to do with an id of numSegments or more. `'error'`, the default, throws, or drops its slice if
   * only a GPU knows the id. `'drop'` always drops its slice.
   */
  outOfBounds?: (typeof POLICIES)[number] | undefined;
  /**
   * How many leading dimensions of x are a batch of examples, such as 1 for x of shape `[batch, nodes, ...]`. Each
   * example has its own segments. Indices of rank 1 are for all examples; others begin with the batch. Default 0: all
   * of x is one example.
   */
  batchDims?: number | undefined;
}

/** Options of segment ops that compute a maximum or minimum. */
export interface SegmentExtremumOptions extends SegmentOptions {
  /** The result for an empty segment: a number that the result's dtype can hold. */
  empty?: number | undefined;
}

/** The number of segments and the options of a call, checked. The dtype of x is not known yet. */
export type Settings = SegmentExtremumOptions &
  Pick<GatherElementsOptions, 'wrapNegatives'> & {
    outOfBounds: (typeof POLICIES)[number];
    numSegments: number;
    /** The argument that says it. Default: 'numSegments'. */
    countedBy?: string;
    /** Whether indices of rank 1 are for every example of the batch. */
    shares?: boolean;
  };

/** Returns whether a batch of examples shares indices of this shape. */
export function areShared({ shares }: Settings, indices: (number | null)[]): boolean {
  return shares === true && indices.length === 1;
}

/** Reads an option that only functions have. */
export function readBatchDims({ batchDims = 0 }: { batchDims?: unknown }): number {
  if (isInteger(batchDims) && batchDims >= 0) return batchDims;
  throw invalidOption('batchDims', batchDims, 'a nonnegative integer');
}

/** Checks the settings of a call. `others` names further options. */
export function readSettings(
  { takesEmpty, wraps }: { takesEmpty?: true; wraps?: boolean },
  numSegments: unknown,
  options: object,
  others: readonly string[] = [],
): Settings {
  const own = [...(wraps ? ['wrapNegatives'] : []), 'outOfBounds'];
  checkOptions(options, [...(takesEmpty ? ['empty'] : []), ...others, ...own]);
  const {
    outOfBounds = 'error',
    wrapNegatives = true,
    empty,
  }: { outOfBounds?: unknown; wrapNegatives?: unknown; empty?: unknown } = options;
  if (!isOneOf(outOfBounds, POLICIES)) {
    throw invalidOption('outOfBounds', outOfBounds, oneOf(POLICIES));
  }
  if (!isInteger(numSegments) || numSegments < 0) {
    throw invalidOption('numSegments', numSegments, 'a nonnegative integer');
  }
  if (typeof wrapNegatives !== 'boolean') {
    throw invalidOption('wrapNegatives', wrapNegatives, 'true or false');
  }
  if (empty !== undefined && typeof empty !== 'number') {
    throw invalidOption('empty', empty, 'a number');
  }
  const batchDims = readBatchDims(options);
  return {
    numSegments,
    outOfBounds,
    ...(!wrapNegatives && { wrapNegatives }),
    ...(empty !== undefined && { empty }),
    ...(batchDims > 0 && { batchDims, shares: true }),
  };
}

/** Returns a tensor of float32, or throws. */
export function toFloats(name: string, value: Input): Tensor {
  const floats = toTensor(name, value, 'float32');
  checkDtype(name, floats.dtype, 'float32');
  return floats;
}

/** Throws for the first index outside, if the host knows it. `expected` describes the k-th of a tuple. */
function checkInside(
  name: string,
  indices: Tensor,
  ranges: readonly IndexRange[],
  isOutside: (value: number, k: number) => boolean,
  expected: (k: number) => string,
): void {
  const found = firstOutside(ranges, () => knownValues(indices), isOutside);
  if (!found) return;
  const { value, flat, k } = found;
  const at = showPosition(flat, indices.shape);
  throw wrong(`${name} has the value ${value} at ${at}`, expected(k));
}

/** The rows that indices address. */
export interface Addressed {
  rows: number;
  /** The name of the tensor that has these rows. */
  of: string;
  /** Whether negative indices count from the end. */
  wraps?: boolean;
  /** What messages call the rows. Default: 'rows'. */
  what?: string;
}

/**
 * Throws for an index out of bounds that the host knows. `addressed` has an entry for each index of a tuple.
 */
export function checkRowIndices(
  name: string,
  indices: Tensor,
  addressed: readonly Addressed[],
): void {
  const lowest = (k: number) => (addressed[k].wraps ? -addressed[k].rows : 0);
  const isOutside = (value: number, k: number) => value < lowest(k) || value >= addressed[k].rows;
  const ranges = indexRanges(indices, addressed.length) ?? [];
  checkInside(name, indices, ranges, isOutside, (k) => {
    const { rows, of, what = 'rows' } = addressed[k];
    const range = rows > 0 ? `an index in [${lowest(k)}, ${rows - 1}]` : 'no index at all';
    return `${range}: ${of} has ${rows} ${what}`;
  });
}

/**
 * Checks segment ids by TensorFlow's rules, and returns whether every row is known to have a segment. A
 * negative id drops its row. An id of numSegments or more throws if the host knows it, and drops its row
 * if only a GPU does, or if outOfBounds is 'drop'.
 */
export function checkSegmentIds(
  name: string,
  ids: Tensor,
  { numSegments, outOfBounds }: Settings,
): boolean {
  const ranges = indexRanges(ids, 1);
  if (ranges === null) return false;
  const isBeyond = (id: number) => outOfBounds === 'error' && id >= numSegments;
  const expected = () => `ids less than numSegments, ${numSegments}; negative ones drop their rows`;
  checkInside(name, ids, ranges, isBeyond, expected);
  return ranges.every(({ least, greatest }) => least >= 0 && greatest < numSegments);
}
