/**
 * Random histories of calls on the current backend: indices and tables die, stay and are shared, sizes lie on both sides
 * of every threshold, arrays are written into, and backends change. It uses nothing from Node.
 */
import * as tf from '@tensorflow/tfjs';
import { accelerateBuiltins, gatherElements, scatterElements } from 'tfjs-gather-scatter';
import { repairGradients } from 'tfjs-gather-scatter/repair';
import { assign, gather, reduceSegments, scatter } from './history_calls.js';
import { pickFrom, randomFrom } from './history_plain.js';
import { type HistoryOptions, World } from './history_world.js';

const STEPS = 24;

/** What flags that choose a method may be, by the backend. */
const FLAGS: Partial<Record<string, [name: string, words: readonly string[]]>> = {
  webgl: ['GATHER_SCATTER_STRATEGY', ['auto', 'drawn', 'ordered']],
  webgpu: ['GATHER_SCATTER_ADAPTER', ['gpu', 'software']],
  wasm: ['GATHER_SCATTER_WASM', ['auto', 'views']],
};

/** Whether tensors that calls have read have values of their own on the GPU. */
const ownsValues = () =>
  tf.getBackend() === 'webgpu' ||
  (tf.getBackend() === 'webgl' && tf.env().getNumber('WEBGL_VERSION') === 2);

type Act = (world: World) => void | Promise<void>;

const CALLS = [assign, assign, scatter, scatter, gather, reduceSegments];

/** A history has so many forms of calls, each of which runs with several indices. */
const FORMS = 8;

function call(world: World, ids = world.someIds(), only?: (typeof CALLS)[number]): void {
  const { random, options } = world;
  world.random = randomFrom(options.seed + random(FORMS));
  try {
    const run = pickFrom(world.random, CALLS);
    world.step += ` ${(only ?? run).name}`;
    (only ?? run)(world, ids);
  } finally {
    world.random = random;
  }
  ids.isSafe = true;
}

function callAtMany(world: World): void {
  const ids = world.makeManyIds();
  // Extremes are taken in the order of sites everywhere.
  call(world, ids, world.chance(2) ? scatter : undefined);
}

/** Writes other indices into an array, all alike or all different. */
function scribble({ random }: World, array: tf.TypedArray): void {
  const [first, step] = [random(9), random(2)];
  for (let i = 0; i < array.length; i++) array[i] = first + i * step;
}

/** What happens between calls. */
const BETWEEN: Record<string, Act> = {
  settle: (world) => world.settle(),
  'free indices': (world) => {
    world.free(world.ids);
  },
  'free a table': (world) => {
    world.free(world.tables);
  },
  'free a variable'({ cells, random }) {
    if (cells.length > 0) cells.splice(random(cells.length), 1)[0].variable.dispose();
  },
  /** An optimizer subtracts 1 from all values of a variable. */
  train({ cells, random }) {
    if (cells.length === 0) return;
    const cell = pickFrom(random, cells);
    const optimizer = tf.train.sgd(1);
    optimizer.minimize(() => tf.sum(cell.variable), false, [cell.variable]);
    optimizer.dispose();
    cell.values = cell.values.map((value) => value - 1);
  },
  'accelerate and repair'({ undo }) {
    if (undo.length > 0) for (const each of undo.splice(0)) each();
    else undo.push(accelerateBuiltins(), repairGradients());
  },
  share(world) {
    const ids = world.someIds();
    const tensor = world.chance(2) ? tf.clone(ids.tensor) : tf.reshape(ids.tensor, [-1]);
    world.ids.push({ ...ids, tensor });
  },
  async read(world) {
    const { tensor, values, isSafe } = world.someIds();
    const array = await tensor.data();
    if (values.some((value, i) => array[i] !== value))
      world.mistakes.push(`${world.step}: other values`);
    if (isSafe && ownsValues()) scribble(world, array);
  },
  'write into an array'(world) {
    const { source, isSafe } = world.someIds();
    if (source && isSafe && ownsValues()) scribble(world, source);
  },
  flag(world) {
    const [name, words] = FLAGS[tf.getBackend()] ?? [];
    if (name && words) tf.env().set(name, pickFrom(world.random, words));
  },
  throw(world) {
    const count = pickFrom(world.random, [3, 300, 5000]);
    const bad = tf.tensor1d(
      Int32Array.from({ length: count }, (_, i) => (i === count - 1 ? 9 : 0)),
    );
    const calls = [
      () => gatherElements(tf.zeros([9]), bad),
      () => scatterElements(tf.zeros([9]), bad, tf.ones([count]), { reduction: 'max' }),
    ];
    try {
      tf.tidy(pickFrom(world.random, calls));
      world.mistakes.push(`${world.step}: nothing thrown`);
    } catch (error) {
      if (!String(error).includes('indices has the value 9')) throw error;
    } finally {
      bad.dispose();
    }
  },
  mend(world) {
    const ids = world.makeIds();
    const { tensor, values, source, limit } = ids;
    // wasm copies the array at once.
    if (!source || tf.getBackend() === 'wasm') return;
    // A call finds an index out of bounds; then the owner of the array mends it.
    source[0] = limit;
    try {
      tf.tidy(() => gatherElements(tf.zeros([limit]), tensor));
      world.mistakes.push(`${world.step}: nothing thrown`);
    } catch (error) {
      if (!String(error).includes('indices has the value')) throw error;
    }
    source[0] = values[0];
    if (world.chance(2)) tf.neg(tensor).dispose();
    call(world, ids, pickFrom(world.random, [gather, scatter]));
  },
  tape(world) {
    // Indices that depend on what is differentiated.
    const x = tf.tensor1d([1, 5, 2]);
    const largest = (x: tf.Tensor) => gatherElements(x, tf.topk(x, 1).indices);
    const squares = (x: tf.Tensor) => tf.sum(tf.mul(largest(x), largest(x)));
    world.expect(() => [tf.grad(squares)(x)], [Float32Array.of(0, 10, 0)]);
    x.dispose();
  },
};

/** Moves indices to another backend and back. */
async function travel(world: World): Promise<void> {
  const home = tf.getBackend();
  if (home === 'cpu') return;
  await world.settle();
  const ids = world.someIds();
  // On webgpu, reads must not stall.
  for (const tensor of [ids.tensor, ...world.cells.map(({ variable }) => variable)])
    await tensor.data();
  await tf.setBackend('cpu');
  tf.neg(ids.tensor).dispose();
  for (const { variable } of world.cells) if (world.chance(2)) tf.neg(variable).dispose();
  if (home !== 'webgpu' && world.chance(2)) call(world, ids);
  await world.settle();
  await tf.setBackend(home);
  for (const each of world.ids) each.isSafe = false;
}

/** Ends the backend, with all that it has, and starts it again. */
async function restart(world: World): Promise<void> {
  await world.freeAll();
  const name = tf.getBackend();
  const start = tf.findBackendFactory(name);
  tf.removeBackend(name);
  tf.registerBackend(name, start);
  await tf.setBackend(name);
}

async function takeStep(world: World, act: Act, name: string): Promise<void> {
  world.step = `step ${world.number}, ${name}`;
  try {
    await act(world);
  } catch (error) {
    world.mistakes.push(`${world.step}: ${String(error)}`);
  }
}

/** Runs a history. Returns what was wrong. */
export async function runHistory(options: HistoryOptions): Promise<string[]> {
  const world = new World(options);
  const { numTensors } = tf.memory();
  const { random } = world;
  const [anywhere, travelAt, restartAt] = [STEPS, STEPS, 2 * STEPS].map(random);
  // In many histories, the longest call is the first.
  const manyAt = world.chance(2) ? 0 : anywhere;
  for (; world.number < STEPS; world.number++) {
    const step = world.number;
    if (step === manyAt) await takeStep(world, callAtMany, 'many');
    if (step === travelAt) await takeStep(world, travel, 'travel');
    if (step === restartAt) await takeStep(world, restart, 'restart');
    const name = pickFrom(random, Object.keys(BETWEEN));
    await takeStep(world, BETWEEN[name], name);
    for (let n = 0; n < 2; n++) await takeStep(world, call, 'call');
  }
  for (const undo of world.undo) undo();
  await world.freeAll();
  if (tf.memory().numTensors > numTensors) world.mistakes.push('tensors are left');
  return world.mistakes;
}
