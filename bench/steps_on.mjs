/** Times whole training steps on a backend in Node, in its own process, and prints the medians as JSON. */
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-wasm';
import { accelerateBuiltins } from 'tfjs-gather-scatter';
import { indexSelect, take } from 'tfjs-gather-scatter/indexing';
import { unsortedSegmentSoftmax } from 'tfjs-gather-scatter/segment';
import { gatherSegmentSum } from 'tfjs-gather-scatter/sparse';
import { timeSteps } from './time_steps.mjs';

const [way, seconds, sizes] = process.argv.slice(2).map((text) => JSON.parse(text));
const FEATURES = 64;
const CLASSES = 8;

const random = (length, below) =>
  tf.tensor1d(
    Int32Array.from({ length }, () => Math.random() * below),
    'int32',
  );

const variables = (...shapes) => shapes.map((shape) => tf.variable(tf.randomNormal(shape, 0, 0.1)));

/** A random graph with a loop at each node, as PyTorch Geometric adds them, and its normalized weights. */
function graphOf(nodes, edges) {
  const ends = [0, 1].map(() =>
    Int32Array.from({ length: edges + nodes }, (_, i) =>
      i < edges ? Math.random() * nodes : i - edges,
    ),
  );
  const [sources, targets] = ends;
  const degrees = new Float32Array(nodes);
  for (const target of targets) degrees[target]++;
  const weights = Float32Array.from(
    sources,
    (source, i) => 1 / Math.sqrt(degrees[source] * degrees[targets[i]]),
  );
  return {
    nodes,
    sources: tf.tensor1d(sources, 'int32'),
    targets: tf.tensor1d(targets, 'int32'),
    weights: tf.tensor1d(weights),
  };
}

function gcnOf({ nodes, sources, targets, weights }) {
  const [first, bias, second, lastBias] = variables(
    [FEATURES, FEATURES],
    [FEATURES],
    [FEATURES, CLASSES],
    [CLASSES],
  );
  const layer = (x, kernel, bias) =>
    gatherSegmentSum(tf.matMul(x, kernel), sources, targets, nodes, { weights }).add(bias);
  return (x) => layer(tf.relu(layer(x, first, bias)), second, lastBias);
}

function gatOf({ nodes, sources, targets }) {
  const layer = (inputs, heads, features) => {
    const [kernel, ofSource, ofTarget, bias] = variables(
      [inputs, heads * features],
      [1, heads, features],
      [1, heads, features],
      [heads * features],
    );
    return (x) => {
      const rows = tf.matMul(x, kernel).reshape([nodes, heads, features]);
      const [atSource, atTarget] = [ofSource, ofTarget].map((by) => rows.mul(by).sum(-1));
      const scores = indexSelect(atSource, sources).add(indexSelect(atTarget, targets));
      const weights = unsortedSegmentSoftmax(tf.leakyRelu(scores, 0.2), targets, nodes);
      const sum = gatherSegmentSum(rows, sources, targets, nodes, { weights });
      return sum.reshape([nodes, heads * features]).add(bias);
    };
  };
  const [first, second] = [layer(FEATURES, 4, FEATURES / 4), layer(FEATURES, 1, CLASSES)];
  return (x) => second(tf.relu(first(x)));
}

/** Layers of 784, 256 and 8 values, as for handwritten digits. */
function denseOf() {
  const [first, bias, second, lastBias] = variables([784, 256], [256], [256, CLASSES], [CLASSES]);
  return (x) => tf.relu(x.matMul(first).add(bias)).matMul(second).add(lastBias);
}

/** Returns the median time of a function. */
function medianOf(run) {
  const times = timeSteps(run, seconds);
  return times[times.length >> 1];
}

/** Returns the median time of a step until its loss is read. */
function medianOfSteps(optimizer, loss) {
  const ms = medianOf(() => {
    const value = optimizer.minimize(loss, true);
    value.dataSync();
    value.dispose();
  });
  tf.disposeVariables();
  optimizer.dispose();
  return ms;
}

/** The time of a gather of as many random rows as there are. */
function medianOfRows(length, count) {
  const [x, ids] = [tf.randomNormal([count, length]), random(count, count)];
  const ms = medianOf(() => take(x, ids).dispose());
  tf.dispose([x, ids]);
  return ms;
}

function timeClassifier(model, x) {
  const labels = tf.oneHot(random(x.shape[0], CLASSES), CLASSES).toFloat();
  const loss = () => tf.losses.softmaxCrossEntropy(labels, model(x));
  const ms = medianOfSteps(tf.train.adam(0.01), loss);
  tf.dispose([x, labels]);
  return ms;
}

function timeGraph(modelOf, nodes, edges) {
  const graph = graphOf(nodes, edges);
  const ms = timeClassifier(modelOf(graph), tf.randomNormal([nodes, FEATURES]));
  const { sources, targets, weights } = graph;
  tf.dispose([sources, targets, weights]);
  return ms;
}

function timeEmbedding(optimizer, rows) {
  const ids = random(512, rows);
  const wanted = tf.randomNormal([512, FEATURES]);
  const [table] = variables([rows, FEATURES]);
  return medianOfSteps(optimizer, () => take(table, ids).sub(wanted).square().mean());
}

async function run() {
  await tf.setBackend('wasm');
  if (way === 'accelerated') accelerateBuiltins();
  const { graphs, examples, rows, gathers } = sizes;
  const times = {};
  for (const [name, modelOf] of Object.entries({ GCN: gcnOf, GAT: gatOf })) {
    for (const [nodes, edges] of graphs)
      times[`${name} ${edges}`] = timeGraph(modelOf, nodes, edges);
  }
  times[`dense layers ${examples}`] = timeClassifier(denseOf(), tf.randomNormal([examples, 784]));
  times[`embedding, Adam ${rows}`] = timeEmbedding(tf.train.adam(0.01), rows);
  times[`embedding, SGD ${rows}`] = timeEmbedding(tf.train.sgd(0.01), rows);
  for (const [length, count] of gathers) {
    times[`gather, rows of ${length} ${count}`] = medianOfRows(length, count);
  }
  console.log(JSON.stringify(times));
}

void run();
