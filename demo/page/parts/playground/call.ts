/**
 * A call of one of the package's ops, and its geometry: a site is one index, or one tuple of them,
 * and moves a value or a slice of them.
 */
import type { OutOfBounds, Reduction } from 'tfjs-gather-scatter';
import { resized, shapeText, sizeOf, type Cells, type Shape } from './cells.js';

/** Ops with the same option take the same data and indices. A scatter can be written in place. */
export const OPS = {
  scatterElements: { option: 'axis', scatters: true, inPlace: 'assignScatterElements' },
  scatterND: { option: 'batchDims', scatters: true, inPlace: 'assignScatterND' },
  scatterNDUpdate: { option: 'batchDims', scatters: true, inPlace: 'assignScatterND' },
  gatherElements: { option: 'axis', scatters: false, inPlace: undefined },
  gatherND: { option: 'batchDims', scatters: false, inPlace: undefined },
} as const;

export type OpName = keyof typeof OPS;
export const OP_NAMES = Object.keys(OPS) as OpName[];

/** What an update does to the value at its place. */
export const DEEDS: Readonly<Record<Reduction, string>> = {
  none: 'replaces',
  add: 'is added to',
  sum: 'is added to',
  sub: 'is subtracted from',
  mul: 'multiplies',
  prod: 'multiplies',
  max: 'is compared with',
  amax: 'is compared with',
  min: 'is compared with',
  amin: 'is compared with',
  mean: 'joins the mean of',
};
export const REDUCTION_NAMES = Object.keys(DEEDS) as Reduction[];

export const BOUNDS = ['error', 'drop', 'clamp'] as const satisfies OutOfBounds[];

export interface Call {
  readonly op: OpName;
  readonly data: Cells;
  readonly indices: Cells;
  /** Ignored by a gather. */
  readonly updates: Cells;
  readonly axis: number;
  readonly batchDims: number;
  readonly reduction: Reduction;
  readonly includeSelf: boolean;
  readonly outOfBounds: OutOfBounds;
  /** Whether a scatter changes a variable in place. Ignored by a gather. */
  readonly inPlace?: boolean;
}

/** The function that changes a variable in place, if the call does. */
export const assignOf = ({ op, inPlace }: Call) => (inPlace ? OPS[op].inPlace : undefined);

/** The sites of a call. If the package rejects the call, these numbers mean nothing. */
export function sitesOf({ op, data, indices, batchDims }: Call) {
  const isElements = OPS[op].option === 'axis';
  /** Number of cells of indices per site. */
  const indicesEach = isElements ? 1 : (indices.shape.at(-1) ?? 1);
  const slice = isElements ? [] : data.shape.slice(Math.max(batchDims, 0) + indicesEach);
  return {
    count: sizeOf(indices.shape) / indicesEach,
    indicesEach,
    valuesEach: sizeOf(slice),
    /** Shape of all values that move: of updates in a scatter, of the output in a gather. */
    valuesShape: [...(isElements ? indices.shape : indices.shape.slice(0, -1)), ...slice],
    /** How many of its last dimensions belong to a slice. */
    sliceRank: slice.length,
  };
}

export const outputShapeOf = (call: Call): Shape =>
  OPS[call.op].scatters ? call.data.shape : sitesOf(call).valuesShape;

/** The shape of data with about `size` values, longer along the first dimension that indices address. */
export function enlargedShapeOf(call: Call, size: number): Shape {
  const { shape } = call.data;
  const d = (call[OPS[call.op].option] + shape.length) % shape.length;
  const others = sizeOf(shape) / shape[d];
  const length = Math.max(shape[d], Math.floor(size / others));
  return shape.map((own, i) => (i === d ? length : own));
}

/** Applies the visitor's change. Updates that fitted before are reshaped to fit. */
export function changed(call: Call, change: Partial<Call>): Call {
  const next = { ...call, ...change };
  const { valuesShape } = sitesOf(next);
  const hasFit = shapeText(sitesOf(call).valuesShape) === shapeText(call.updates.shape);
  const follow = (hasFit || !OPS[call.op].scatters) && !change.updates;
  if (!follow || !OPS[next.op].scatters) return next;
  const values = resized(next.updates.values, valuesShape, 1);
  return { ...next, updates: { shape: valuesShape, values } };
}

/** What the package computes for a call. */
export interface Computed {
  /** The place in data of each value of the sites; -1 if its site is dropped. */
  readonly places: readonly number[];
  /** The output after each number of sites. In a gather, only what has been read. */
  readonly outputs: readonly (readonly number[])[];
  readonly gradients?: { readonly data: Cells; readonly updates?: Cells };
}

export type GridName = 'data' | 'indices' | 'updates' | 'output';

/** The flat indices of the cells of each grid that take part in a site. */
export function cellsOfSite(
  call: Call,
  places: readonly number[],
  site: number,
): Record<GridName, readonly number[]> {
  const { indicesEach, valuesEach } = sitesOf(call);
  const run = (each: number) => Array.from({ length: each }, (_, i) => site * each + i);
  const [indices, values] = [run(indicesEach), run(valuesEach)];
  const data = values.map((value) => places[value]).filter((place) => place >= 0);
  return OPS[call.op].scatters
    ? { indices, data, updates: values.map((i) => i % call.updates.values.length), output: data }
    : { indices, data, updates: [], output: values };
}
