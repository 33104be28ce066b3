/**
 * Random scatters into variables, against the same call as a function whose result is assigned: values, errors, what else
 * holds the variable's memory, and tf.memory(). Runs in this process and in pages.
 */
import * as tf from '@tensorflow/tfjs';
import { assignScatterND } from 'tfjs-gather-scatter';
import { assignNameOf, type OpUse } from './call.js';
import { findOp } from './find_op.js';
import { randomFrom } from './history_plain.js';
import { buildTensor } from './tensors.js';
import { arrayOf } from './values.js';

/** Who else holds the values of a variable. */
export const HOLDERS = [
  'alone',
  'clone',
  'reshape',
  'slice',
  'head',
  'variable',
  'gradient',
  'user array',
  'dataSync',
  'uploaded',
  'computed',
  'tidy',
  'profile',
  'debug',
  'own updates',
  'cast',
  'was cast',
  'kept',
  'pending read',
  'second gradient',
] as const;

export type Holder = (typeof HOLDERS)[number];

export interface AssignCheck {
  use: OpUse;
  holder: Holder;
  /** Of the numbers that say what happens before the call. */
  seed: number;
  /** The largest integers that tfjs multiplies exactly. */
  exactIntegers: number;
  /** Whether only the GPU knows the indices, which must then be inside. */
  hidesIndices?: boolean;
}

/** A variable that alone has the values of a tensor, which it disposes of. */
export function variableOf(x: tf.Tensor): tf.Variable {
  const variable = tf.variable(x);
  x.dispose();
  return variable;
}

interface State {
  numTensors: number;
  numBytes: number;
  numDataBuffers: number;
}

/** GPUs may take smaller numbers for 0. */
const SMALLEST = 2 ** -120;

const areSmall = (a: number, b: number) => Math.max(Math.abs(a), Math.abs(b)) < SMALLEST;

const same = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  a.length === b.length &&
  Array.from(a).every((x, i) => Object.is(x, b[i]) || (x !== b[i] && areSmall(x, b[i])));

/** Runs one call with one holder. Throws if anything differs. Returns what came up. */
async function checkAssign(check: AssignCheck): Promise<string> {
  const { use, holder, seed, exactIntegers, hidesIndices = false } = check;
  const random = randomFrom(seed);
  const { op, inputs, options } = use;
  const { data, updates: given } = inputs;
  if (!given) throw new Error('a scatter needs updates');
  const { dtype, shape } = data;
  const memory = (): State => {
    const { numTensors, numBytes, numDataBuffers } = tf.memory();
    return { numTensors, numBytes, numDataBuffers };
  };
  const before = memory();
  const wasCast = holder === 'was cast' && dtype === 'float32';
  const wanted = wasCast ? arrayOf(data).map((value) => (value > 0 ? 1 : 0)) : arrayOf(data);
  const own = holder === 'user array' ? wanted : wanted.slice();
  const initial = tf.tidy(() => {
    if (!wasCast) return tf.tensor(own, shape, dtype);
    return tf.tensor(own, shape, seed % 2 === 0 ? 'int32' : 'bool').toFloat();
  });
  const variable = variableOf(initial);
  const indices = tf.tidy(() => {
    const known = buildTensor(inputs.indices);
    return hidesIndices ? tf.add(known, tf.scalar(0, 'int32')) : known;
  });
  const isOwn = holder === 'own updates' && String(given.shape) === String(shape);
  const updates = isOwn ? variable : buildTensor(given);
  // Scatters nothing, which makes the memory the variable's own.
  const none = tf.tensor(new Int32Array([0]), [1, 1], 'int32');
  // Not a slice: on webgpu, tfjs rounds large integers in its own.
  const rowShape = [1, ...shape.slice(1)];
  const first = tf.tensor(wanted.slice(0, wanted.length / shape[0]), rowShape, dtype);
  if (holder !== 'user array' && holder !== 'was cast' && random(10) > 0) {
    for (let i = 0; i < 2; i++) assignScatterND(variable, none, first);
  }
  const isExact = (values: ArrayLike<number>) =>
    dtype === 'float32' || Array.from(values).every((x) => Math.abs(x) < exactIntegers);
  if (holder === 'computed' && dtype !== 'bool' && isExact(wanted)) {
    // On webgl, tfjs packs four values of its results into a texel.
    const computed = tf.tidy(() => variable.mul(tf.onesLike(variable)));
    variable.assign(computed);
    computed.dispose();
  }
  // TensorFlow adds no bools.
  const uploaded = () => (dtype === 'bool' ? variable.logicalNot() : variable.add(variable));
  if (holder === 'uploaded') uploaded().dispose();
  const fail = (what: string, found: unknown, expected: unknown): never => {
    const shown = JSON.stringify({ ...check, found, expected }, (_, value: unknown) =>
      ArrayBuffer.isView(value) ? Array.from(value as Float32Array) : value,
    );
    throw new Error(`${what}: ${shown}`);
  };
  // Not always, because GPU backends keep what was read, and return it again.
  if (random(3) === 0) {
    const start = await variable.data();
    if (!same(start, wanted)) fail('the start differs', start, wanted);
  }
  // The function on other data.
  const other = tf.tensor(wanted.slice(), shape, dtype);
  const otherUpdates = isOwn ? other : updates;
  let expected: ArrayLike<number> = wanted.slice();
  let wantedError = '';
  try {
    const result = findOp({ op })(other, indices, otherUpdates, options);
    expected = await result.data();
    result.dispose();
  } catch (error) {
    wantedError = String(error);
  }
  other.dispose();
  const held: tf.Tensor[] = [];
  let array: ArrayLike<number> | null = null;
  if (holder === 'clone') held.push(variable.clone());
  if (holder === 'reshape') held.push(variable.reshape([-1]));
  if (holder === 'slice') held.push(variable.slice(shape[0] - 1, 1));
  if (holder === 'head') held.push(tf.tidy(() => variable.reshape([-1]).slice(0, 1)));
  if (holder === 'variable') held.push(tf.variable(variable));
  if (holder === 'cast' && dtype !== 'float32') held.push(variable.toFloat());
  if (holder === 'kept') tf.tidy(() => held.push(tf.keep(variable.reshape([1, -1]))));
  if (holder === 'dataSync')
    array = tf.getBackend() === 'webgpu' ? await variable.data() : variable.dataSync();
  if (holder === 'user array') array = own;
  const heldBefore = array ? Array.from(array) : [];
  const last = wanted.length - wanted.length / shape[0];
  const valuesBefore = holder === 'slice' ? wanted.slice(last) : wanted;
  const pending = holder === 'pending read' ? variable.data() : null;
  const between = memory();
  let error = '';
  let slope: tf.Tensor | null = null;
  const run = () => {
    findOp({ op: assignNameOf(op) })(variable, indices, updates, options);
  };
  try {
    if (holder === 'tidy') tf.tidy(run);
    else if (holder === 'profile') {
      let thrown: unknown = null;
      await tf.profile(() => {
        try {
          run();
        } catch (error) {
          thrown = error;
        }
        tf.scalar(0).dispose();
      });
      if (thrown) throw thrown as Error;
    } else if (holder === 'debug') {
      tf.env().set('DEBUG', true);
      try {
        run();
      } finally {
        tf.env().set('DEBUG', false);
      }
    } else if ((holder === 'gradient' || holder === 'second gradient') && dtype === 'float32') {
      const ones = tf.ones(shape);
      let thrown: unknown = null;
      // Both orders give the variable's values, which the tapes have saved.
      const isFirst = holder === 'gradient';
      const slopeOf = (f: (x: tf.Tensor) => tf.Tensor) =>
        isFirst ? tf.grad(f) : tf.grad(tf.grad(f));
      slope = slopeOf((x) => {
        const y = isFirst ? x.mul(variable) : x.mul(x).mul(0.5).mul(variable);
        try {
          run();
        } catch (error) {
          thrown = error;
        }
        return y.sum();
      })(ones);
      ones.dispose();
      if (thrown) throw thrown as Error;
    } else run();
  } catch (thrown) {
    error = String(thrown);
  }
  if (slope) {
    const found = await slope.data();
    if (!same(found, wanted)) fail('the gradient differs', found, wanted);
    slope.dispose();
  }
  // Before tfjs' count of what there is, because webgl keeps what is being read until then.
  if (pending && !same(await pending, wanted)) fail('a read differs', await pending, wanted);
  const named = (text: string) => text.replace(/assignScatter/, 'scatter');
  if (named(error) !== wantedError) fail('the error differs', error, wantedError);
  const after = memory();
  // A copy, beside what others hold, is another buffer.
  // In debug mode, tfjs' reads of what is disposed may be pending.
  if (holder === 'debug') before.numDataBuffers = -1;
  if (held.length > 0 || holder === 'debug') after.numDataBuffers = between.numDataBuffers;
  if (JSON.stringify(after) !== JSON.stringify(between)) fail('memory differs', after, between);
  for (const each of held) {
    const found = await each.data();
    const before = valuesBefore.slice(0, each.size);
    // tfjs rounds large integers on some backends.
    const areSame = ['cast', 'slice', 'head'].includes(holder)
      ? same(Float32Array.from(found), Float32Array.from(before))
      : same(found, before);
    if (!areSame) fail('a holder has changed', found, before);
  }
  if (array && !same(array, heldBefore)) fail('an array has changed', array, heldBefore);
  const found = await variable.data();
  if (!same(found, expected)) fail('the values differ', found, expected);
  // And reads by tfjs' own kernels.
  const doubled = tf.tidy(() => (dtype === 'bool' ? variable.toInt().mul(2) : variable.mul(2)));
  const twice = await doubled.data();
  const wantedTwice = Array.from(expected, (value) => value * 2);
  // int32 on webgl may be -0, in tfjs' own textures of floats.
  const arrays = dtype === 'float32' ? Float32Array : Int32Array;
  if (isExact(wantedTwice) && !same(arrays.from(twice), arrays.from(wantedTwice)))
    fail('tfjs reads other values', twice, wantedTwice);
  for (const each of [...held, doubled, variable, indices, none, first]) each.dispose();
  if (!isOwn) updates.dispose();
  const end = memory();
  if (holder === 'debug') end.numDataBuffers = -1;
  if (JSON.stringify(end) !== JSON.stringify(before)) fail('a leak', end, before);
  return error ? 'error' : (options?.reduction ?? 'none');
}

/** Runs calls one after the other. Throws if anything differs. Returns the different things that came up. */
export async function checkAssigns(checks: readonly AssignCheck[]): Promise<string[]> {
  const seen = new Set<string>();
  for (const check of checks) seen.add(await checkAssign(check));
  return [...seen];
}
