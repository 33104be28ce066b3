/** Short helpers for symbolic tensors and layers. */
import * as tf from '@tensorflow/tfjs';

type Shape = (number | null)[];

export const batchOf = (batchShape: Shape, dtype?: 'int32') => tf.input({ batchShape, dtype });

/** Inputs whose examples have a shape. */
export const floats = (...shape: Shape) => tf.input({ shape });
export const ints = (...shape: Shape) => tf.input({ shape, dtype: 'int32' });
export const bools = (...shape: Shape) => tf.input({ shape, dtype: 'bool' });

/** A layer's only output; tfjs' type allows several. */
export function connect(layer: tf.layers.Layer, ...inputs: tf.SymbolicTensor[]): tf.SymbolicTensor {
  return layer.apply(inputs.length === 1 ? inputs[0] : inputs) as tf.SymbolicTensor;
}
