/** The ranges of index values: enough to see that none is out of bounds. */

/** The extremes of the k-th indices of all tuples, and their positions in flat indices. */
export interface IndexRange {
  least: number;
  leastAt: number;
  greatest: number;
  greatestAt: number;
  /** The position of the first index that is less than the one before it; -1 if they are sorted. */
  descentAt: number;
}

/** The least and the greatest of the k-th indices of all tuples. */
type Extremes = readonly [least: number, greatest: number];

/** Finds the extremes of each of a tuple's `width` indices. */
export type FindExtremes = (indices: Int32Array, width: number) => Extremes[];

/**
 * Returns the range of each of a tuple's `width` indices, or of none if there are no indices. Positions are found when
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
      // Branches are three times as fast as selecting: new extremes are rare, so they are well predicted.
      if (value < least) least = value;
      else if (value > greatest) greatest = value;
    }
    return [least, greatest];
  });
