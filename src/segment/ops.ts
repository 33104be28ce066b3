/**
 * Segment ops as data, and how they run. A row holds the values that share an id, so all segment ops
 * compute in rank 2, or in rank 3 with a batch, which tfjs' elementwise ops accept on every backend.
 */
import type { DataType, Tensor } from '@tensorflow/tfjs-core';

import type { Length } from '../../kernels/call/shapes.js';
import { currentLimits } from '../backends.js';
import { type Readable, readInOrder } from '../gradients/reads.js';
import { sitesOfTuples } from '../gradients/sites.js';
import { asConstant } from '../tape.js';
import type { Settings } from './options.js';

export const NUMBERS = ['float32', 'int32'] as const;
export const FLOATS = ['float32'] as const;

export interface SegmentOp<S = Segments> {
  /** Its name in messages. */
  name: string;
  /** The dtypes of x. bool counts as int32. */
  dtypes: readonly DataType[];
  /** The dtype of the result, if it is not x's. */
  resultDtype?: DataType;
  /** Whether the op has the option `empty`. */
  takesEmpty?: true;
  /** Whether the result has a row for each row of x. */
  perRow?: true;
  /** Computes a row for each segment, or for each row of x. `empty` is the option of that name. */
  compute: (rows: Tensor, segments: S, empty?: number) => Tensor;
}

/** An op, and how it takes its inputs. */
export interface RunnableOp extends SegmentOp {
  /** Those of x, perhaps of the rows of x that edges read, of the ids of segments, and perhaps of weights. */
  names: readonly string[];
  /** Whether negative indices of rows count from the end, unless the option `wrapNegatives` is false. */
  wraps?: boolean;
  /** Checks the shapes of the inputs, and returns the shape of the result. */
  resultShape: <L extends Length>(shapes: L[][], settings: Settings) => (L | number)[];
  /** Throws for a row of x that the edges read, but x does not have. */
  checkSources?: (tensors: Tensor[], settings: Settings) => void;
  /**
   * Computes rows of the result. x and the result are [rows, row]; indices are [rows]; weights are [rows] or
   * [rows, heads]. All may have a batch axis before these. `isWhole` says that every row is known to have a segment.
   */
  run: (tensors: Tensor[], settings: Settings, isWhole: boolean) => Tensor;
}

type Reduction = 'add' | 'max' | 'min' | 'mean';

/** An op that only reduces the rows of segments. */
export type ReducingOp = SegmentOp<Reducible>;

/** Segments whose rows an op can reduce. */
export interface Reducible {
  /** Combines the rows of each segment to one row. Empty segments are filled with `empty`. */
  reduce: (rows: Tensor, reduction: Reduction, empty: number) => Tensor;
  /** Returns the number of rows of each segment, as a column of float32. */
  counts: () => Tensor;
}

/** Segments as sites that read a row for each row of x: that of its segment. */
export interface Segments extends Readable {
  ids: Tensor;
  reduce: (rows: Tensor, reduction: Reduction | 'mul', empty: number) => Tensor;
  counts: Reducible['counts'];
  /** Returns the same segments with the copy of ids that a gradient function receives. */
  of: (ids: Tensor) => Segments;
}

/**
 * Makes segments. `ids` is [...batch, rows, 1]; rows whose id is not a segment are left out. `shape` is
 * [...batch, segments, row]. `isWhole` says that every id is known to be a segment.
 */
export function segmentsOf(ids: Tensor, shape: number[], isWhole = false): Segments {
  const sites = sitesOfTuples(shape, ids, ids.rank - 2, ids.shape, isWhole);
  const { read, sum, mask } = sites;
  return {
    ids,
    read,
    sum,
    mask,
    reduce(rows, reduction, empty) {
      // For sums and products `empty` is the identity, so it may take part.
      const includeSelf = reduction === 'add' || reduction === 'mul';
      return sites.scatter(empty, rows, { reduction, includeSelf });
    },
    counts: () => asConstant(() => sites.perSlice().scatter(0, 1, { reduction: 'add' })),
    of: (ids) => segmentsOf(ids, shape, isWhole),
  };
}

export const SUM: ReducingOp = {
  name: 'unsortedSegmentSum',
  dtypes: [...NUMBERS, 'bool'],
  compute: (rows, segments) => segments.reduce(rows, 'add', 0),
};

export const MEAN: ReducingOp = {
  name: 'unsortedSegmentMean',
  dtypes: NUMBERS,
  compute: (rows, segments) => segments.reduce(rows, 'mean', 0),
};

export const SQRT_N: ReducingOp = {
  name: 'unsortedSegmentSqrtN',
  dtypes: FLOATS,
  compute: (rows, segments) =>
    readInOrder(segments.reduce(rows, 'add', 0), {
      over: asConstant(() => readInOrder(segments.counts(), { map: 'sqrt' })),
    }),
};

export const PROD: SegmentOp = {
  name: 'unsortedSegmentProd',
  dtypes: NUMBERS,
  compute: (rows, segments) => segments.reduce(rows, 'mul', 1),
};

export const MAX = extremum('unsortedSegmentMax', 'max', 'lowest');
export const MIN = extremum('unsortedSegmentMin', 'min', 'highest');

/** Makes an op that fills empty segments with a limit of the dtype, unless `empty` is given. */
function extremum(name: string, reduction: 'max' | 'min', limit: 'lowest' | 'highest'): ReducingOp {
  return {
    name,
    dtypes: NUMBERS,
    takesEmpty: true,
    compute: (rows, segments, empty = currentLimits(rows.dtype)[limit]) =>
      segments.reduce(rows, reduction, empty),
  };
}
