/** Where the rules of tfjs' own gathers and scatters differ from this package's. */
import type { GatherV2Attrs, TensorInfo } from '@tensorflow/tfjs-core';

import { backend_util, util } from './seam.js';

/** A kernel name that tfjs 4.0 does not export: importing it would be a SyntaxError. */
export const TENSOR_SCATTER_UPDATE = 'TensorScatterUpdate';

/** The attribute that makes negative indices out of bounds, as they are in tfjs. */
export const FROM_ZERO = { wrapNegatives: false } as const;

/** Adds the tuple dimension to the shape of a scatter's indices: tfjs lets callers omit it. */
export function tupleShape(indicesShape: number[]): number[] {
  return indicesShape.length > 1 ? indicesShape : [util.sizeFromShape(indicesShape), 1];
}

/** Returns the axes that a reduction goes along; tfjs leaves them out for all. */
export function reducedAxes(shape: number[], axis?: number | number[]): number[] {
  return util.parseAxisParam(axis ?? shape.map((_, d) => d), shape);
}

/** The shape of a reduction that keeps its axes. */
export function keptShape(shape: number[], axis?: number | number[]): number[] {
  const axes = reducedAxes(shape, axis);
  return shape.map((length, d) => (axes.includes(d) ? 1 : length));
}

/**
 * Returns how GatherND computes tf.gather's lookup of slices along an axis. The dimensions before `along`
 * become batches. Indices are `batchSize` rows. Repeating each row `times` and reshaping them to `sitesShape`
 * makes tuples of one index.
 */
export function lookupAsND(
  x: TensorInfo,
  indices: TensorInfo,
  { axis = 0, batchDims = 0 }: Partial<GatherV2Attrs>,
) {
  const [along] = util.parseAxisParam(axis, x.shape);
  const { collectGatherOpShapeInfo } = backend_util.segment_util;
  const { batchSize, outerSize } = collectGatherOpShapeInfo(x, indices, along, batchDims);
  const shared = batchDims < 0 ? batchDims + indices.shape.length : batchDims;
  const sitesShape = [...x.shape.slice(0, along), ...indices.shape.slice(shared), 1];
  return {
    along,
    batchSize,
    times: util.sizeFromShape(indices.shape) === 0 ? 1 : outerSize,
    sitesShape,
  };
}
