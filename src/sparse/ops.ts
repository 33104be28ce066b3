/**
 * The ops that gather rows, multiply them by weights and combine them by segment, as data.
 */
import { mul, reshape } from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import { currentLimits } from '../backends.js';
import { gatherSegment } from '../gradients/fused.js';
import type { Edges, Gathered } from '../gradients/fused.js';
import { withoutOverflow } from '../segment/overflow.js';
import type { SegmentOp } from '../segment/segment_op.js';
import { filled, Segments } from '../segment/segments.js';

export interface GatherSegmentOp extends Pick<SegmentOp, 'caller' | 'dtypes' | 'takesEmpty'> {
  takesWeights?: true;
  combine: (rows: Rows) => Tensor;
}

/** Checked arguments, reshaped for the kernel. */
export interface Rows {
  caller: string;
  edges: Edges & { sources: Tensor };
  /** [batches, rows, values]. */
  x: Tensor;
  weights?: Tensor;
  /** The number of segments. */
  count: number;
  empty?: number;
}

const NUMBERS = ['float32', 'int32'] as const;

/** Combines rows by segment, starting from a number. */
function combineRows(
  { count, x, ...rows }: Rows,
  reduction: Gathered['reduction'],
  start: number,
): Tensor {
  const [batches, , values]: number[] = x.shape;
  const data = filled([batches, count, values], start, x.dtype);
  return gatherSegment({ ...rows, x, data, reduction });
}

/** Divides sums of rows by the square roots of their numbers. */
function sumRowsByRoot(rows: Rows): Tensor {
  const { edges, count, x } = rows;
  const ids = reshape(edges.indices, [...edges.sources.shape, 1]);
  const inverse = new Segments(ids, count).inverseRoots();
  const compute = (x: Tensor) => mul(combineRows({ ...rows, x }, 'add', 0), inverse);
  return withoutOverflow(x, compute, edges.sources.size);
}

/** Makes the op of an extremum; without the option `empty`, empty segments get a limit of the dtype. */
function gatherExtremum(
  caller: string,
  reduction: 'max' | 'min',
  limit: 'lowest' | 'highest',
): GatherSegmentOp {
  return {
    caller,
    dtypes: NUMBERS,
    takesEmpty: true,
    combine: (rows) =>
      combineRows(rows, reduction, rows.empty ?? currentLimits(rows.x.dtype)[limit]),
  };
}

export const GATHER_SUM: GatherSegmentOp = {
  caller: 'gatherSegmentSum',
  dtypes: NUMBERS,
  takesWeights: true,
  combine: (rows) => combineRows(rows, 'add', 0),
};

export const GATHER_MEAN: GatherSegmentOp = {
  caller: 'gatherSegmentMean',
  dtypes: NUMBERS,
  takesWeights: true,
  combine: (rows) =>
    withoutOverflow(rows.x, (x) => combineRows({ ...rows, x }, 'mean', 0), rows.edges.sources.size),
};

export const GATHER_SQRT_N: GatherSegmentOp = {
  caller: 'gatherSegmentSqrtN',
  dtypes: ['float32'],
  takesWeights: true,
  combine: sumRowsByRoot,
};

export const GATHER_MAX = gatherExtremum('gatherSegmentMax', 'max', 'lowest');
export const GATHER_MIN = gatherExtremum('gatherSegmentMin', 'min', 'highest');
