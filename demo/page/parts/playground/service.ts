/** Computes a call with the package, and its output after each site. */
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import { quartilesOf } from '../../shared/numbers.js';
import { calibrate, ROUNDS } from '../../shared/sampling.js';
import { timeOf } from '../../shared/timing.js';
import { assignOf, enlargedShapeOf, OPS, sitesOf, type Call, type Computed } from './call.js';
import { sizeOf, type Cells } from './cells.js';

export interface Answer {
  computed?: Computed;
  /** The package's error, if the call is wrong. */
  error?: string;
}

/** What a call takes in place and as a copy, with larger data. */
export interface Comparison {
  /** Quartiles of the times of a call, in ms. */
  inPlace: readonly number[];
  copy: readonly number[];
  isSame: boolean;
}

export const createService = () => ({ compute, measure });

/** Computes a call, and its gradients if `dy`, the gradient at the output, is given. */
export async function compute(call: Call, dy?: Cells): Promise<Answer> {
  try {
    const make = assignOf(call) ? runInPlace : run;
    const values = await read(() => make(call, tensorOf(call.data), tensorOf(call.updates)));
    const places = (await read(() => placesOf(call))).map((place) => place - 1);
    const { count, valuesEach } = sitesOf(call);
    const outputs = OPS[call.op].scatters
      ? [...(await beforeUpdates(call, places)), values]
      : Array.from({ length: count + 1 }, (_, done) => values.slice(0, done * valuesEach));
    return { computed: { places, outputs, gradients: dy && (await gradientsOf(call, dy)) } };
  } catch (error) {
    // Errors of the package begin with the name of the function. Any other is a failure of the page.
    if (error instanceof Error && error.message.startsWith(`${assignOf(call) ?? call.op}: `)) {
      return { error: error.message };
    }
    throw error;
  }
}

/**
 * Times the call in place and as a copy, by turns, with its data repeated until it has about `size` values. First
 * compares what two calls of each kind return: from the second one on, the variable's memory can be written.
 */
export async function measure(call: Call, size: number): Promise<Comparison> {
  const { data: few, indices: places } = call;
  const shape = enlargedShapeOf(call, size);
  const many = Float32Array.from(
    { length: sizeOf(shape) },
    (_, i) => few.values[i % few.values.length],
  );
  const data = tf.tensor(many, [...shape]);
  const variable = tf.variable(data);
  const indices = tf.tensor([...places.values], [...places.shape], 'int32');
  const updates = tensorOf(call.updates);
  const copy = () => run(call, data, updates, indices);
  const inPlace = () => assign(call, variable, updates, indices);
  try {
    inPlace();
    const expected = await read(() => run(call, copy(), updates, indices));
    const found = await inPlace().data();
    const isSame = found.every(
      (value, i) => Math.abs(value - expected[i]) <= 1e-4 * Math.max(1, Math.abs(value)),
    );
    const lanes = [];
    for (const once of [inPlace, copy]) {
      const time = (repeats: number) => timeOf(once, repeats);
      const { repeats } = await calibrate(time);
      lanes.push({ sample: () => time(repeats), samples: [] as number[] });
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const { sample, samples } of lanes) samples.push(await sample());
    }
    const [own, theirs] = lanes.map(({ samples }) => quartilesOf(samples));
    return { inPlace: own, copy: theirs, isSame };
  } finally {
    tf.dispose([data, variable, indices, updates]);
  }
}

function run(call: Call, data: tf.Tensor, updates: tf.Tensor, indices = nested(call.indices)) {
  const { axis, batchDims, outOfBounds } = call;
  switch (call.op) {
    case 'gatherElements':
      return ops.gatherElements(data, indices, { axis, outOfBounds });
    case 'gatherND':
      return ops.gatherND(data, indices, { batchDims, outOfBounds });
    case 'scatterElements':
      return ops.scatterElements(data, indices, updates, { axis, ...combining(call) });
    case 'scatterND':
      return ops.scatterND(data, indices, updates, { batchDims, ...combining(call) });
    case 'scatterNDUpdate':
      return ops.scatterNDUpdate(data, indices, updates, { batchDims, ...combining(call) });
  }
}

/** Changes a variable in place, and returns it. */
function assign(
  call: Call,
  variable: tf.Variable,
  updates: tf.Tensor,
  indices = nested(call.indices),
) {
  const { axis, batchDims } = call;
  if (OPS[call.op].inPlace === 'assignScatterElements') {
    ops.assignScatterElements(variable, indices, updates, { axis, ...combining(call) });
  } else ops.assignScatterND(variable, indices, updates, { batchDims, ...combining(call) });
  return variable;
}

/** The same as `run`, in a variable that starts with data. */
function runInPlace(call: Call, data: tf.Tensor, updates: tf.Tensor): tf.Tensor {
  const variable = tf.variable(data);
  try {
    return assign(call, variable, updates).clone();
  } finally {
    variable.dispose();
  }
}

const combining = ({ reduction, includeSelf, outOfBounds }: Call) => ({
  reduction,
  includeSelf,
  outOfBounds,
});

/** Places counted from 1: a gather from data that contain their own places. A dropped site reads 0. */
function placesOf(call: Call): tf.Tensor {
  const { shape } = call.data;
  const numbers = tf.range(1, sizeOf(shape) + 1).reshape([...shape]);
  const op = OPS[call.op].option === 'axis' ? 'gatherElements' : 'gatherND';
  return run({ ...call, op }, numbers, numbers);
}

/**
 * The output before each site, computed in one call of the package. Each has its own row of data, which gets the
 * updates of the earlier sites only.
 */
async function beforeUpdates(call: Call, places: readonly number[]): Promise<number[][]> {
  const { data, updates, reduction, includeSelf } = call;
  const { count, valuesEach } = sitesOf(call);
  const size = data.values.length;
  const rows = Array.from({ length: count }, (_, done) => done);
  const landing = rows.map((done) =>
    places.map((place, value) => (place >= 0 && value < done * valuesEach ? place : size)),
  );
  // A scalar is the update of every site.
  const given = places.map((_, value) => updates.values[value % updates.values.length]);
  const values = await read(() =>
    ops.scatterElements(
      tf.tensor2d(rows.map(() => [...data.values])),
      tf.tensor2d(landing, undefined, 'int32'),
      tf.tensor2d(rows.map(() => given)),
      { axis: 1, reduction, includeSelf, outOfBounds: 'drop' },
    ),
  );
  return rows.map((done) => values.slice(done * size, (done + 1) * size));
}

async function gradientsOf(call: Call, dy: Cells): Promise<Computed['gradients']> {
  const inputs = OPS[call.op].scatters ? [call.data, call.updates] : [call.data];
  const differentiate = tf.grads((data, updates) => run(call, data, updates));
  const gradients = inputs.map(async ({ shape }, i) => ({
    shape,
    values: await read(() => differentiate(inputs.map(tensorOf), tensorOf(dy))[i]),
  }));
  const [data, updates] = await Promise.all(gradients);
  return { data, updates };
}

const tensorOf = ({ shape, values }: Cells) => tf.tensor([...values], [...shape], 'float32');

/** Nested arrays. The package checks their values; a tensor would have truncated fractions. */
function nested({ shape, values }: Cells): tf.Tensor | tf.TensorLike {
  if (shape.length === 0) return values[0];
  const [length, ...rest] = shape;
  const size = sizeOf(rest);
  const row = (_: unknown, i: number) =>
    nested({ shape: rest, values: values.slice(i * size, (i + 1) * size) });
  return Array.from({ length }, row) as tf.TensorLike;
}

async function read(make: () => tf.Tensor): Promise<number[]> {
  const tensor = tf.tidy(make);
  const values = Array.from(await tensor.data());
  tensor.dispose();
  return values;
}
