/**
 * TensorFlow's gather (GatherV2 in tfjs) as a gather of tuples.
 */
import { backend_util, reshape, util } from '@tensorflow/tfjs-core';
import type { GatherV2Attrs, Tensor } from '@tensorflow/tfjs-core';

import { OPS } from '../../kernels/contract/ops.js';
import { FROM_ZERO } from '../../kernels/contract/tfjs_rules.js';
import { repeatIndices } from '../ops/repeat.js';
import { runGather } from '../ops/run_op.js';

/** Picks slices of x along an axis; a negative index is out of bounds. */
export function lookUp(
  caller: string,
  x: Tensor,
  indices: Tensor,
  attrs: Partial<GatherV2Attrs>,
): Tensor {
  const { tuples, batchDims } = tuplesOfLookup(x, indices, attrs);
  return runGather({ op: OPS.GatherND, caller, attrs: FROM_ZERO }, x, tuples, { batchDims });
}

/**
 * Returns a lookup's indices as tuples of one index. The dimensions of x between the batch and the axis
 * become batch dimensions too, with the same indices in each.
 */
export function tuplesOfLookup(
  x: Tensor,
  indices: Tensor,
  { axis = 0, batchDims = 0 }: Partial<GatherV2Attrs>,
): { tuples: Tensor; batchDims: number } {
  const [along] = util.parseAxisParam(axis, x.shape);
  const { batchSize, outerSize } = backend_util.segment_util.collectGatherOpShapeInfo(
    x,
    indices,
    along,
    batchDims,
  );
  const shared = batchDims < 0 ? batchDims + indices.rank : batchDims;
  const each =
    outerSize === 1 || indices.size === 0
      ? indices
      : repeatIndices(reshape(indices, [batchSize, -1]), outerSize, x.dtype);
  const shape = [...x.shape.slice(0, along), ...indices.shape.slice(shared), 1];
  return { tuples: reshape(each, shape), batchDims: along };
}
