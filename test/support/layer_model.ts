/**
 * Builds a model with one layer from symbolic tensors, saves it, loads it and runs it on the
 * current backend. Applying the layer's op to each example gives the expected result.
 */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import type { TensorScatterOptions } from 'tfjs-gather-scatter';
import * as layers from 'tfjs-gather-scatter/layers';
import { isGatherSegmentName } from './call.js';
import type { LayerCall, LayerConfig, OpUse, SegmentName } from './call.js';
import { computedFrom } from './computed.js';
import type { Named } from './find_op.js';
import { buildTensor } from './tensors.js';

/** An op, applied to the inputs of one example. */
export type ExampleOp = (inputs: tf.Tensor[]) => tf.Tensor;

export function isSegmentName(op: LayerCall['op']): op is SegmentName {
  return op.startsWith('unsortedSegment');
}

/** The casts let a case pass a wrong config, as JavaScript callers can. */
export function makeLayer(op: LayerCall['op'], config: LayerConfig): tf.layers.Layer {
  if (op === 'tensorScatter') return layers[op](config as TensorScatterOptions);
  return isSegmentName(op) || isGatherSegmentName(op)
    ? layers[op](config as layers.SegmentLayerConfig)
    : layers[op](config as Parameters<typeof layers.scatterND>[0]);
}

/** The options with which the op does for one example what its layer does for a batch. */
export function exampleOptions({ op, config }: LayerCall): OpUse['options'] {
  const { axis = 1, batchDims = 1, ...others } = config;
  const position = op.endsWith('Elements')
    ? { axis: axis > 0 ? axis - 1 : axis }
    : { batchDims: batchDims - 1 };
  return { ...others, ...position };
}

export async function saveAndLoad(model: tf.LayersModel): Promise<tf.LayersModel> {
  let saved: tf.io.ModelArtifacts = {};
  const handler = tf.io.withSaveHandler((artifacts) => {
    // Keeps only what JSON can represent, as a file would.
    const modelTopology = JSON.parse(JSON.stringify(artifacts.modelTopology)) as object;
    saved = { ...artifacts, modelTopology };
    return Promise.resolve({
      modelArtifactsInfo: { dateSaved: new Date(), modelTopologyType: 'JSON' },
    });
  });
  await model.save(handler);
  return tf.loadLayersModel(tf.io.fromMemory(saved));
}

function buildModel({ op, config, inputs, declared = {} }: LayerCall): tf.LayersModel {
  const symbols = Object.entries(inputs).map(([name, { shape, dtype }]) =>
    tf.input({ shape: shape.slice(1), dtype: declared[name] ?? dtype }),
  );
  const output = makeLayer(op, config).apply(symbols) as tf.SymbolicTensor;
  return tf.model({ inputs: symbols, outputs: output });
}

function predict(model: tf.LayersModel, inputs: tf.Tensor[]): tf.Tensor {
  return model.predict(inputs, { batchSize: 2 }) as tf.Tensor;
}

function onEachExample(op: ExampleOp, inputs: tf.Tensor[]): tf.Tensor {
  const example = (i: number) =>
    inputs.map((input) => tf.reshape(tf.slice(input, [i], [1]), input.shape.slice(1)));
  return tf.stack(Array.from({ length: inputs[0].shape[0] }, (_, i) => op(example(i))));
}

/**
 * The gradients of the first input and of weights, which must pass through the layer. The layer's
 * indices are computed from the first input, which changes no gradient.
 */
function gradients(
  { dy, inputs }: LayerCall,
  model: tf.LayersModel,
  op: ExampleOp,
  given: tf.Tensor[],
): Named {
  if (dy === undefined) return {};
  const names = Object.keys(inputs);
  const places = [0, ...('weights' in inputs ? [names.indexOf('weights')] : [])];
  const gradientsOf = (f: (inputs: tf.Tensor[]) => tf.Tensor) => {
    const apply = (...operands: tf.Tensor[]) =>
      f(given.map((tensor, i) => (places.includes(i) ? operands[places.indexOf(i)] : tensor)));
    return tf.grads(apply)(
      places.map((i) => given[i]),
      buildTensor(dy),
    );
  };
  const isIndex = (at: number) =>
    names[at] === 'writeIndices' || (at === 1 && !['weights', 'update'].includes(names[at]));
  const ofLayer = gradientsOf(([x, ...others]) => {
    const computed = [x, ...others].map((input, i) =>
      isIndex(i) ? computedFrom('argMax', x, input) : input,
    );
    return model.apply(computed) as tf.Tensor;
  });
  const ofExamples = gradientsOf((inputs) => onEachExample(op, inputs));
  return {
    gradient: ofLayer[0],
    exampleGradient: ofExamples[0],
    ...(places.length > 1 && { ofWeights: ofLayer[1], exampleOfWeights: ofExamples[1] }),
  };
}

/** The results of the layer in the built and in the loaded model, and of the op on each example. */
export async function runLayer(call: LayerCall, op: ExampleOp, given: Named): Promise<Named> {
  const inputs = Object.keys(call.inputs).map((name) => given[name]);
  const model = buildModel(call);
  const loaded = await saveAndLoad(model);
  const [output] = loaded.outputs;
  const results = tf.tidy(() => ({
    result: predict(model, inputs),
    loaded: predict(loaded, inputs),
    examples: onEachExample(op, inputs),
    symbolicShape: tf.tensor1d(
      output.shape.map((length) => length ?? -1),
      'int32',
    ),
    symbolic: tf.zeros([1], output.dtype),
    ...gradients(call, loaded, op, inputs),
  }));
  model.dispose();
  loaded.dispose();
  return results;
}
