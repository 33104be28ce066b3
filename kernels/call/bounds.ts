/** Indices out of bounds: the rules of all that reads index values, and the ranges that show that there are none. */
import type { BackendValues } from '@tensorflow/tfjs-core';

import { show, wrongIndex } from './errors.js';
import { util } from '../tfjs/seam.js';
import type { BoundsPolicy } from './attributes.js';
import { asIndices } from './dtypes.js';
import type { IndexGeometry } from './geometry.js';
import { hintAtTuple } from './shapes.js';

/** Which indices are in bounds. */
export interface IndexBounds extends Omit<BoundsPolicy, 'fill'> {
  geometry: Pick<IndexGeometry, 'indexSizes' | 'indexAxes'>;
  indices: { shape: number[] };
}

/** How indices address data, and which of them are in bounds. */
export interface Bounds extends IndexBounds {
  geometry: IndexGeometry;
}

/** Stands in for the offset of a dropped site, and for the index that caused the drop. */
export const DROPPED = -1;

/** Returns the index in bounds that the k-th value of a tuple stands for, or DROPPED; null if it is an error. */
function indexOf(end: IndexBounds, value: number, k: number): number | null {
  const { outOfBounds, wrapNegatives, geometry } = end;
  const size = geometry.indexSizes[k];
  const index = value < 0 && wrapNegatives ? value + size : value;
  if (index >= 0 && index < size) return index;
  if (outOfBounds === 'drop') return DROPPED;
  if (outOfBounds === 'error' || size === 0) return null;
  return value < 0 ? 0 : size - 1;
}

/** The same, but throws for an error. `flat` is the value's position in flat indices. */
export function resolveIndex(end: IndexBounds, value: number, flat: number, k: number): number {
  const index = indexOf(end, value, k);
  if (index !== null) return index;
  const { wrapNegatives, geometry, indices } = end;
  const size = geometry.indexSizes[k];
  const range =
    size > 0
      ? `an index in [${wrapNegatives ? -size : 0}, ${size - 1}]`
      : 'no index at all, because that axis is empty';
  throw wrongIndex(
    `indices has the value ${value} at ${showPosition(flat, indices.shape)}, which is out of ` +
      `bounds on axis ${geometry.indexAxes[k]} of data`,
    range,
    // Other ops have tuples of one index.
    geometry.indexSizes.length > 1 ? hintAtTuple(indices.shape) : '',
  );
}

/** Formats the coordinates of a flat position for messages. */
export function showPosition(flat: number, shape: number[]): string {
  return show(util.indexToLoc(flat, shape.length, util.computeStrides(shape)));
}

/** Returns whether an index out of bounds can throw. Clamping throws if an axis is empty. */
export function mayThrow({ outOfBounds, geometry }: IndexBounds): boolean {
  return outOfBounds === 'error' || (outOfBounds === 'clamp' && geometry.indexSizes.includes(0));
}

/** Checks all indices; throws for the first one that is an error. */
export function checkAll(end: IndexBounds, indices: Int32Array): void {
  const { wrapNegatives, geometry } = end;
  const { indexSizes } = geometry;
  // Only what may be an error is resolved, because a call for each index takes longer than most ops.
  for (let flat = 0, k = 0; flat < indices.length; flat++, k++) {
    if (k === indexSizes.length) k = 0;
    const [value, size] = [indices[flat], indexSizes[k]];
    if (value >= size || value < (wrapNegatives ? -size : 0)) resolveIndex(end, value, flat, k);
  }
}

/** Does what `checkAll` does, but reads the ranges of indices. Without ranges it does nothing. */
export function checkRanges(
  end: IndexBounds,
  ranges: readonly IndexRange[] | null,
  values: () => BackendValues | null,
): void {
  const found = firstOutside(ranges ?? [], values, (value, k) => indexOf(end, value, k) === null);
  if (found) resolveIndex(end, found.value, found.flat, found.k);
}

/**
 * Finds the first index outside that is no exception, or the first such extreme if `values` returns null; null if there is
 * none, which the ranges may show.
 */
export function firstOutside(
  ranges: readonly IndexRange[],
  values: () => BackendValues | null,
  isOutside: (value: number, k: number) => boolean,
  isException: (value: number, k: number) => boolean = () => false,
): { value: number; flat: number; k: number } | null {
  if (!ranges.some(({ least, greatest }, k) => isOutside(least, k) || isOutside(greatest, k))) {
    return null;
  }
  const isWrong = (value: number, k: number) => isOutside(value, k) && !isException(value, k);
  const known = values();
  if (known) {
    const indices = asIndices(known);
    const depth = ranges.length;
    const flat = indices.findIndex((value, flat) => isWrong(value, flat % depth));
    return flat < 0 ? null : { value: indices[flat], flat, k: flat % depth };
  }
  const firsts = ranges
    .flatMap(({ least, leastAt, greatest, greatestAt }, k) => [
      { value: least, flat: leastAt, k },
      { value: greatest, flat: greatestAt, k },
    ])
    .filter(({ value, k }) => isWrong(value, k))
    .sort((a, b) => a.flat - b.flat);
  return firsts.at(0) ?? null;
}

/** The extremes of the k-th indices of all tuples, and their positions in flat indices. */
export interface IndexRange {
  least: number;
  leastAt: number;
  greatest: number;
  greatestAt: number;
  /** The position of the first index that is less than the one before it; -1 if they are sorted. */
  descentAt: number;
}

/** Finds the extremes of each of a tuple's `width` indices. */
export type FindExtremes = (
  indices: Int32Array,
  width: number,
) => (readonly [least: number, greatest: number])[];

/**
 * Returns the range of each of a tuple's `width` indices; an empty list for no tuples. Positions are found when
 * they are read, as most calls need none; a copy of a range has found them.
 */
export function rangesIn(
  indices: Int32Array,
  width: number,
  find: FindExtremes | null = null,
): IndexRange[] {
  if (indices.length === 0) return [];
  return (find ?? findExtremes)(indices, width).map(([least, greatest], k) => {
    const positionOf = (value: number): number => {
      let flat = k;
      while (indices[flat] !== value) flat += width;
      return flat;
    };
    return {
      least,
      get leastAt() {
        return positionOf(least);
      },
      greatest,
      get greatestAt() {
        return positionOf(greatest);
      },
      get descentAt() {
        for (let flat = k + width; flat < indices.length; flat += width) {
          if (indices[flat] < indices[flat - width]) return flat;
        }
        return -1;
      },
    };
  });
}

export const findExtremes: FindExtremes = (indices, width) =>
  Array.from({ length: width }, (_, k) => {
    let least = indices[k];
    let greatest = least;
    for (let flat = k + width; flat < indices.length; flat += width) {
      const value = indices[flat];
      // Not selected: new extremes are rare, so branches are predicted.
      if (value < least) least = value;
      else if (value > greatest) greatest = value;
    }
    return [least, greatest];
  });
