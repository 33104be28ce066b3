/**
 * Random scatters into variables, against the same call as a function whose result is assigned: values, errors, what else
 * holds the variable's memory, and tf.memory(). Runs in this process and in pages.
 */
import type * as TF from '@tensorflow/tfjs';
import type * as Ops from 'tfjs-gather-scatter';

type Lib = Pick<
  typeof Ops,
  'assignScatterElements' | 'assignScatterND' | 'scatterElements' | 'scatterND'
>;

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

/** Numbers that look random, in [0, 1). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Call {
  op: 'scatterElements' | 'scatterND';
  dtype: 'float32' | 'int32' | 'bool';
  shape: number[];
  indicesShape: number[];
  updatesShape: number[];
  indices: number[];
  options: Ops.ScatterNDOptions & Ops.ScatterElementsOptions;
}

const sizeOf = (shape: number[]) => shape.reduce((size, length) => size * length, 1);

export interface CheckOptions {
  /** How many numbers of a slice at most. */
  longest: number;
  /** The most slices, of which few are addressed. */
  tallest?: number;
  /** The dtypes to draw from. */
  dtypes?: readonly Call['dtype'][];
  /** Whether integers may be large. */
  largeIntegers?: boolean;
  /** Whether floats are small powers of two, whose sums and products half floats hold, and have in any order. */
  powers?: boolean;
  /** The largest integers that the backend holds exactly. */
  exactIntegers?: number;
  /** Whether the host knows all indices, so that they can be errors. Otherwise only the GPU does. */
  errors?: boolean;
}

function randomCall(
  random: () => number,
  { longest, tallest, dtypes, errors = true }: CheckOptions,
): Call {
  const int = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(items: readonly T[]): T => items[int(0, items.length - 1)];
  const op = pick(['scatterElements', 'scatterND'] as const);
  const dtype = pick(dtypes ?? (['float32', 'float32', 'float32', 'int32', 'bool'] as const));
  const rank = int(1, 4);
  const shape = Array.from({ length: rank }, (_, d) =>
    d === rank - 1 && random() < 0.5 ? int(1, longest) : int(1, 6),
  );
  if (tallest && random() < 0.7) shape[0] = int(tallest >> 1, tallest);
  const reductions =
    dtype === 'bool'
      ? (['none', 'add', 'mul', 'max', 'sub'] as const)
      : (['none', 'add', 'sub', 'mul', 'max', 'min', 'mean'] as const);
  const outOfBounds = pick(['error', 'error', 'drop', 'clamp'] as const);
  const isWild = outOfBounds === 'error' ? errors && random() < 0.2 : random() < 0.6;
  const options: Call['options'] = {
    reduction: pick(reductions),
    outOfBounds,
    includeSelf: random() < 0.7,
    wrapNegatives: outOfBounds === 'error' || random() < 0.7,
  };
  const indexInto = (size: number) =>
    isWild && random() < 0.3 ? pick([size, -size - 1, 99]) : int(-size, size - 1);
  if (op === 'scatterElements') {
    const axis = int(0, rank - 1);
    const indicesShape = shape.map((size, d) => (d === axis ? int(1, 8) : int(1, size)));
    const indices = Array.from({ length: sizeOf(indicesShape) }, () => indexInto(shape[axis]));
    const named = random() < 0.5 ? axis : axis - rank;
    options.axis = named;
    return { op, dtype, shape, indicesShape, updatesShape: indicesShape, indices, options };
  }
  const batchDims = int(0, rank - 1);
  const depth = int(0, rank - batchDims);
  const sites = [...shape.slice(0, batchDims), ...(random() < 0.8 ? [int(1, 7)] : [])];
  options.batchDims = batchDims;
  const tuples = Array.from({ length: sizeOf(sites) }, () =>
    shape.slice(batchDims, batchDims + depth).map(indexInto),
  );
  if (batchDims > 0 && sites.length === 0) options.batchDims = 0;
  return {
    op,
    dtype,
    shape,
    indicesShape: [...sites, depth],
    updatesShape: [...sites, ...shape.slice(batchDims + depth)],
    indices: tuples.flat(),
    options,
  };
}

interface State {
  numTensors: number;
  numBytes: number;
  numDataBuffers: number;
}

/** Runs one random call with one holder. Throws if anything differs. Returns what came up. */
export async function checkAssign(
  tf: typeof TF,
  lib: Lib,
  seed: number,
  holder: Holder,
  how: CheckOptions,
): Promise<string> {
  const random = numbersFrom(seed);
  const call = randomCall(random, how);
  const { op, dtype, shape, indicesShape, updatesShape, options } = call;
  const large = how.largeIntegers && random() < 0.3;
  const numberOf = () => {
    if (dtype === 'bool') return random() < 0.5 ? 0 : 1;
    if (dtype === 'int32') return Math.floor((random() - 0.5) * (large ? 2 ** 31 : 9));
    if (holder === 'was cast') return Math.floor(random() * 2);
    if (how.powers) return [-2, -1, -0.5, 0, 0.5, 1, 2][Math.floor(random() * 7)];
    return random() < 0.05 ? 0 : Math.fround((random() - 0.5) * 4);
  };
  const valuesOf = (shape: number[]) => {
    const numbers = Array.from({ length: sizeOf(shape) }, numberOf);
    if (dtype === 'float32') return new Float32Array(numbers);
    return dtype === 'int32' ? new Int32Array(numbers) : new Uint8Array(numbers);
  };
  const assign = op === 'scatterND' ? lib.assignScatterND : lib.assignScatterElements;
  const memory = (): State => {
    const { numTensors, numBytes, numDataBuffers } = tf.memory();
    return { numTensors, numBytes, numDataBuffers };
  };
  const before = memory();
  const wanted = valuesOf(shape);
  const own = holder === 'user array' ? wanted : wanted.slice();
  const initial = tf.tidy(() => {
    if (holder !== 'was cast' || dtype !== 'float32') return tf.tensor(own, shape, dtype);
    return tf.tensor(own, shape, seed % 2 === 0 ? 'int32' : 'bool').toFloat();
  });
  const variable = tf.variable(initial);
  initial.dispose();
  const indices = tf.tidy(() => {
    const known = tf.tensor(new Int32Array(call.indices), indicesShape, 'int32');
    return how.errors === false ? known.add(tf.scalar(0, 'int32')) : known;
  });
  const isOwn = holder === 'own updates' && String(updatesShape) === String(shape);
  const updates = isOwn ? variable : tf.tensor(valuesOf(updatesShape), updatesShape, dtype);
  // Scatters nothing, which makes the memory the variable's own.
  const none = tf.tensor(new Int32Array([0]), [1, 1], 'int32');
  const first = variable.slice(0, 1);
  if (holder !== 'user array' && holder !== 'was cast' && random() < 0.9) {
    for (let i = 0; i < 2; i++) lib.assignScatterND(variable, none, first);
  }
  if (holder === 'computed' && dtype !== 'bool') {
    // On webgl, tfjs packs four values of its results into a texel.
    const computed = tf.tidy(() => variable.mul(tf.onesLike(variable)));
    variable.assign(computed);
    computed.dispose();
  }
  if (holder === 'uploaded') tf.tidy(() => void variable.add(variable));
  // int32 on webgl may be -0, in tfjs' own textures of floats.
  const alike = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    a.length === b.length && Array.from(a).every((value, i) => value === b[i] || value !== value);
  const same = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    a.length === b.length && Array.from(a).every((value, i) => Object.is(value, b[i]));
  const fail = (what: string, found: unknown, expected: unknown): never => {
    const shown = JSON.stringify({ seed, holder, call, found, expected }, (_, value: unknown) =>
      ArrayBuffer.isView(value) ? Array.from(value as Float32Array) : value,
    );
    throw new Error(`${what}: ${shown}`);
  };
  // Not always, because GPU backends keep what was read, and return it again.
  if (random() < 0.3) {
    const start = await variable.data();
    if (!same(start, wanted)) fail('the start differs', start, wanted);
  }
  // The function on other data.
  const other = tf.tensor(wanted.slice(), shape, dtype);
  const otherUpdates = isOwn ? other : updates;
  let expected: ArrayLike<number> = wanted.slice();
  let wantedError = '';
  try {
    const result = lib[op](other, indices, otherUpdates, options);
    expected = await result.data();
    result.dispose();
  } catch (error) {
    wantedError = String(error);
  }
  other.dispose();
  const held: TF.Tensor[] = [];
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
  let slope: TF.Tensor | null = null;
  const run = () => {
    assign(variable, indices, updates, options);
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
      const slopeOf = (f: (x: TF.Tensor) => TF.Tensor) =>
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
    // A cast rounds large integers on some backends.
    const areSame =
      holder === 'cast'
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
  const { exactIntegers = 2 ** 24 } = how;
  const exact = Array.from(expected).every((value) => Math.abs(value) < exactIntegers / 2);
  if (
    exact &&
    !alike(
      twice,
      Array.from(expected, (value) => value * 2),
    )
  ) {
    fail('tfjs reads other values', twice, expected);
  }
  for (const each of [...held, doubled, variable, indices, none, first]) each.dispose();
  if (!isOwn) updates.dispose();
  const end = memory();
  if (holder === 'debug') end.numDataBuffers = -1;
  if (JSON.stringify(end) !== JSON.stringify(before)) fail('a leak', end, before);
  return error ? 'error' : (options.reduction ?? 'none');
}
