/**
 * Loads bundles of entries one after another, as if in a new process each time, and uses each. Reads a list of
 * sequences as JSON from stdin, and prints the results of each as a line of JSON.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import * as tf from '@tensorflow/tfjs';

const require = createRequire(import.meta.url);
const globals = Reflect.get(globalThis, '_tfGlobals');
const registries = ['kernelRegistry', 'gradRegistry'].map((name) => globals.get(name));
const before = registries.map((registry) => new Map(registry));
const prototype = Object.getPrototypeOf(tf.scalar(0));
const methods = Object.getOwnPropertyNames(prototype);

/** Removes all that the package has added to tfjs. */
function forget() {
  registries.forEach((registry, i) => {
    registry.clear();
    for (const [key, config] of before[i]) registry.set(key, config);
  });
  for (const key of Object.getOwnPropertySymbols(tf.engine()))
    Reflect.deleteProperty(tf.engine(), key);
  for (const name of Object.getOwnPropertyNames(prototype))
    if (!methods.includes(name)) Reflect.deleteProperty(prototype, name);
}

let loads = 0;

async function loadAnew(file) {
  if (file.endsWith('.mjs')) return import(`${file}?${loads++}`);
  Reflect.deleteProperty(require.cache, require.resolve(file));
  return require(file);
}

const x = () => tf.tensor1d([1, 2]);
const ids = (...values) => tf.tensor2d([values], [1, values.length], 'int32');

/** A variable that all copies change in place, of the fewest values for that. */
const table = tf.variable(tf.zeros([1024]));

/** Adds to the variable. Returns what an array that was read before has gained, and the variable. */
function addInPlace(assignScatterND) {
  const add = () => assignScatterND(table, [[0]], 1, { reduction: 'add' });
  add();
  const array = table.dataSync();
  const [first] = array;
  for (let n = 0; n < 2; n++) add();
  return tf.tensor1d([array[0] - first, table.dataSync()[0] - first]);
}

const ofOps = ({ assignScatterND, gatherND }) => [
  () => tf.grad((x) => gatherND(x, [[1], [1]]))(x()),
  () => gatherND(x(), [[7]]),
  () => addInPlace(assignScatterND),
];

/** The calls of each entry: one that works, and one with an index out of bounds. */
const CALLS = {
  '.': ofOps,
  core: ofOps,
  tf: ofOps,
  segment: ({ unsortedSegmentMax }) => [
    () => tf.grad((x) => unsortedSegmentMax(x, [0, 0], 1))(x()),
    () => unsortedSegmentMax(x(), [0, 7], 1),
  ],
  sparse: ({ gatherSegmentMean }) => [
    () => tf.grad((x) => gatherSegmentMean(x, [0, 1], [0, 0], 1))(x()),
    () => gatherSegmentMean(x(), [7], [0], 1),
  ],
  indexing: ({ take }) => [() => tf.grad((x) => take(x, [1, 1]))(x()), () => take(x(), [7])],
  layers: ({ gatherElements }) => [
    () => gatherElements().apply([x().expandDims(), ids(1, 0)]),
    () => gatherElements().apply([x().expandDims(), ids(7, 0)]),
  ],
  chained: () => [
    () => tf.grad((x) => x.scatterElements([0, 0], [3, 5], { reduction: 'mul' }))(x()),
    () => x().scatterElements([7], [1]),
  ],
  converter: ({ registerConverterOps }) => [() => tf.tensor1d([registerConverterOps().length])],
};

/** A call of a kernel by its public name, which needs no function. */
const runKernel = () =>
  tf.engine().runKernel('GatherND', { data: x(), indices: tf.tensor2d([[1]], [1, 1], 'int32') });

const resultOf = (call) => {
  try {
    return call().arraySync();
  } catch ({ message }) {
    return message;
  }
};

/** Accelerates tfjs' ops by each copy, and undoes it in this order. Returns what differs then. */
function accelerate(copies, order) {
  const kept = registries.map((registry) => [...registry]);
  const lookup = (x) => tf.gather(x, tf.tensor1d([1, 1], 'int32'));
  const undos = copies.map(({ accelerateBuiltins }) => accelerateBuiltins());
  const value = resultOf(() => tf.grad(lookup)(x()));
  for (const i of order) undos[i]();
  const changed = registries.flatMap((registry, i) =>
    kept[i].filter(([key, config]) => registry.get(key) !== config).map(([key]) => key),
  );
  return { value, changed };
}

for (const sequence of JSON.parse(readFileSync(0, 'utf8'))) {
  forget();
  const copies = [];
  for (const { file } of sequence) copies.push(await loadAnew(file));
  await tf.setBackend('cpu');
  const results = sequence.map(({ entry }, i) => CALLS[entry]?.(copies[i]).map(resultOf) ?? []);
  const accelerating = copies.filter(({ accelerateBuiltins }) => accelerateBuiltins);
  const orders =
    accelerating.length < 2
      ? []
      : [
          [0, 1],
          [1, 0],
        ];
  const undone = orders.map((order) => accelerate(accelerating, order));
  console.log(JSON.stringify({ results, direct: resultOf(runKernel), undone }));
}
