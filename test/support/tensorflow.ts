/** Runs ops in TensorFlow itself, by tfjs-node's backend. */
import * as tf from '@tensorflow/tfjs';
import type { TensorData } from './call.js';
import type { GraphAttributes } from './graph_oracle.js';
import { buildTensor, readTensor } from './tensors.js';

interface Attribute {
  name: string;
  type: number;
  value: number | string | boolean;
}

/** What tfjs-node's backend has beyond tfjs' type. */
interface TensorFlow {
  /** Constants by their names in TensorFlow's C API. */
  binding: Record<string, number>;
  executeMultipleOutputs(
    op: string,
    attributes: Attribute[],
    inputs: tf.TensorInfo[],
    outputs: number,
  ): tf.Tensor[];
}

const isTensorFlow = (backend: object): backend is TensorFlow =>
  'binding' in backend && 'executeMultipleOutputs' in backend;

const DTYPES: Record<string, string> = {
  float32: 'FLOAT',
  int32: 'INT32',
  bool: 'BOOL',
  string: 'STRING',
};

/**
 * Runs an op. Attributes that are tensors stand for their types. TensorFlow takes int64 as the inputs at `wide`, and
 * returns the first output in int64 then.
 */
export async function runInTensorFlow(
  op: string,
  inputs: TensorData[],
  attributes: Record<string, GraphAttributes[string] | TensorData>,
  { wide = [], outputs }: { wide?: number[]; outputs: number },
): Promise<TensorData[]> {
  const backend: object = tf.backend();
  if (!isTensorFlow(backend)) throw new Error(`tfjs runs on '${tf.getBackend()}', not tfjs-node.`);
  const { binding } = backend;
  const typeOf = (name: string, type: string): Attribute => ({
    name,
    type: binding.TF_ATTR_TYPE,
    value: binding[`TF_${type}`],
  });
  const cast = (x: tf.Tensor, from: string, to: string) =>
    backend.executeMultipleOutputs('Cast', [typeOf('SrcT', from), typeOf('DstT', to)], [x], 1)[0];
  const given = Object.entries(attributes).map(([name, value]): Attribute => {
    if (typeof value === 'number') return { name, type: binding.TF_ATTR_INT, value };
    if (typeof value === 'string') return { name, type: binding.TF_ATTR_STRING, value };
    if (Array.isArray(value)) throw new Error(`tfjs-node cannot set ${name} to a list of strings.`);
    return typeOf(name, DTYPES[value.dtype]);
  });
  const results = tf.tidy(() => {
    const tensors = inputs
      .map(buildTensor)
      .map((x, i) => (wide.includes(i) ? cast(x, 'INT32', 'INT64') : x));
    const [first, ...others] = backend.executeMultipleOutputs(op, given, tensors, outputs);
    return [wide.length > 0 ? cast(first, 'INT64', 'INT32') : first, ...others];
  });
  const read = await Promise.all(results.map(readTensor));
  tf.dispose(results);
  return read;
}
