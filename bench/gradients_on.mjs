/** Times gradients on a backend, `cpu` or `wasm`, in its own process, and prints them as JSON. */
import { makeInputs, valuesShape } from './cases.mjs';
import { load } from './contestants/tfjs_in_node.mjs';
import { timeInTurn } from './in_turn.mjs';

const ROUNDS = 15;
const REDUCTIONS = ['none', 'add', 'sub', 'mean', 'max', 'min', 'mul'];
const shapesOf = (smoke) =>
  smoke
    ? [['64 elements', [64], 64]]
    : [
        ['1M elements into 1M', [2 ** 20], 2 ** 20],
        ['16,384 rows of 64 into 65,536', [65_536, 64], 16_384],
      ];

/** Times a call, and the call with its gradients, in turn. */
async function timeGradients(tf, call, inputs, rounds) {
  const output = call(...inputs);
  const dy = tf.randomUniform(output.shape, -1, 1);
  const calls = [() => call(...inputs), () => tf.grads(call)(inputs, dy)];
  const [forward, whole] = await timeInTurn(tf, calls, rounds);
  tf.dispose([output, dy]);
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
const results = [];
for (const [shape, data, sites] of shapesOf(smoke === 'true')) {
  const times = [];
  for (const [name, call, inputs] of callsOf({ tf, functions, segments }, data, sites)) {
    console.error(`  ${backend}: ${name}, ${shape}`);
    const found = await timeGradients(tf, call, inputs, smoke === 'true' ? 2 : ROUNDS);
    times.push({ name, ...found });
  }
  results.push({ shape, times });
}
console.log(JSON.stringify(results));
