/**
 * The ranges of index values. The backend of a GPU drops the host's values when it uploads a tensor.
 * Remembered ranges make an index out of bounds an error in later calls too, without a scan.
 */
/** The extremes of the k-th indices of all tuples, with their positions in flat indices. */
export interface IndexRange {
  least: number;
  leastAt: number;
  greatest: number;
  greatestAt: number;
  /** The position of the first index that is less than the one before it; -1 if they are sorted. */
  descentAt: number;
}

/** The ranges that were seen, by the backend's record of the data, for each width of tuples. */
const seen = new WeakMap<object, Map<number, readonly IndexRange[]>>();

/** Returns the range of each of the `width` indices of a tuple; none where there are no indices. */
export function rangesIn(indices: Int32Array, width: number): IndexRange[] {
  if (indices.length === 0) return [];
  return Array.from({ length: width }, (_, k) => rangeOf(indices, k, width));
}

/**
 * Returns the ranges of a tensor's indices, and remembers them; null where they were never seen.
 * `read` returns the values, or null where the host lacks them. Those that it alone holds may have
 * changed under the tensor, so they are read again. Set `onGpu` for those that the GPU holds: they
 * cannot change, and are read once.
 */
export function rememberedRanges(
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
  // Finding their positions afterwards takes less time than keeping them up to date.
  for (let flat = k + width; flat < indices.length; flat += width) {
    const value = indices[flat];
    least = value < least ? value : least;
    greatest = value > greatest ? value : greatest;
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
