/**
 * The gradients of tf.sparse.sparseSegmentSum and sparseSegmentMean: each row of data gets the sum of dy
 * over the segments that read it. They are fused products, so tfjs can differentiate them again.
 */
import {
  div,
  maximum,
  ones,
  reshape,
  SparseSegmentMean,
  SparseSegmentSum,
} from '@tensorflow/tfjs-core';
import type { GradConfig, Tensor } from '@tensorflow/tfjs-core';

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
      const ofSegments = reshape(dy, [1, count, sizeOf(data.shape.slice(1))]);
      const shared = averages ? div(ofSegments, rowCounts(caller, segmentIds, count)) : ofSegments;
      return reshape(sumRows(caller, shared, segmentIds, indices, data.shape[0]), data.shape);
    },
  }));
}

/** Returns `count` rows: the sums of the rows of x at `sources`, added at `targets`. */
function sumRows(
  caller: string,
  x: Tensor,
  sources: Tensor,
  targets: Tensor,
  count: number,
): Tensor {
  const sites = [1, sources.size];
  const [, , values]: number[] = x.shape;
  return gatherSegment({
    caller,
    edges: { indices: reshape(targets, sites), sources: reshape(sources, sites) },
    data: makeZeros([1, count, values]),
    x,
    reduction: 'add',
  });
}

/** Returns how many rows each segment has, or 1 if it has none. */
function rowCounts(caller: string, segmentIds: Tensor, count: number): Tensor {
  // All rows are 1, so any valid id can serve as the source.
  const terms = () => sumRows(caller, ones([1, count, 1]), segmentIds, segmentIds, count);
  return stopGradient(() => maximum(terms(), 1));
}
