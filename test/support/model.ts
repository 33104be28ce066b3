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
import { dot } from './tape.js';
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

type Run = (floats: tf.NamedTensorMap) => Promise<tf.Tensor[]>;

/** The weighted sum of the floats among results, or of what they changed by. */
function lossOf(results: tf.Tensor[], before?: tf.Tensor[]): tf.Scalar {
  const terms = results.map((y, i) => {
    if (y.dtype !== 'float32') return tf.scalar(0);
    const weights = Array.from({ length: y.size }, (_, j) => ((j * 7 + i) % 11) / 4 - 1.125);
    return dot(tf.tensor1d(weights), before ? tf.sub(y, before[i]) : y);
  });
  return tf.addN(terms);
}

/** Differentiates on a tape of its own, because tf.grads takes no function that returns a promise. */
async function taped(run: Run, floats: tf.NamedTensorMap): Promise<tf.NamedTensorMap> {
  const engine = tf.engine();
  const { state } = engine;
  const tapes: object = engine;
  const { startTape, endTape } = tapes as Record<'startTape' | 'endTape', () => void>;
  startTape.call(engine);
  try {
    const results = await run(floats);
    const { value, grads } = engine.gradients(() => lossOf(results), Object.values(floats));
    tf.dispose([value, results]);
    return Object.fromEntries(Object.keys(floats).map((name, i) => [name, grads[i]]));
  } finally {
    tf.dispose(state.activeTape.map(({ saved }) => saved));
    endTape.call(engine);
  }
}

/** Exact for functions that are linear in each number, between kinks that are further apart. */
const STEP = 1 / 4;

/** Differentiates by central differences. */
async function differences(run: Run, floats: tf.NamedTensorMap): Promise<tf.NamedTensorMap> {
  const found: tf.NamedTensorMap = {};
  for (const [name, x] of Object.entries(floats)) {
    const slopes: tf.Scalar[] = [];
    const values = await x.data();
    for (const i of values.keys()) {
      const runAt = async (step: number) => {
        const moved = tf.tensor(
          values.map((value, j) => (i === j ? value + step : value)),
          x.shape,
        );
        const results = await run({ ...floats, [name]: moved });
        moved.dispose();
        return results;
      };
      const [low, high] = [await runAt(-STEP), await runAt(STEP)];
      slopes.push(tf.tidy(() => tf.div(lossOf(high, low), 2 * STEP)));
      tf.dispose([low, high]);
    }
    found[name] = tf.tidy(() =>
      tf.reshape(tf.stack([...slopes, tf.scalar(0)]).slice(0, x.size), x.shape),
    );
    tf.dispose(slopes);
  }
  return found;
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
    if (call.gradient) {
      const floats = Object.entries(inputs).filter(([, { dtype }]) => dtype === 'float32');
      const run: Run = (given) => executeOnce(model, call, { ...inputs, ...given });
      const differentiate = { taped, differences }[call.gradient];
      return await differentiate(run, Object.fromEntries(floats));
    }
    for (let i = 1; i < EXECUTIONS; i++) tf.dispose(await executeOnce(model, call, inputs));
    const results = await executeOnce(model, call, inputs);
    return Object.fromEntries(call.outputs.map((name, i) => [name, results[i]]));
  } finally {
    model.dispose();
  }
}
