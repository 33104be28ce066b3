/**
 * Gradients for ops of tfjs that have none. They follow what tfjs documents: in tensorScatterUpdate the
 * last update of a place wins; scatterND and sparseToDense sum repeated indices. All are linear and
 * consist of gathers and scatters, so tfjs can differentiate them again.
 */
import type { GradConfig, Tensor } from '@tensorflow/tfjs-core';

import {
  GatherNd,
  reshape,
  ScatterNd,
  SparseToDense,
  sum,
  zeros,
} from '../../kernels/contract/tfjs_seam.js';
import { dyAtLastSites, zeroAtSites } from '../gradients/linear.js';
import { sumAtSites } from '../gradients/op_gradients.js';
import { flatten, type Sites } from '../gradients/sites.js';
import { builtinGradient } from './builtin_gradient.js';
import { sitesOfTuples, valuesAt } from './sites_of_tuples.js';
import { SPARSE_SEGMENT_GRADIENTS } from './sparse_segment_gradients.js';
import { TENSOR_SCATTER_UPDATE, tupleShape } from '../../kernels/contract/tfjs_rules.js';

export const BUILTIN_GRADIENTS: readonly GradConfig[] = [
  ...SPARSE_SEGMENT_GRADIENTS,
  builtinGradient('tf.gatherND', GatherNd, ['params', 'indices'], (dy, [params, indices]) => {
    const sites = sitesOfTuples('tf.gatherND', params.shape, indices, 0);
    return { params: () => sumAtSites(dy, sites, params.shape) };
  }),
  builtinGradient('tf.scatterND', ScatterNd, ['indices'], (dy, [indices]) => {
    const sites = sitesOfScatter('tf.scatterND', dy.shape, indices);
    return { updates: () => valuesAt(sites, dy) };
  }),
  builtinGradient(
    'tf.tensorScatterUpdate',
    TENSOR_SCATTER_UPDATE,
    ['tensor', 'indices'],
    (dy, [tensor, indices]) => {
      const sites = sitesOfScatter('tf.tensorScatterUpdate', tensor.shape, indices);
      return {
        tensor: () => reshape(zeroAtSites(flatten(dy), sites), tensor.shape),
        updates: () => reshape(dyAtLastSites(flatten(dy), sites), sites.valuesShape),
      };
    },
  ),
  builtinGradient(
    'tf.sparseToDense',
    SparseToDense,
    ['sparseIndices', 'sparseValues', 'defaultValue'],
    (dy, [indices, values, defaultValue]) => {
      const sites = sitesOfScatter('tf.sparseToDense', dy.shape, indices);
      return {
        sparseValues: () => {
          const atSites = sites.gather(flatten(dy));
          // tfjs accepts a scalar as the value for all indices.
          return values.rank === 0 ? sumOf(atSites) : reshape(atSites, values.shape);
        },
        defaultValue: () => reshape(sumOf(zeroAtSites(flatten(dy), sites)), defaultValue.shape),
      };
    },
  ),
];

function sitesOfScatter(caller: string, shape: number[], indices: Tensor): Sites {
  return sitesOfTuples(caller, shape, indices, 0, tupleShape(indices.shape));
}

/** Sums all values. tfjs' webgl backend cannot sum an empty tensor. */
function sumOf(values: Tensor): Tensor {
  return values.size === 0 ? zeros([]) : sum(values);
}
