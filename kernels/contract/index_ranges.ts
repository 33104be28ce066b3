/**
 * The ranges of index values. GPU backends drop the host's values when they upload a tensor. The cached
 * ranges let later calls still report indices out of bounds, without another scan.
 */
/** The extremes of the k-th indices of all tuples, and their positions in flat indices. */
export interface IndexRange {
  least: number;
  leastAt: number;
  greatest: number;
  greatestAt: number;
  /** The position of the first index that is less than the one before it; -1 if they are sorted. */
  descentAt: number;
}

/** The cached ranges, by the backend's record of the data and the width of tuples. */
const seen = new WeakMap<object, Map<number, readonly IndexRange[]>>();

/** Returns the range of each of a tuple's `width` indices; an empty list if there are no indices. */
export function rangesIn(indices: Int32Array, width: number): IndexRange[] {
  if (indices.length === 0) return [];
  return Array.from({ length: width }, (_, k) => rangeOf(indices, k, width));
}

/**
 * Returns and caches the ranges of a tensor's indices; null if the host has never seen them. `read`
 * returns the values, or null if the host lacks them. Values that are only on the host may change, so
 * they are read every time. Set `onGpu` for values on the GPU: they cannot change, and are read once.
 */
export function cachedRanges(
  record: object,
  width: number,
  onGpu: boolean,
  read: () => Int32Array | null,
): readonly IndexRange[] | null {
  const before = onGpu ? seen.get(record) : undefined;
  const known = before?.get(width);
  if (known) return known;
  const values = read();
  if (!values) return null;
  const ranges = rangesIn(values, width);
  seen.set(record, new Map(before).set(width, ranges));
  return ranges;
}

function rangeOf(indices: Int32Array, k: number, width: number): IndexRange {
  const descentAt = firstDescent(indices, k, width);
  let least = indices[k];
  let greatest = least;
  // Finding the positions afterwards is faster than tracking them.
  for (let flat = k + width; flat < indices.length; flat += width) {
    const value = indices[flat];
    // Three times as fast as choosing values: new extremes are rare, so the branches are predicted.
    if (value < least) least = value;
    else if (value > greatest) greatest = value;
  }
  const positionOf = (value: number): number => {
    let flat = k;
    while (indices[flat] !== value) flat += width;
    return flat;
  };
  return {
    least,
    leastAt: positionOf(least),
    greatest,
    greatestAt: positionOf(greatest),
    descentAt,
  };
}

/** Returns the position of the first k-th index that is less than the one before it, or -1. */
function firstDescent(indices: Int32Array, k: number, width: number): number {
  for (let flat = k + width; flat < indices.length; flat += width) {
    if (indices[flat] < indices[flat - width]) return flat;
  }
  return -1;
}
