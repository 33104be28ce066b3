/** Short helpers for symbolic tensors and layers. */
import * as tf from '@tensorflow/tfjs';

type Dtype = 'float32' | 'int32' | 'bool';

export function input(shape: (number | null)[], dtype: Dtype = 'float32'): tf.SymbolicTensor {
  return tf.input({ batchShape: shape, dtype });
}

export const ints = (shape: (number | null)[]) => input(shape, 'int32');

/** A layer's only output; tfjs' type allows several. */
export function connect(layer: tf.layers.Layer, ...inputs: tf.SymbolicTensor[]): tf.SymbolicTensor {
  return layer.apply(inputs.length === 1 ? inputs[0] : inputs) as tf.SymbolicTensor;
}
