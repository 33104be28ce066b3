/**
 * The gradients of tf.sparse.sparseSegmentSum and sparseSegmentMean: each row of data gets the sum of dy
 * over the segments that read it. They are fused products, so tfjs can differentiate them again.
 */
import type { GradConfig, Tensor } from '@tensorflow/tfjs-core';

import {
  div,
  maximum,
  ones,
  reshape,
  SparseSegmentMean,
  SparseSegmentSum,
} from '../../kernels/contract/tfjs_seam.js';
import { sizeOf } from '../../kernels/contract/shapes.js';
import { makeZeros } from '../backends.js';
import { gatherSegment } from '../gradients/fused.js';
import { stopGradient } from '../gradients/with_gradient.js';
import { builtinGradient } from './builtin_gradient.js';

export const SPARSE_SEGMENT_GRADIENTS: readonly GradConfig[] = [
  sparseSegmentGradient('tf.sparse.sparseSegmentSum', SparseSegmentSum, false),
  sparseSegmentGradient('tf.sparse.sparseSegmentMean', SparseSegmentMean, true),
];

function sparseSegmentGradient(caller: string, kernelName: string, averages: boolean): GradConfig {
  const inputs = ['data', 'indices', 'segmentIds'];
  return builtinGradient(caller, kernelName, inputs, (dy, [data, indices, segmentIds]) => ({
    data() {
      const [count] = dy.shape;
      const [rows, ...ofRow] = data.shape;
      // Flat rows, because tfjs' div takes at most six dimensions on a GPU.
      const ofSegments = reshape(dy, [count, sizeOf(ofRow)]);
      const shared = averages ? div(ofSegments, rowCounts(caller, segmentIds, count)) : ofSegments;
      const sums = sumRows(caller, shared, segmentIds, indices, [rows, sizeOf(ofRow)]);
      return reshape(sums, data.shape);
    },
  }));
}

/** Reads rows of x at `sources` and sums them at `targets`, in a tensor of the given shape. */
function sumRows(
  caller: string,
  x: Tensor,
  sources: Tensor,
  targets: Tensor,
  shape: number[],
): Tensor {
  return gatherSegment({
    caller,
    edges: { indices: targets, sources },
    data: makeZeros(shape),
    x,
    reduction: 'add',
  });
}

/** Returns how many rows each segment has, or 1 if it has none. */
function rowCounts(caller: string, segmentIds: Tensor, count: number): Tensor {
  // All rows are 1, so any valid id can serve as the source.
  const terms = () => sumRows(caller, ones([count, 1]), segmentIds, segmentIds, [count, 1]);
  return stopGradient(() => maximum(terms(), 1));
}
