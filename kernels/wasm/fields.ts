/**
 * The fields of a call to the module, 32 bits each. TypeScript writes them and AssemblyScript reads them, both by
 * these lists. Steps and lengths are in bytes. `wraps` has all bits set if negative indices count from the end;
 * otherwise it is 0.
 */

/** The number of fields in the longest list. */
export const FIELDS = 18;

/**
 * A call at sites with one index, or one offset in its place. A step along a line of sites moves the place by `step`; each line
 * begins `jump` after the one before.
 */
export enum Field {
  data,
  indices,
  values,
  lines,
  /** The number of sites in a line. */
  count,
  jump,
  step,
  wraps,
  size,
  stride,
  /** The length of a slice. */
  bytes,
  /** All bits set if indices out of bounds are clamped; 0 if their sites are dropped. */
  clamps,
  /** The bits of the number that is written, or read at dropped sites. Scatters of single values change it there. */
  fill,
  /** Set by the module when it drops a site. */
  hasDropped,
}

/** The most indices of a tuple that the module turns into an offset. */
export const MOST_INDICES = 6;

/** Tuples of several indices, whose sums are offsets. */
export enum OffsetsField {
  offsets,
  indices,
  count,
  /** The length of a tuple. */
  tuple,
  wraps,
  clamps,
  /** The sizes of the axes that up to six indices address. */
  sizes,
  /** How much a step along each axis adds to the offset. */
  strides = 12,
}

/** A call at a line of sites that is indexed at both ends. The address of a tensor that it lacks is 0. */
export enum FusedField {
  /** The rows at both ends, and the dot products. */
  source,
  target,
  products,
  sourceIndices,
  targetIndices,
  weights,
  /** The tensors to compare. */
  sourceLike,
  targetLike,
  /** The number of sites. */
  count,
  /** The number of rows at each end. */
  sourceSize,
  targetSize,
  sourceWraps,
  targetWraps,
  /** The step from index to index. */
  step,
  /** The lengths of a row and of a head's part of it. */
  bytes,
  perHead,
  /** The bits of the value that a source out of bounds reads. */
  fill,
}

/**
 * Values that factors change, by rows. The address of a factor that a call lacks is 0.
 *
 * @public The addresses after that of `from` are written with it.
 */
export enum FactorField {
  out,
  x,
  from,
  over,
  weights,
  sourceLike,
  targetLike,
  /** The number of rows, and the length of one. */
  rows,
  bytes,
  /** The bits of the value in place of those that are not alike. */
  fill,
  /**
   * For each factor, from the lowest bits on, 1 if it has a number for each value, 2 if it has one for each row; then
   * whether divisors are integers, whether compared numbers are, and whether to take exponentials.
   */
  flags,
}

/** The addresses between which to find the extremes of indices, and where the extremes are written. */
export enum ExtremesField {
  begin,
  end,
}
