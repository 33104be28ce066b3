/** Computes a call with the package, and its output after each site. */
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import { OPS, sitesOf, type Call, type Computed } from './call.js';
import { sizeOf, type Cells } from './cells.js';

export interface Answer {
  computed?: Computed;
  /** The package's error, if the call is wrong. */
  error?: string;
}

export const createService = () => ({ compute });

/** Computes a call, and its gradients if `dy`, the gradient at the output, is given. */
export async function compute(call: Call, dy?: Cells): Promise<Answer> {
  try {
    const values = await read(() => run(call, tensorOf(call.data), tensorOf(call.updates)));
    const places = (await read(() => placesOf(call))).map((place) => place - 1);
    const { count, valuesEach } = sitesOf(call);
    const outputs = OPS[call.op].scatters
      ? await afterUpdates(call, places)
      : Array.from({ length: count + 1 }, (_, done) => values.slice(0, done * valuesEach));
    return { computed: { places, outputs, gradients: dy && (await gradientsOf(call, dy)) } };
  } catch (error) {
    // Errors of the package begin with the name of the op. Any other is a failure of the page.
    if (error instanceof Error && error.message.startsWith(`${call.op}: `)) {
      return { error: error.message };
    }
    throw error;
  }
}

function run(call: Call, data: tf.Tensor, updates: tf.Tensor): tf.Tensor {
  const { axis, batchDims, reduction, includeSelf, outOfBounds } = call;
  const combining = { reduction, includeSelf, outOfBounds };
  const indices = nested(call.indices);
  switch (call.op) {
    case 'gatherElements':
      return ops.gatherElements(data, indices, { axis, outOfBounds });
    case 'gatherND':
      return ops.gatherND(data, indices, { batchDims, outOfBounds });
    case 'scatterElements':
      return ops.scatterElements(data, indices, updates, { axis, ...combining });
    case 'scatterND':
      return ops.scatterND(data, indices, updates, { batchDims, ...combining });
    case 'scatterNDUpdate':
      return ops.scatterNDUpdate(data, indices, updates, { batchDims, ...combining });
  }
}

/** Places counted from 1: a gather from data that contain their own places. A dropped site reads 0. */
function placesOf(call: Call): tf.Tensor {
  const { shape } = call.data;
  const numbers = tf.range(1, sizeOf(shape) + 1).reshape([...shape]);
  const op = OPS[call.op].option === 'axis' ? 'gatherElements' : 'gatherND';
  return run({ ...call, op }, numbers, numbers);
}

/**
 * The output after 0, 1, 2 … sites, computed in one call of the package. Each has its own row of data,
 * which gets the updates of these sites only.
 */
async function afterUpdates(call: Call, places: readonly number[]): Promise<number[][]> {
  const { data, updates, reduction, includeSelf } = call;
  const { count, valuesEach } = sitesOf(call);
  const size = data.values.length;
  const rows = Array.from({ length: count + 1 }, (_, done) => done);
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
function nested({ shape, values }: Cells): tf.TensorLike {
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
