/**
 * Runs a GraphModel on the current backend, loaded from a model.json and a weights file in the
 * format of TensorFlow's converter.
 */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import { registerConverterOps } from 'tfjs-gather-scatter/converter';
import { CONVERTER_OPS } from '../../src/converter/converter_ops.js';
import { UNSUPPORTED_OPS } from '../../src/converter/register_converter_ops.js';
import type { Model, ModelCall } from './call.js';
import { arrayOf } from './values.js';

/** Repeated, because the first execution might leave something behind that breaks the next. */
const EXECUTIONS = 3;

function loadModel({ node, library, weights }: Model): Promise<tf.GraphModel> {
  const tensors = Object.entries(weights);
  const modelJson: tf.io.ModelJSON = {
    format: 'graph-model',
    generatedBy: '2.19.0',
    convertedBy: 'TensorFlow.js Converter v4.22.0',
    modelTopology: { node, library: library ?? {}, versions: { producer: 1994 } },
    weightsManifest: [
      {
        paths: ['group1-shard1of1.bin'],
        weights: tensors.map(([name, { dtype, shape }]) => ({ name, shape, dtype })),
      },
    ],
  };
  const file = new Uint8Array(
    tensors.flatMap(([, tensor]) => [...new Uint8Array(arrayOf(tensor).buffer)]),
  );
  const artifacts = tf.io.getModelArtifactsForJSONSync(
    modelJson,
    modelJson.weightsManifest.flatMap((group) => group.weights),
    file.buffer,
  );
  return tf.loadGraphModel(tf.io.fromMemory(artifacts));
}

async function executeOnce(
  model: tf.GraphModel,
  { execution, outputs }: ModelCall,
  inputs: tf.NamedTensorMap,
): Promise<tf.Tensor[]> {
  const results =
    execution === 'execute'
      ? model.execute(inputs, outputs)
      : await model.executeAsync(inputs, outputs);
  return Array.isArray(results) ? results : [results];
}

/** Executes the model several times; returns the last results. */
export async function runModel(
  call: ModelCall,
  inputs: tf.NamedTensorMap,
): Promise<tf.NamedTensorMap> {
  for (const op of Object.keys({ ...CONVERTER_OPS, ...UNSUPPORTED_OPS })) tf.deregisterOp(op);
  if (call.register === 'before loading') registerConverterOps();
  const model = await loadModel(call.model);
  if (call.register === 'after loading') registerConverterOps();
  try {
    for (let i = 1; i < EXECUTIONS; i++) tf.dispose(await executeOnce(model, call, inputs));
    const results = await executeOnce(model, call, inputs);
    return Object.fromEntries(call.outputs.map((name, i) => [name, results[i]]));
  } finally {
    model.dispose();
  }
}
