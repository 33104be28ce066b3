/**
 * The oracle's first half: the place of data that each written or read element belongs to. It
 * follows the definitions, one list of coordinates at a time, and shares no code with src.
 */
import { type CallOptions, isGather, type OpUse, type TensorData } from './call.js';
import { numbersOf, sizeOf } from './values.js';

export class OutOfBounds extends Error {}

/** A place of data in row-major order, or undefined if the site is dropped. */
export type Target = number | undefined;

export function coordinatesOf(shape: number[]): number[][] {
  return shape.reduce<number[][]>(
    (prefixes, size) =>
      prefixes.flatMap((prefix) => Array.from({ length: size }, (_, i) => [...prefix, i])),
    [[]],
  );
}

/** The position of coordinates in row-major order. */
export function placeOf(coordinates: number[], shape: number[]): number {
  return coordinates.reduce((place, coordinate, d) => place * shape[d] + coordinate, 0);
}

/** The shape that tensors of these shapes broadcast to. */
export function commonShape(shapes: number[][]): number[] {
  const rank = Math.max(0, ...shapes.map(({ length }) => length));
  return Array.from({ length: rank }, (_, d) => {
    const lengths = shapes.map((shape) => shape[d - rank + shape.length] as number | undefined);
    return lengths.find((length) => length !== undefined && length !== 1) ?? 1;
  });
}

/** A tensor that is broadcast to a shape. */
export function broadcast({ dtype, shape, values }: TensorData, to: number[]): TensorData {
  const placeAt = (coordinates: number[]) => {
    const own = coordinates.slice(to.length - shape.length);
    return placeOf(
      own.map((c, d) => (shape[d] === 1 ? 0 : c)),
      shape,
    );
  };
  return { dtype, shape: to, values: coordinatesOf(to).map((at) => values[placeAt(at)]) };
}

/** The index value as a coordinate, or undefined to drop the site. */
function resolve(value: number, size: number, options: CallOptions = {}): number | undefined {
  const { outOfBounds: policy = 'error', wrapNegatives = true } = options;
  if (value >= (wrapNegatives ? -size : 0) && value < size) {
    return value < 0 ? value + size : value;
  }
  if (policy === 'drop') {
    return undefined;
  }
  if (policy === 'clamp' && size > 0) {
    return value < 0 ? 0 : size - 1;
  }
  throw new OutOfBounds(`index ${value} is out of bounds on an axis of size ${size}`);
}

function elementTargets(use: OpUse): Target[] {
  const { data, indices } = use.inputs;
  const given = use.options?.axis ?? 0;
  const axis = given < 0 ? given + data.shape.length : given;
  const values = numbersOf(indices);
  return coordinatesOf(indices.shape).map((place, i) => {
    const found = resolve(values[i], data.shape[axis], use.options);
    if (found === undefined) return undefined;
    const target = place.map((c, d) => (d === axis ? found : c));
    return placeOf(target, data.shape);
  });
}

function tupleTargets(use: OpUse): Target[] {
  const { data, indices } = use.inputs;
  const batchDims = use.options?.batchDims ?? 0;
  const outer = indices.shape.slice(0, -1);
  const depth = indices.shape[outer.length];
  const values = numbersOf(indices);
  const slice = sizeOf(data.shape.slice(batchDims + depth));
  return coordinatesOf(outer).flatMap((site): Target[] => {
    const found = Array.from({ length: depth }, (_, k) =>
      resolve(values[placeOf([...site, k], indices.shape)], data.shape[batchDims + k], use.options),
    );
    const tuple = found.filter((coordinate) => coordinate !== undefined);
    if (tuple.length < depth) return Array.from({ length: slice }, () => undefined);
    const first = placeOf([...site.slice(0, batchDims), ...tuple], data.shape) * slice;
    return Array.from({ length: slice }, (_, component) => first + component);
  });
}

/** Caches the targets for an index tensor, for calls that differ only in their values. */
const known = new WeakMap<object, { key: string; targets: Target[] }>();

/** The target of every element of a gather's result or of a scatter's updates, in row-major order. */
export function targetsOf(use: OpUse): readonly Target[] {
  const { data, indices } = use.inputs;
  const { axis, batchDims, outOfBounds, wrapNegatives } = use.options ?? {};
  const elements = use.op.endsWith('Elements');
  const policy = [outOfBounds, wrapNegatives];
  const key = JSON.stringify([elements, data.shape, indices.shape, axis, batchDims, policy]);
  const before = known.get(indices.values);
  if (before?.key === key) return before.targets;
  const targets = elements ? elementTargets(use) : tupleTargets(use);
  known.set(indices.values, { key, targets });
  return targets;
}

export function resultShape({ op, inputs, options }: OpUse): number[] {
  const { data, indices } = inputs;
  if (!isGather(op)) {
    return data.shape;
  }
  if (op === 'gatherElements') {
    return indices.shape;
  }
  const outer = indices.shape.slice(0, -1);
  const depth = indices.shape[outer.length];
  return [...outer, ...data.shape.slice((options?.batchDims ?? 0) + depth)];
}
