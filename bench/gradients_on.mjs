/** Times gradients on a backend, `cpu` or `wasm`, in its own process, and prints them as JSON. */
import { median } from 'simple-statistics';
import { makeInputs, valuesShape } from './cases.mjs';
import { load } from './contestants/tfjs_in_node.mjs';

const ROUNDS = 15;
const WARM_UP = 4;
const REDUCTIONS = ['none', 'add', 'sub', 'mean', 'max', 'min', 'mul'];
const shapesOf = (smoke) =>
  smoke
    ? [['64 elements', [64], 64]]
    : [
        ['1M elements into 1M', [2 ** 20], 2 ** 20],
        ['16,384 rows of 64 into 65,536', [65_536, 64], 16_384],
      ];

/** Times a call, and the call with its gradients, in turn. */
function timeGradients(tf, call, inputs, rounds) {
  const output = call(...inputs);
  const dy = tf.randomUniform(output.shape, -1, 1);
  output.dispose();
  const runs = [() => call(...inputs), () => tf.grads(call)(inputs, dy)];
  const times = runs.map(() => []);
  for (let round = -WARM_UP; round < rounds; round++) {
    runs.forEach((run, i) => {
      const start = performance.now();
      tf.dispose(run());
      if (round >= 0) times[i].push(performance.now() - start);
    });
  }
  dy.dispose();
  const [forward, whole] = times.map((each) => median(each));
  return { forward, whole, ratio: whole / forward };
}

/** Lists the calls for a shape: scatters with all reductions, tfjs' own ops, and segment ops. */
function callsOf({ tf, functions, segments }, data, sites) {
  const given = { op: 'ScatterND', data, indices: [sites, 1] };
  const made = makeInputs(given);
  const x = tf.tensor(made.data, data);
  const indices = tf.tensor(made.indices, given.indices, 'int32');
  const updates = tf.tensor(made.updates, valuesShape(given));
  const halfZeros = tf.tidy(() => tf.relu(tf.randomUniform(updates.shape, -1, 1)));
  const ids = indices.flatten();
  const scatter = (name, options, updates) => [
    `scatterND ${name}`,
    (d, u) => functions.scatterND(d, indices, u, options),
    [x, updates],
  ];
  const ofSegments = ['Max', 'Min', 'Prod', 'Softmax'].map((name) => [
    `unsortedSegment${name}`,
    (u) => segments[`unsortedSegment${name}`](u, ids, data[0]),
    [updates],
  ]);
  return [
    ...REDUCTIONS.map((reduction) => scatter(reduction, { reduction }, updates)),
    scatter('mul, half of the updates 0', { reduction: 'mul' }, halfZeros),
    scatter('max without data', { reduction: 'max', includeSelf: false }, updates),
    ['tf.gatherND', (d) => tf.gatherND(d, indices), [x]],
    // Run by the package's kernel: tfjs' own overwrites its input on cpu.
    ['tf.tensorScatterUpdate', (d, u) => tf.tensorScatterUpdate(d, indices, u), [x, updates]],
    ...ofSegments,
  ];
}

const [backend, smoke] = process.argv.slice(2);
const { tf, functions, segments } = load();
await tf.setBackend(backend);
functions.accelerateBuiltins();
const results = shapesOf(smoke === 'true').map(([shape, data, sites]) => {
  const calls = callsOf({ tf, functions, segments }, data, sites);
  const times = calls.map(([name, call, inputs]) => {
    console.error(`  ${backend}: ${name}, ${shape}`);
    return { name, ...timeGradients(tf, call, inputs, smoke === 'true' ? 2 : ROUNDS) };
  });
  return { shape, times };
});
console.log(JSON.stringify(results));
