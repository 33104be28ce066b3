/**
 * Where the rules of tfjs' own gathers and scatters differ from this package's.
 */
import { sizeOf } from './shapes.js';

/** A kernel name that tfjs 4.0 does not export: importing it would be a SyntaxError. */
export const TENSOR_SCATTER_UPDATE = 'TensorScatterUpdate';

/** The attribute that makes negative indices out of bounds, as they are in tfjs. */
export const FROM_ZERO = { wrapNegatives: false } as const;

/** Adds the tuple dimension to the shape of a scatter's indices: tfjs lets callers omit it. */
export function tupleShape(indicesShape: number[]): number[] {
  return indicesShape.length > 1 ? indicesShape : [sizeOf(indicesShape), 1];
}
