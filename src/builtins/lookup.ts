/**
 * TensorFlow's gather (GatherV2 in tfjs) as a gather of tuples.
 */
import type { GatherV2Attrs, Tensor } from '@tensorflow/tfjs-core';

import { reshape } from '../../kernels/contract/tfjs_seam.js';
import { OPS } from '../../kernels/contract/ops.js';
import { FROM_ZERO, lookupAsND } from '../../kernels/contract/tfjs_rules.js';
import { repeatIndices } from '../ops/repeat.js';
import { runOp } from '../ops/run_op.js';

/** Picks slices of x along an axis; a negative index is out of bounds. */
export function lookUp(
  caller: string,
  x: Tensor,
  indices: Tensor,
  attrs: Partial<GatherV2Attrs>,
): Tensor {
  const { tuples, batchDims } = tuplesOfLookup(x, indices, attrs);
  return runOp({ op: OPS.GatherND, caller, attrs: FROM_ZERO }, [x, tuples], { batchDims });
}

/** Returns a lookup's indices as tuples of one index, and the number of batch dimensions of x. */
export function tuplesOfLookup(
  x: Tensor,
  indices: Tensor,
  attrs: Partial<GatherV2Attrs>,
): { tuples: Tensor; batchDims: number } {
  const { along, batchSize, times, sitesShape } = lookupAsND(x, indices, attrs);
  const repeated =
    times === 1 ? indices : repeatIndices(reshape(indices, [batchSize, -1]), times, x.dtype);
  return { tuples: reshape(repeated, sitesShape), batchDims: along };
}
