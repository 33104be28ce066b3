/**
 * NumPy's indexing as tuples for the ND ops.
 */
import type { DataType, Tensor } from '@tensorflow/tfjs-core';

import { concat, reshape, tensor1d, zeros } from '../../kernels/tfjs/seam.js';
import { sizeOf } from '../../kernels/call/shapes.js';
import { repeatIndices } from '../ops/repeat.js';
import { broadcastShape, broadcastTo } from './broadcast.js';
import { type Indexer, withoutMasks } from './indexers.js';
import type { Slice } from './slices.js';

export interface Addressed {
  tuples: Tensor;
  batchDims: number;
  /** The shape of what is indexed. */
  valuesShape: number[];
}

/** How one axis of data is indexed. */
type Axis = Slice | Tensor;

/** Returns the tuples that address what is indexed of data, with one index for each axis that is not whole. */
export function address(
  { shape, dtype }: { shape: number[]; dtype: DataType },
  indexers: Indexer[],
): Addressed {
  const known = withoutMasks(indexers);
  const axes = known.flatMap<Axis>((each) => (each.kind === 'slices' ? each.slices : each.tensors));
  const isWholeAxis = axes.map((axis) => 'count' in axis && axis.isWhole);
  const last = isWholeAxis.lastIndexOf(false) + 1;
  const leadsWithPositions = arePositionsApart(known);
  // Whole axes at the start become batch dimensions, and those at the end slices of the ND ops.
  const batchDims = leadsWithPositions || last === 0 ? 0 : isWholeAxis.indexOf(false);
  const { columns, sites } = layOut(axes.slice(batchDims, last), leadsWithPositions);
  const batch = shape.slice(0, batchDims);
  return {
    tuples: repeated(joined(columns, sites), batch, dtype),
    batchDims,
    valuesShape: [...batch, ...sites, ...shape.slice(last)],
  };
}

/** Returns whether something else stands between arrays of positions: their axes then go first. */
function arePositionsApart(indexers: Indexer[]): boolean {
  const isPosition = indexers.map(({ kind }) => kind === 'positions');
  const group = indexers.slice(isPosition.indexOf(true), isPosition.lastIndexOf(true) + 1);
  const hasArray = group.some((each) => each.kind === 'positions' && each.tensors[0].rank > 0);
  return hasArray && group.some(({ kind }) => kind !== 'positions');
}

/** Finds the shape of the sites, and reshapes the positions of each axis to broadcast to it. */
function layOut(axes: Axis[], leadsWithPositions: boolean) {
  const arrays = axes.filter((axis): axis is Tensor => !('count' in axis));
  const common = broadcastShape(
    'indices',
    arrays.map(({ shape }) => shape),
  );
  const sites: number[] = leadsWithPositions ? [...common] : [];
  // Where the common dimensions of all positions begin.
  let group = leadsWithPositions ? 0 : -1;
  const begins = axes.map((axis) => {
    const begin = sites.length;
    if ('count' in axis) sites.push(axis.count);
    else if (group < 0) {
      group = begin;
      sites.push(...common);
    }
    return 'count' in axis ? begin : group;
  });
  const columns = axes.map((axis, i) => {
    const rank = 'count' in axis ? 1 : common.length;
    const after = Array<number>(sites.length - begins[i] - rank).fill(1);
    const column = 'count' in axis ? positionsIn(axis) : axis;
    return reshape(column, [...column.shape, ...after]);
  });
  return { columns, sites };
}

function positionsIn({ start, step, count }: Slice): Tensor {
  return tensor1d(
    Int32Array.from({ length: count }, (_, i) => start + i * step),
    'int32',
  );
}

/** Joins the indices of all axes into tuples. */
function joined(columns: Tensor[], sites: number[]): Tensor {
  if (columns.length === 0) return zeros([...sites, 0], 'int32');
  const flat = columns.map((column) => reshape(broadcastTo(column, sites), [sizeOf(sites), 1]));
  const tuples = flat.length === 1 ? flat[0] : concat(flat, 1);
  return reshape(tuples, [...sites, flat.length]);
}

/** Repeats tuples for each batch. */
function repeated(tuples: Tensor, batch: number[], dtype: DataType): Tensor {
  const copies = sizeOf(batch);
  const all =
    copies === 1 ? tuples : repeatIndices(reshape(tuples, [1, tuples.size]), copies, dtype);
  return reshape(all, [...batch, ...tuples.shape]);
}
