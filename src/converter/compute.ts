import type { GraphNode } from '@tensorflow/tfjs-converter';
import type { Tensor } from '@tensorflow/tfjs-core';

/** An op of TensorFlow as a function of its inputs and attributes. */
export type Compute = (inputs: Tensor[], attrs: GraphNode['attrs']) => Tensor;
