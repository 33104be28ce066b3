/**
 * What tfjs' own gathers and scatters have in common and this package's do not: an index counts from
 * 0 only, and the indices of a scatter need no dimension of tuples.
 */
import { util } from '@tensorflow/tfjs-core';

/** A negative index is out of bounds for tfjs. */
export const FROM_ZERO = { wrapNegatives: false } as const;

/** The shape of a scatter's indices with the dimension of tuples that tfjs lets callers leave out. */
export function tupleShape(indicesShape: number[]): number[] {
  return indicesShape.length > 1 ? indicesShape : [util.sizeFromShape(indicesShape), 1];
}
