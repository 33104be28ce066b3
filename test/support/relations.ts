/** Calls that must agree with each other: each function turns a call into an equivalent one. */
import type { DType, OpUse, TensorData, Value } from './call.js';
import { coordinatesOf } from './oracle_targets.js';
import type { Precision } from './precision.js';
import { chance, int, pick, randomShape, randomTensor, shuffled } from './random_values.js';
import type { Draw } from './seed.js';
import { i32, numbersOf, sizeOf } from './values.js';

/** The updates, which must be present. */
export function updatesOf({ inputs }: OpUse): TensorData {
  if (inputs.updates === undefined) {
    throw new Error('the call has no updates');
  }
  return inputs.updates;
}

/** An Elements call as an ND call with explicit coordinates. */
export function asTuples(use: OpUse): OpUse {
  const { data, indices } = use.inputs;
  const { axis = 0, ...options } = use.options ?? {};
  const place = axis < 0 ? axis + data.shape.length : axis;
  const values = numbersOf(indices);
  const tuples = coordinatesOf(indices.shape).map((site, i) =>
    site.map((coordinate, d) => (d === place ? values[i] : coordinate)),
  );
  return {
    op: use.op === 'gatherElements' ? 'gatherND' : 'scatterND',
    inputs: { ...use.inputs, indices: i32([...indices.shape, data.shape.length], tuples.flat()) },
    options,
  };
}

function axisSizes({ op, inputs, options }: OpUse): number[] {
  const { data, indices } = inputs;
  const { axis = 0, batchDims = 0 } = options ?? {};
  if (op.endsWith('Elements')) return data.shape.slice(axis).slice(0, 1);
  return data.shape.slice(batchDims, batchDims + indices.shape[indices.shape.length - 1]);
}

/** Every index value, with the size of its axis. */
function sizedIndices(use: OpUse): { value: number; size: number }[] {
  const sizes = axisSizes(use);
  return numbersOf(use.inputs.indices).map((value, i) => ({
    value,
    size: sizes[i % sizes.length],
  }));
}

export function isInside(use: OpUse): boolean {
  return sizedIndices(use).every(({ value, size }) => value >= -size && value < size);
}

export function addressesEmptyAxis(use: OpUse): boolean {
  return sizedIndices(use).some(({ size }) => size === 0);
}

/** The call, with its indices clamped beforehand. */
export function clamped(use: OpUse): OpUse {
  const values = sizedIndices(use).map(({ value, size }) =>
    value < -size ? 0 : Math.min(value, size - 1),
  );
  const indices = { ...use.inputs.indices, values };
  return { ...use, inputs: { ...use.inputs, indices } };
}

/** A scatterND without batches and without the sites that are out of bounds; a scalar stays. */
export function leftOut(use: OpUse): OpUse {
  const { data, indices } = use.inputs;
  const updates = updatesOf(use);
  const depth = indices.shape[indices.shape.length - 1];
  const slice = data.shape.slice(depth);
  const sliceSize = sizeOf(slice);
  const inside = sizedIndices(use).map(({ value, size }) => value >= -size && value < size);
  const values = numbersOf(indices);
  const all = Array.from({ length: sizeOf(indices.shape.slice(0, -1)) }, (_, i) => i);
  const sites = all.filter((i) => inside.slice(i * depth, (i + 1) * depth).every(Boolean));
  const kept = <T extends Value>(items: T[], size: number) =>
    sites.flatMap((i) => items.slice(i * size, (i + 1) * size));
  const remaining =
    updates.shape.length === 0
      ? updates
      : { ...updates, shape: [sites.length, ...slice], values: kept(updates.values, sliceSize) };
  const tuples = i32([sites.length, depth], kept(values, depth));
  return { ...use, inputs: { data, indices: tuples, updates: remaining } };
}

/** An equivalent index value, counted from either end. */
function eitherEnd(draw: Draw, index: number, size: number): number {
  return chance(draw, 3) ? index - size : index;
}

/** A scatterND that writes no place twice. */
export function uniqueTuples(draw: Draw, dtype: DType, precision: Precision): OpUse {
  const shape = randomShape(draw, 5, false);
  const depth = int(draw, 0, shape.length);
  const all = coordinatesOf(shape.slice(0, depth));
  const tuples = shuffled(draw, all, int(draw, 1, all.length));
  const values = tuples.map((tuple) => tuple.map((index, d) => eitherEnd(draw, index, shape[d])));
  return {
    op: pick(draw, ['scatterND', 'scatterNDUpdate'] as const),
    inputs: {
      data: randomTensor(draw, dtype, shape, precision),
      indices: i32([tuples.length, depth], values.flat()),
      updates: randomTensor(draw, dtype, [tuples.length, ...shape.slice(depth)], precision),
    },
  };
}

/** A scatterElements that writes no place twice: along the axis, each line is shuffled. */
export function uniqueElements(draw: Draw, dtype: DType, precision: Precision): OpUse {
  const shape = randomShape(draw, 4, false);
  const axis = int(draw, 0, shape.length - 1);
  const sites = shape.map((size) => int(draw, 1, size));
  const places = Array.from({ length: shape[axis] }, (_, i) => i);
  const lines = new Map<string, number[]>();
  const values = coordinatesOf(sites).map((site) => {
    const key = site.filter((_, d) => d !== axis).join(',');
    const line = lines.get(key) ?? shuffled(draw, places, sites[axis]);
    lines.set(key, line);
    return eitherEnd(draw, line[site[axis]], shape[axis]);
  });
  return {
    op: 'scatterElements',
    inputs: {
      data: randomTensor(draw, dtype, shape, precision),
      indices: i32(sites, values),
      updates: randomTensor(draw, dtype, sites, precision),
    },
    options: { axis },
  };
}
