/**
 * Rules of tfjs' own gathers and scatters that differ from this package's.
 */
import { sizeOf } from './shapes.js';

/** A kernel's name that tfjs 4.0 has not: importing it would be a SyntaxError there. */
export const TENSOR_SCATTER_UPDATE = 'TensorScatterUpdate';

/** The attribute that makes negative indices out of bounds, as they are in tfjs. */
export const FROM_ZERO = { wrapNegatives: false } as const;

/** Adds the dimension of tuples, which tfjs lets callers omit, to the shape of a scatter's indices. */
export function tupleShape(indicesShape: number[]): number[] {
  return indicesShape.length > 1 ? indicesShape : [sizeOf(indicesShape), 1];
}
