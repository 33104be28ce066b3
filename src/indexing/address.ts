/**
 * NumPy's indexing as tuples for the ND ops, and its broadcasting, for any rank and dtype on every backend: what runs
 * behind `at` and the functions that take indices along an axis.
 */
import type { BackendValues, DataType } from '@tensorflow/tfjs-core';

import type { BoundsPolicy } from '../../kernels/call/attributes.js';
import { asIndices } from '../../kernels/call/dtypes.js';
import { show, wrong, wrongShape } from '../../kernels/call/errors.js';
import { OPS } from '../../kernels/call/ops.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import { shapesFit, sizeOf } from '../../kernels/call/shapes.js';
import {
  concat,
  fill,
  reshape,
  Tensor,
  tensor,
  tensor1d,
  transpose,
  zeros,
} from '../../kernels/tfjs/seam.js';
import { isOnGpu, knownValues, requireKernels, runKernel } from '../backends.js';
import { computeDetached } from '../tape.js';
import { inShape } from '../gradients/reads.js';
import type { INTO_VARIABLE } from '../ops/into_variables.js';
import type { GatherElementsOptions } from '../ops/options.js';
import { repeat, repeatIndices } from '../ops/rows.js';
import { runScatter } from '../ops/run_op.js';
import { where } from '../ops/tfjs_workarounds.js';
import {
  checkValues,
  type Index,
  type Indexer,
  placesIn,
  positionsOf,
  readIndexers,
  runChecked,
  type Slice,
} from './indexers.js';

/** Options of `at`. */
export type AtOptions = Omit<GatherElementsOptions, 'axis'>;

/** The options of what becomes of indices. */
export const POLICY = ['outOfBounds', 'wrapNegatives'];

/** Returns what is indexed of data. */
export function gatherAt(x: Tensor, indices: readonly Index[], options: AtOptions): Tensor {
  const { batchDims, runAt } = address(x, readIndexers(indices, x.shape), options);
  return runAt((tuples) =>
    runKernel(OPS.GatherND, { data: x, indices: tuples }, { ...options, batchDims }),
  );
}

/** Returns data with updates combined into what is indexed. */
export function scatterAt(
  x: Tensor,
  indices: readonly Index[],
  values: Tensor,
  how: ScatterAt,
): Tensor {
  const indexers = readIndexers(indices, x.shape);
  const single = singleMask(indexers);
  if (single && (shapesFit(values.shape, x.shape) || !knownValues(single.mask))) {
    return scatterMasked(x, single, values, how);
  }
  const { batchDims, valuesShape, runAt } = address(x, indexers, how);
  return runAt((tuples) => {
    const updates = spread(values, valuesShape, valuesShape);
    const inputs = { data: x, indices: tuples, updates };
    return runScatter(OPS.ScatterND, inputs, { ...how, batchDims });
  });
}

/** The options of a scatter, with the attributes of one into a variable. */
interface ScatterAt extends Omit<AtOptions, 'fill'>, Partial<typeof INTO_VARIABLE> {
  reduction: Reduction;
}

/** A mask, and the first axis that it covers. */
interface Masked {
  mask: Tensor;
  axis: number;
}

/** Returns the mask of a call that has no other index than whole slices. */
function singleMask(indexers: Indexer[]): Masked | null {
  const parts = indexers.flat();
  const [mask, ...others] = parts.filter((part) => !isWhole(part));
  const isMask = mask instanceof Tensor && mask.dtype === 'bool' && others.length === 0;
  return isMask ? { mask, axis: parts.indexOf(mask) } : null;
}

/** Combines updates into the true places of a mask, which are unknown. Updates are for all of data, or alike for all. */
function scatterMasked(x: Tensor, { mask, axis }: Masked, values: Tensor, how: ScatterAt): Tensor {
  const [before, after] = [x.shape.slice(0, axis), x.shape.slice(axis + mask.rank)];
  const flat = [...before, mask.size, ...after];
  const isForAll = shapesFit(values.shape, x.shape);
  const updates = isForAll ? reshape(values, flat) : spread(values, [...before, 1, ...after], flat);
  const indices = [...before.map(() => ':'), placesOf(mask)];
  const dropping = { ...how, outOfBounds: 'drop', wrapNegatives: false } as const;
  return inShape(scatterAt(inShape(x, flat), indices, updates, dropping), x.shape);
}

/** Returns the position of each true value of a mask, and -1 for each false one. */
function placesOf(mask: Tensor): Tensor {
  const { size } = mask;
  const known = knownValues(mask);
  if (known) return tensor1d(placesIn(known));
  const none = fill([size], -1, 'int32');
  return where(reshape(mask, [size]), positionsIn({ start: 0, step: 1, count: size }), none);
}

/** Broadcasts updates to a shape, if they broadcast to `expected`. A scalar stays one. */
export function spread(updates: Tensor, expected: number[], shape: number[]): Tensor {
  if (updates.rank === 0) return updates;
  if (broadcasts(updates.shape, expected)) return broadcastTo(updates, shape);
  const rule = 'the shape of what is indexed, or a shape that broadcasts to it';
  throw wrongShape('updates', updates.shape, `${show(expected)}: ${rule}`);
}

/** How one axis of data is indexed. */
type Axis = Slice | Tensor;

const isArray = (axis: Axis): axis is Tensor => axis instanceof Tensor;

const isWhole = (axis: Axis) => !isArray(axis) && axis.isWhole;

/** Returns the shape of what is indexed of data, and how to run a kernel there: on an index for each axis not whole. */
function address({ shape, dtype }: Tensor, indexers: Indexer[], policy: Partial<BoundsPolicy>) {
  const axes = indexers.flatMap<Axis>((each) =>
    each instanceof Tensor && each.dtype === 'bool' ? positionsOf(each) : each,
  );
  const isWholeAxis = axes.map(isWhole);
  const last = isWholeAxis.lastIndexOf(false) + 1;
  const leadsWithPositions = arePositionsApart(indexers);
  // Whole axes at the start become batch dimensions, and those at the end slices of the ND ops.
  const batchDims = leadsWithPositions || last === 0 ? 0 : isWholeAxis.indexOf(false);
  const { columnsOf, sites, common } = layOut(axes.slice(batchDims, last), leadsWithPositions);
  const batch = shape.slice(0, batchDims);
  const arrays = axes.filter(isArray);
  const valuesShape = [...batch, ...sites, ...shape.slice(last)];
  /** Throws for the first known position out of bounds. Those that broadcast to an empty shape address nothing. */
  const check = () => {
    if (sizeOf(common) === 0) return;
    for (const [axis, each] of axes.entries()) {
      if (isArray(each) && indexers.includes(each)) checkValues(each, shape, axis, policy);
    }
  };
  const isOneArray = arrays.length === 1 && last - batchDims === 1 && sizeOf(batch) === 1;
  const tuplesOf = () => repeated(joined(columnsOf(), sites), batch, dtype);
  return {
    batchDims,
    valuesShape,
    runAt: (run: (tuples: Tensor) => Tensor) =>
      runChecked(check, isOneArray, valuesShape, () => run(computeDetached(arrays, tuplesOf))),
  };
}

/** Returns whether something else stands between arrays of positions: their axes then go first. */
function arePositionsApart(indexers: Indexer[]): boolean {
  const isPosition = indexers.map((each) => each instanceof Tensor);
  const group = indexers.slice(isPosition.indexOf(true), isPosition.lastIndexOf(true) + 1);
  const hasArray = group.some((each) => each instanceof Tensor && each.rank > 0);
  return hasArray && group.some(Array.isArray);
}

/** Finds the shape of the sites, and how to reshape the positions of each axis to broadcast to it. */
function layOut(axes: Axis[], leadsWithPositions: boolean) {
  const [only, ...others] = axes;
  // The most common call needs no more.
  if (others.length === 0 && only instanceof Tensor) {
    return { columnsOf: () => [only], sites: only.shape, common: only.shape };
  }
  const shapes = axes.filter(isArray).map(({ shape }) => shape);
  const common = broadcastShape('indices', shapes);
  const slices = axes.flatMap((axis) => (isArray(axis) ? [] : axis));
  const counts = slices.map(({ count }) => count);
  // The common dimensions of all positions stand behind this number of slices.
  const before = leadsWithPositions ? 0 : Math.max(axes.findIndex(isArray), 0);
  const sites = [...counts.slice(0, before), ...common, ...counts.slice(before)];
  const columnsOf = () =>
    axes.map((axis) => {
      if (isArray(axis)) return padded(axis, counts.length - before);
      const s = slices.indexOf(axis);
      const at = s < before ? s : s + common.length;
      return padded(positionsIn(axis), sites.length - 1 - at);
    });
  return { columnsOf, sites, common };
}

export function positionsIn({ start, step, count }: Omit<Slice, 'isWhole'>): Tensor {
  return tensor1d(Int32Array.from({ length: count }, (_, i) => start + i * step));
}

/** Adds axes of length 1 at the end. */
export function padded(x: Tensor, after: number): Tensor {
  return inShape(x, [...x.shape, ...Array<number>(after).fill(1)]);
}

/** The fewest tuples that a heap's own kernels join faster than the host, which has to copy them. */
const IN_HEAP_FROM = 4096;

function joined(columns: Tensor[], sites: number[]): Tensor {
  if (columns.length === 0) return zeros([...sites, 0], 'int32');
  // These are all sites.
  if (columns.length === 1) return reshape(columns[0], [...sites, 1]);
  const all = columns.map((column) => broadcastIndices(column, sites));
  const shape = [...sites, all.length];
  const isInHeap = requireKernels().hasHeap && sizeOf(sites) >= IN_HEAP_FROM;
  if (isInHeap && all.every(({ dtype }) => dtype === 'int32')) {
    const rows = concat(all.map((column) => reshape(column, [1, column.size])));
    return reshape(transpose(rows), shape);
  }
  const known = all.map((column) => (column.dtype === 'int32' ? knownValues(column) : null));
  // On wasm, tfjs' concat along other axes calls a method for each index.
  if (known.every((values) => values !== null)) return tensor(interleaved(known), shape, 'int32');
  const flat = all.map((column) => reshape(column, [column.size, 1]));
  return reshape(concat(flat, 1), shape);
}

function interleaved(columns: BackendValues[]): Int32Array {
  const width = columns.length;
  const tuples = new Int32Array(width * columns[0].length);
  for (const [k, column] of columns.entries()) {
    const indices = asIndices(column);
    for (let i = 0; i < indices.length; i++) tuples[i * width + k] = indices[i];
  }
  return tuples;
}

function repeated(tuples: Tensor, batch: number[], dtype: DataType): Tensor {
  const copies = sizeOf(batch);
  const all =
    copies === 1 ? tuples : repeatIndices(reshape(tuples, [1, tuples.size]), copies, dtype);
  return inShape(all, [...batch, ...tuples.shape]);
}

/** Returns the shape that all shapes broadcast to; throws if there is none. */
export function broadcastShape(name: string, shapes: number[][]): number[] {
  const rank = Math.max(0, ...shapes.map((shape) => shape.length));
  const padded = shapes.map((shape) => padTo(shape, rank));
  return Array.from({ length: rank }, (_, d) => {
    const lengths = padded.map((shape) => shape[d]);
    const longest = lengths.find((length) => length !== 1) ?? 1;
    if (lengths.every((length) => length === 1 || length === longest)) return longest;
    const found = `${name} have the shapes ${shapes.map(show).join(' and ')}`;
    throw wrong(found, 'shapes that broadcast to one another');
  });
}

function broadcasts(shape: number[], to: number[]): boolean {
  const missing = to.length - shape.length;
  return missing >= 0 && shape.every((length, d) => length === 1 || length === to[missing + d]);
}

/** Broadcasts a tensor to a shape that fits, by repeating it along axes. */
export function broadcastTo(x: Tensor, shape: number[]): Tensor {
  return shape.reduce(
    (result, length, axis) => {
      if (result.shape[axis] === length) return result;
      const without = result.shape.filter((_, d) => d !== axis);
      return repeat(reshape(result, without), axis, length);
    },
    inShape(x, padTo(x.shape, shape.length)),
  );
}

/** Broadcasts indices. What the host knows stays known, on a GPU too: gathers of strings and ordered scatters read it. */
export function broadcastIndices(x: Tensor, shape: number[]): Tensor {
  if (shapesFit(x.shape, shape)) return x;
  const known = isOnGpu() && x.dtype === 'int32' ? knownValues(x) : null;
  if (!known) return broadcastTo(x, shape);
  let values = asIndices(known);
  const lengths = padTo(x.shape, shape.length);
  for (const [d, times] of shape.entries()) {
    if (lengths[d] === times) continue;
    const size = sizeOf(lengths.slice(d));
    const repeated = new Int32Array(values.length * times);
    for (let begin = 0; begin < values.length; begin += size) {
      const block = values.subarray(begin, begin + size);
      for (let i = 0; i < times; i++) repeated.set(block, begin * times + i * size);
    }
    values = repeated;
    lengths[d] = times;
  }
  return tensor(values, shape, 'int32');
}

function padTo(shape: number[], rank: number): number[] {
  return [...Array<number>(rank - shape.length).fill(1), ...shape];
}
