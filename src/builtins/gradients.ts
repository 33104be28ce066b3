/**
 * Gradients for ops of tfjs, by the rules that it documents (see accelerate.ts). All are linear and consist of gathers,
 * scatters and fused products, so tfjs can differentiate them again.
 */
import type { GradConfig, MeanAttrs, SumAttrs, Tensor } from '@tensorflow/tfjs-core';

import * as tf from '../../kernels/tfjs/seam.js';
import { COMBINE } from '../../kernels/call/ops.js';
import {
  FROM_ZERO,
  keptShape,
  TENSOR_SCATTER_UPDATE,
  tupleShape,
} from '../../kernels/tfjs/rules.js';
import { makeOnes } from '../backends.js';
import { dyAtLastSites, zeroAtSites } from '../gradients/reductions.js';
import { inShape, readInOrder } from '../gradients/reads.js';
import { countSites, type CallSites, sitesOfTuples } from '../gradients/sites.js';
import { withGradient, stopGradient } from '../tape.js';
import { builtinGradient, tuplesOfLookup } from './builtin_gradient.js';
import { CROP_GRADIENT, SELECTION_GRADIENTS } from './selection_gradients.js';

/** The gradients of ops that have none in tfjs. */
export const BUILTIN_GRADIENTS: readonly GradConfig[] = [
  ...SELECTION_GRADIENTS,
  CROP_GRADIENT,
  sparseSegmentGradient('tf.sparse.sparseSegmentSum', tf.SparseSegmentSum, false),
  sparseSegmentGradient('tf.sparse.sparseSegmentMean', tf.SparseSegmentMean, true),
  builtinGradient('tf.gatherND', tf.GatherNd, ['params', 'indices'], (dy, [params, indices]) => {
    const sites = sitesOfTuples(params.shape, indices, 0);
    return { params: () => sites.sum(dy) };
  }),
  builtinGradient('tf.scatterND', tf.ScatterNd, ['indices'], (dy, [indices]) => {
    const sites = sitesOfScatter(dy.shape, indices);
    return { updates: () => sites.read(dy) };
  }),
  builtinGradient(
    'tf.tensorScatterUpdate',
    TENSOR_SCATTER_UPDATE,
    ['tensor', 'indices'],
    (dy, [tensor, indices]) => {
      const sites = sitesOfScatter(tensor.shape, indices);
      return {
        tensor: () => zeroAtSites(dy, sites),
        updates: () => dyAtLastSites(dy, sites),
      };
    },
  ),
  builtinGradient(
    'tf.sparseToDense',
    tf.SparseToDense,
    ['sparseIndices', 'sparseValues', 'defaultValue'],
    (dy, [indices, values, defaultValue]) => {
      const sites = sitesOfScatter(dy.shape, indices);
      return {
        sparseValues: () => {
          const atSites = sites.read(dy);
          // tfjs accepts a scalar as the value for all indices.
          return values.rank === 0 ? sumOf(atSites) : tf.reshape(atSites, values.shape);
        },
        defaultValue: () => tf.reshape(sumOf(zeroAtSites(dy, sites)), defaultValue.shape),
      };
    },
  ),
];

/** The gradients that replace tfjs' own while acceleration is on. */
export const ACCELERATED_GRADIENTS: readonly GradConfig[] = [
  // dy is added to the rows that were looked up. tfjs' own gradient runs unsortedSegmentSum, which takes
  // time in proportion to rows × lookups.
  builtinGradient('tf.gather', tf.GatherV2, ['x', 'indices'], (dy, [x, indices], attrs) => ({
    x() {
      const { tuples, batchDims } = tuplesOfLookup(x, indices, attrs);
      return sitesOfTuples(x.shape, tuples, batchDims).sum(dy);
    },
  })),
  // Each row gets the dy of its segment. tfjs' own has no gradient for the ids, so it throws if they were
  // computed from an input that is differentiated.
  builtinGradient('tf.unsortedSegmentSum', tf.UnsortedSegmentSum, ['segmentIds'], (dy, [ids]) => {
    const sites = sitesOfTuples(dy.shape, ids, 0, [...ids.shape, 1]);
    return { x: () => sites.read(dy) };
  }),
  sumGradient(tf.Sum, (dy) => dy),
  sumGradient(tf.Mean, (dy, x) => tf.div(dy, x.size / dy.size)),
];

/** Makes the gradient of a sum or mean: the share of each value. tfjs' own makes its ones on the host. */
function sumGradient(kernelName: string, shareOf: (dy: Tensor, x: Tensor) => Tensor): GradConfig {
  return {
    kernelName,
    inputsToSave: ['x'],
    gradFunc: tf.asGradFunc((dy, [x], { axis }: Partial<SumAttrs & MeanAttrs>) => ({
      x: () => tf.mul(inShape(shareOf(dy, x), keptShape(x.shape, axis)), makeOnes(x.shape)),
    })),
  };
}

/** Makes the gradient of a sparse segment op: each row of data gets the sum of dy over its segments. */
function sparseSegmentGradient(name: string, kernelName: string, averages: boolean): GradConfig {
  const inputs = ['data', 'indices', 'segmentIds'];
  return builtinGradient(name, kernelName, inputs, (dy, [data, indices, segmentIds]) => ({
    data() {
      const terms = () => countSites(segmentIds, dy.shape[0]);
      const share = averages ? readInOrder(dy, { over: stopGradient(terms) }) : dy;
      return sumUnweighted(share, segmentIds, indices, data.shape);
    },
  }));
}

/** Reads rows of x at `sources` and sums them at `targets`, in a tensor of the given shape. */
function sumUnweighted(x: Tensor, sources: Tensor, targets: Tensor, shape: number[]): Tensor {
  const start = { op: 'Product', start: 0, shape, dtype: 'float32' };
  const attrs = { ...start, reduction: 'add', outOfBounds: 'drop', ...FROM_ZERO };
  return withGradient(
    { x },
    [],
    () => {
      const inputs = { x, indices: targets, sources };
      return tf.engine().runKernel<Tensor>(COMBINE, inputs, attrs);
    },
    (dy, { sources, targets }) => ({ x: () => sumUnweighted(dy, targets, sources, x.shape) }),
    { sources, targets },
  );
}

function sitesOfScatter(shape: number[], indices: Tensor): CallSites {
  return sitesOfTuples(shape, indices, 0, tupleShape(indices.shape));
}

/** Sums all values. tfjs' webgl backend cannot sum an empty tensor. */
function sumOf(values: Tensor): Tensor {
  return values.size === 0 ? tf.zeros([]) : tf.sum(values);
}
