import { registerOp } from '@tensorflow/tfjs-converter';
import { tidy } from '@tensorflow/tfjs-core';

import { CONVERTER_OPS } from './converter_ops.js';
import { REFUSED_OPS } from './refused_ops.js';

/**
 * Gives GraphModels the ops of TensorFlow that tfjs' converter lacks: TensorScatterAdd,
 * TensorScatterSub, TensorScatterMax, TensorScatterMin, ScatterNdNonAliasingAdd; UnsortedSegmentSum,
 * UnsortedSegmentMax, UnsortedSegmentMin, UnsortedSegmentProd; SegmentSum, SegmentMean, SegmentProd,
 * SegmentMax, SegmentMin; SegmentSumV2, SegmentProdV2, SegmentMaxV2, SegmentMinV2; SparseSegmentSqrtN,
 * SparseSegmentSumWithNumSegments, SparseSegmentMeanWithNumSegments, SparseSegmentSqrtNWithNumSegments;
 * SparseTensorDenseMatMul; ResourceGather,
 * ResourceGatherNd. UnsortedSegmentJoin, ResourceScatterAdd and its kin get an error that says why
 * they cannot work.
 *
 * It replaces those that some backend of tfjs computes wrongly: TensorScatterUpdate, which overwrites
 * its input on cpu, ScatterNd, SparseToDense, GatherNd, Gather and GatherV2.
 *
 * Call it before the model is loaded. tfjs looks ops up when it loads a model: those registered later
 * fail with "Unknown op" when the model is executed, or run as tfjs' own.
 *
 * They work in `execute` and `executeAsync`, and follow TensorFlow's rules. An index out of bounds, as
 * negative ones are, is an error. Where only the GPU knows it, its update is left out, and a gather
 * gives 0. Of repeated indices in TensorScatterUpdate and SparseToDense the last one wins.
 *
 * The ops read shapes, axes and the number of segments from their tensors, and the ids of sorted
 * segments. Reading stalls a GPU that computed these; on webgpu, which cannot be stalled, it is an error. A resource is the
 * tensor of its values: a weight by the name of the handle's node, or an input.
 *
 * SegmentMean of int32 gives int32, as TensorFlow documents, and 0 for an empty segment. Its
 * rounding is not documented: here it is towards 0, as TensorFlow's kernel divides integers.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { registerConverterOps } from 'tfjs-gather-scatter/converter';
 *
 * registerConverterOps();
 * const node = (name: string, op: string, input: string[] = [], attr = {}) => ({ name, op, input, attr });
 * const float = { dtype: { type: 'DT_FLOAT' } };
 * const int = { dtype: { type: 'DT_INT32' } };
 * const model = await tf.loadGraphModel(
 *   tf.io.fromMemory({
 *     modelTopology: {
 *       node: [
 *         node('data', 'Placeholder', [], float),
 *         node('ids', 'Placeholder', [], int),
 *         node('sums', 'SegmentSum', ['data', 'ids']),
 *       ],
 *       versions: { producer: 1987 },
 *     },
 *     weightSpecs: [],
 *     weightData: new ArrayBuffer(0),
 *   }),
 * );
 * const inputs = { data: tf.tensor1d([1, 2, 3]), ids: tf.tensor1d([0, 0, 2], 'int32') };
 * console.log(String(model.execute(inputs))); // [3, 0, 3]
 * ```
 */
export function registerConverterOps(): void {
  for (const [name, compute] of Object.entries(CONVERTER_OPS)) {
    // tfjs' executeAsync would not dispose the tensors that are made on the way.
    registerOp(name, ({ inputs, attrs }) => tidy(name, () => compute(inputs, attrs)));
  }
  for (const [name, reason] of Object.entries(REFUSED_OPS)) {
    registerOp(name, () => {
      throw new Error(`${name}: the op is not supported: ${reason}`);
    });
  }
}
