/**
 * Indices out of bounds, treated alike by everything that reads index values.
 */
import { util } from '@tensorflow/tfjs-core';

import type { Attributes } from './attributes.js';
import type { IndexGeometry } from './geometry.js';
import type { IndexRange } from './index_ranges.js';
import { show } from './messages.js';

/** The part of a plan that says which indices are in bounds. */
export interface IndexCheck {
  attributes: Pick<Attributes, 'caller' | 'outOfBounds' | 'wrapNegatives'>;
  geometry: IndexGeometry;
  indices: { shape: number[] };
  /** The sites that loops are to walk, where these are not all. */
  part?: { first: number; end: number };
}

/** Stands in for the offset of a site that is dropped, and for the index that drops it. */
export const DROPPED = -1;

/**
 * Returns the index that replaces one out of bounds, or DROPPED; throws where that is an error.
 * `value` is the index as given, `flat` its position in flat indices, `k` that in the tuple.
 */
export function placeOutOfBounds(
  check: IndexCheck,
  value: number,
  flat: number,
  k: number,
): number {
  const { attributes, geometry, indices } = check;
  const { caller, outOfBounds } = attributes;
  if (outOfBounds === 'drop') return DROPPED;
  const size = geometry.indexSizes[k];
  if (outOfBounds === 'clamp' && size > 0) return value < 0 ? 0 : size - 1;
  const range =
    size > 0
      ? `an index in [${lowest(check, k)}, ${size - 1}]`
      : 'no index at all, for that axis is empty';
  throw new Error(
    `${caller}: indices has the value ${value} at ${showPosition(flat, indices.shape)}, which is out ` +
      `of bounds on axis ${geometry.indexAxes[k]} of data; expected ${range}.`,
  );
}

/** Shows the coordinates of a flat position in a shape; for messages. */
export function showPosition(flat: number, shape: number[]): string {
  return show(util.indexToLoc(flat, shape.length, util.computeStrides(shape)));
}

/** The lowest k-th index that is in bounds. */
function lowest({ attributes, geometry }: IndexCheck, k: number): number {
  return attributes.wrapNegatives ? -geometry.indexSizes[k] : 0;
}

/** Returns whether an index out of bounds can be an error; on an empty axis there is none to clamp it to. */
export function mayThrow({ attributes: { outOfBounds }, geometry }: IndexCheck): boolean {
  return outOfBounds === 'error' || (outOfBounds === 'clamp' && geometry.indexSizes.includes(0));
}

/** Checks all indices, given flat; throws for the first that is an error. */
export function checkAll(check: IndexCheck, indices: Int32Array): void {
  const { indexSizes } = check.geometry;
  for (let flat = 0; flat < indices.length;) {
    for (let k = 0; k < indexSizes.length; k++, flat++) {
      const value = indices[flat];
      if (isOutside(check, value, k)) placeOutOfBounds(check, value, flat, k);
    }
  }
}

/**
 * Checks all indices by the ranges of each in a tuple. The error names the first index out of bounds
 * where `values` knows them all, and else the extreme that comes first.
 */
export function checkRanges(
  check: IndexCheck,
  ranges: readonly IndexRange[],
  values: () => Int32Array | null,
): void {
  const outside = ranges
    .flatMap(({ least, leastAt, greatest, greatestAt }, k) => [
      { value: least, flat: leastAt, k },
      { value: greatest, flat: greatestAt, k },
    ])
    .filter(({ value, k }) => isOutside(check, value, k));
  if (outside.length === 0) return;
  const known = values();
  if (known) checkAll(check, known);
  outside.sort((a, b) => a.flat - b.flat);
  for (const { value, flat, k } of outside) placeOutOfBounds(check, value, flat, k);
}

function isOutside(check: IndexCheck, value: number, k: number): boolean {
  return value < lowest(check, k) || value >= check.geometry.indexSizes[k];
}
