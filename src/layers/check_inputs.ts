/**
 * An op as a layer sees it, and the checks of the inputs that a layer is applied to.
 */
import type { DataType, Tensor } from '@tensorflow/tfjs-core';
import type { Shape } from '@tensorflow/tfjs-layers';

import { show, wrong } from '../../kernels/call/errors.js';
import { fits } from '../../kernels/call/shapes.js';
import { checkDtypeIn } from '../../kernels/call/inputs.js';
import type { Input } from '../ops/convert.js';
import type { serialization } from '../tfjs_ops.js';

/** An op with its options, as a layer sees it. */
export interface ConfiguredOp {
  /** Its name in messages. */
  name: string;
  /** The names of its inputs. */
  inputs: readonly string[];
  /** Whether the last input is optional. */
  lastIsOptional?: boolean;
  /** The names of the inputs that are indices. */
  indices: string[];
  /** The tensors that the layer keeps as weights. */
  kept?: KeptTensor[];
  /** The options, defaults included. */
  config: serialization.ConfigDict;
  /** Checks the shapes of a batch of inputs, and returns the shape of the result. */
  outputShape(shapes: Shape[]): Shape;
  /** Returns for each input how many of its leading axes the result shares, so that its mask fits. */
  keptAxes(shapes: Shape[]): number[];
  /** Checks the dtypes of the inputs, where indices are int32, and returns the dtype of the result. */
  outputDtype(dtypes: DataType[]): DataType;
  run(inputs: Tensor[], kept: Tensor[]): Tensor;
}

/** A tensor of rank 1 that a layer keeps, and saves with the model. */
export interface KeptTensor {
  name: string;
  dtype: 'int32' | 'float32';
  length: number;
  /** Missing if the values are loaded. */
  values?: Input;
}

export function checkCount({ inputs, lastIsOptional }: ConfiguredOp, tensors: unknown[]): void {
  const { length } = inputs;
  const counts = lastIsOptional ? [length - 1, length] : [length];
  if (counts.includes(tensors.length)) return;
  const expected = `${counts.join(' or ')}: [${inputs.join(', ')}]`;
  throw wrong(`inputs has length ${tensors.length}`, expected);
}

/** Throws unless all inputs have a batch axis of the same length. */
export function checkBatch(op: ConfiguredOp, shapes: Shape[]): void {
  const { inputs } = op;
  checkCount(op, shapes);
  shapes.forEach((shape, i) => {
    if (shape.length === 0) {
      throw wrong(`${inputs[i]} is a scalar (rank 0)`, 'a batch of examples');
    }
    if (!fits(shape[0], shapes[0][0])) {
      throw wrong(
        `${inputs[i]} is a batch of ${show(shape[0])} (shape ${show(shape)})`,
        `one of ${show(shapes[0][0])}, as ${inputs[0]} is (shape ${show(shapes[0])})`,
      );
    }
  });
}

/** Returns the dtype of the result; throws for dtypes that the op does not accept. Indices may be float32. */
export function outputDtype(op: ConfiguredOp, inputs: { dtype: DataType }[]): DataType {
  const read = inputs.map(({ dtype }, i) => {
    const name = op.inputs[i];
    if (!op.indices.includes(name)) return dtype;
    checkDtypeIn(name, dtype, ['int32', 'float32']);
    return 'int32';
  });
  return op.outputDtype(read);
}
