/**
 * Indices that tfjs computes on its tape from the differentiated tensor. They always have the
 * values of the call's indices, so its derivatives do not change.
 */
import * as tf from '@tensorflow/tfjs';
import type { Computed } from './call.js';

/** Ways to compute 0 from values: tfjs differentiates argMax, clips once, and cannot differentiate topk. */
const ZEROS: Record<Computed, (x: tf.Tensor1D) => tf.Tensor> = {
  argMax: (x) => tf.mul(tf.argMax(x), 0),
  clip: (x) => tf.cast(tf.floor(tf.clipByValue(tf.cast(tf.argMax(x), 'float32'), 0, 0.5)), 'int32'),
  topk: (x) => tf.mul(tf.squeeze(tf.topk(x, 1).indices), 0),
};

export function computedFrom(way: Computed, data: tf.Tensor, indices: tf.Tensor): tf.Tensor {
  // tfjs' add would write past the end of an empty output on wasm.
  if (indices.size === 0) return indices;
  const zero = ZEROS[way](tf.reshape(data, [-1]));
  return tf.reshape(tf.add(tf.reshape(indices, [-1]), tf.cast(zero, 'int32')), indices.shape);
}
