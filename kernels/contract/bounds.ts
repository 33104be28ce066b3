/**
 * Indices out of bounds: the rules shared by everything that reads index values.
 */
import { util } from '@tensorflow/tfjs-core';

import type { Attributes } from './attributes.js';
import type { IndexGeometry } from './geometry.js';
import type { IndexRange } from './index_ranges.js';
import { show } from './messages.js';

/** The part of a plan that determines which indices are in bounds. */
export interface IndexCheck {
  attributes: Pick<Attributes, 'caller' | 'outOfBounds' | 'wrapNegatives'>;
  geometry: IndexGeometry;
  indices: { shape: number[] };
  /** The sites to visit, if not all. */
  part?: { first: number; end: number };
}

/** Replaces the offset of a dropped site, and the index that caused it to be dropped. */
export const DROPPED = -1;

/**
 * Returns the index that replaces one out of bounds, or DROPPED; throws if that is an error. `value` is
 * the original index, `flat` its position in flat indices, and `k` its position in the tuple.
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
      : 'no index at all, because that axis is empty';
  throw new Error(
    `${caller}: indices has the value ${value} at ${showPosition(flat, indices.shape)}, which is out ` +
      `of bounds on axis ${geometry.indexAxes[k]} of data; expected ${range}.`,
  );
}

/** Formats the coordinates of a flat position for messages. */
export function showPosition(flat: number, shape: number[]): string {
  return show(util.indexToLoc(flat, shape.length, util.computeStrides(shape)));
}

/** The lowest k-th index that is in bounds. */
function lowest({ attributes, geometry }: IndexCheck, k: number): number {
  return attributes.wrapNegatives ? -geometry.indexSizes[k] : 0;
}

/** Returns whether an index out of bounds can throw. Clamping throws if an axis is empty. */
export function mayThrow({ attributes: { outOfBounds }, geometry }: IndexCheck): boolean {
  return outOfBounds === 'error' || (outOfBounds === 'clamp' && geometry.indexSizes.includes(0));
}

/** Checks all indices; throws for the first one that is an error. */
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
 * Checks all indices by their ranges. The error names the first index out of bounds if `values` returns
 * them, and otherwise the first minimum or maximum that is out of bounds.
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
