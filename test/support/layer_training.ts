/** Trains a small graph network of the layers on the current backend, saves it and loads it. */
import * as tf from '@tensorflow/tfjs';
import 'tfjs-gather-scatter';
import * as layers from 'tfjs-gather-scatter/layers';
import type { TrainingCall } from './call.js';
import { saveAndLoad } from './layer_model.js';
import { connect, floats, ints } from './symbolic.js';

const NODES = 4;
const EDGES = 5;
const WIDTH = 3;

function dense(units: number, seed: number): tf.layers.Layer {
  return tf.layers.dense({ units, kernelInitializer: tf.initializers.glorotUniform({ seed }) });
}

/** Assigns each node the index of its largest value, in float32 like all values from tfjs' layers. */
class Cluster extends tf.layers.Layer {
  static className = 'Cluster';

  override computeOutputShape(shape: (number | null)[]): (number | null)[] {
    return shape.slice(0, -1);
  }

  override call(inputs: tf.Tensor[]): tf.Tensor {
    return tf.cast(tf.argMax(inputs[0], -1), 'float32');
  }
}
tf.serialization.registerClass(Cluster);

/**
 * Sums messages along edges, weighted by attention, at their targets, and reads out one node. It
 * also pools clusters of nodes, which it computes itself.
 */
function graphNetwork(): tf.LayersModel {
  const nodes = floats(NODES, WIDTH);
  const sources = ints(EDGES, 1);
  const targets = ints(EDGES);
  const readout = ints(1, 1);

  const messages = connect(layers.gatherND(), connect(dense(WIDTH, 1), nodes), sources);
  const softmax = layers.unsortedSegmentSoftmax({ numSegments: NODES });
  const weights = connect(softmax, connect(dense(WIDTH, 2), messages), targets);
  const weighed = connect(tf.layers.multiply(), messages, weights);
  const sums = connect(layers.unsortedSegmentSum({ numSegments: NODES }), weighed, targets);
  // A tfjs layer, which turns indices into floats.
  const tuples = connect(tf.layers.reshape({ targetShape: [EDGES, 1] }), targets);
  const all = connect(layers.scatterND({ reduction: 'add' }), sums, tuples, messages);
  const perNode = connect(dense(1, 3), all);
  const chosen = connect(layers.gatherElements({ axis: 1 }), perNode, readout);
  const pooling = layers.unsortedSegmentMax({ numSegments: WIDTH, empty: 0 });
  const pooled = connect(pooling, all, connect(new Cluster(), all));
  const ofPools = connect(dense(1, 4), connect(tf.layers.flatten(), pooled));
  return tf.model({
    inputs: [nodes, sources, targets, readout],
    outputs: connect(tf.layers.add(), connect(tf.layers.flatten(), chosen), ofPools),
  });
}

/** Examples whose target is the sum of the incoming values at the node that is read out. */
function examples(count: number): { inputs: tf.Tensor[]; target: tf.Tensor } {
  const numbers = (length: number, step: number, range: number) =>
    Array.from({ length }, (_, i) => (i * step + (i >> 2)) % range);
  const nodes = numbers(count * NODES * WIDTH, 5, 7).map((value) => value / 4 - 0.75);
  const sources = numbers(count * EDGES, 3, NODES);
  const targets = numbers(count * EDGES, 2, NODES);
  const readouts = numbers(count, 3, NODES);
  const target = readouts.map((node, example) => {
    const edges = Array.from({ length: EDGES }, (_, edge) => example * EDGES + edge);
    const incoming = edges.filter((edge) => targets[edge] === node);
    const firsts = incoming.map((edge) => nodes[(example * NODES + sources[edge]) * WIDTH]);
    return firsts.reduce((sum, value) => sum + value, 0);
  });
  return {
    inputs: [
      tf.tensor3d(nodes, [count, NODES, WIDTH]),
      tf.tensor3d(sources, [count, EDGES, 1], 'int32'),
      tf.tensor2d(targets, [count, EDGES], 'int32'),
      tf.tensor3d(readouts, [count, 1, 1], 'int32'),
    ],
    target: tf.tensor2d(target, [count, 1]),
  };
}

/** Trains a model; returns its loss after each epoch, and predictions of the model and its loaded copy. */
export async function train({ epochs }: TrainingCall): Promise<Record<string, tf.Tensor>> {
  const model = graphNetwork();
  const optimizer = tf.train.adam(0.05);
  model.compile({ optimizer, loss: 'meanSquaredError' });
  const { inputs, target } = examples(12);
  const { history } = await model.fit(inputs, target, { batchSize: 5, epochs, shuffle: false });
  const loaded = await saveAndLoad(model);
  const results = {
    losses: tf.tensor1d(history.loss as number[]),
    predicted: model.predict(inputs) as tf.Tensor,
    loaded: loaded.predict(inputs) as tf.Tensor,
  };
  tf.dispose([inputs, target]);
  optimizer.dispose();
  model.dispose();
  loaded.dispose();
  return results;
}
