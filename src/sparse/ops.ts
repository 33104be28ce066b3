/**
 * The ops that gather rows of a tensor, weigh them and combine them by segments in one step, as data.
 */
import { div, maximum, mul, ones, reshape, sqrt } from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import { currentLimits } from '../backends.js';
import { gatherSegment } from '../gradients/fused.js';
import type { Edges } from '../gradients/fused.js';
import { stopGradient } from '../gradients/with_gradient.js';
import { withoutOverflow } from '../segment/overflow.js';
import type { SegmentOp } from '../segment/segment_op.js';
import { filled, Segments } from '../segment/segments.js';

/** An op that gathers rows and combines them by segments. */
export interface GatherSegmentOp extends Pick<SegmentOp, 'caller' | 'dtypes' | 'takesEmpty'> {
  takesWeights?: true;
  combine: (rows: Rows) => Tensor;
}

/** Checked arguments, laid out as the kernel takes them. */
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

/** Combines rows at their segments, by a reduction that starts from a number. */
function combineRows(
  { count, x, ...rows }: Rows,
  reduction: 'add' | 'mean' | 'max' | 'min',
  start: number,
): Tensor {
  const [batches, , values]: number[] = x.shape;
  const data = filled([batches, count, values], start, x.dtype);
  return gatherSegment({ ...rows, x, data, reduction });
}

/** Means of rows, by `divide` where these are no plain means; a sum that overflows on the way is scaled. */
function averageRows(rows: Rows): Tensor {
  return withoutOverflow(rows.x, (x) => combineRows({ ...rows, x }, 'mean', 0), termsOf(rows));
}

/** Sums of rows, divided by the roots of their numbers. */
function sumRowsByRoot(rows: Rows): Tensor {
  const { edges, count, x } = rows;
  const inverse = stopGradient(() => {
    const shape = [...edges.sources.shape, 1];
    const segments = new Segments(reshape(edges.indices, shape), count);
    return div(1, sqrt(maximum(segments.reduce(ones(shape), 'add', 0), 1)));
  });
  return withoutOverflow(
    x,
    (x) => mul(combineRows({ ...rows, x }, 'add', 0), inverse),
    termsOf(rows),
  );
}

const termsOf = ({ edges }: Rows) => edges.sources.size;

/** The extremes that rows are compared with where no number for empty segments is given. */
function extremeRows(rows: Rows, reduction: 'max' | 'min'): Tensor {
  const { lowest, highest } = currentLimits(rows.x.dtype);
  return combineRows(rows, reduction, rows.empty ?? (reduction === 'max' ? lowest : highest));
}

const NUMBERS = ['float32', 'int32'] as const;

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
  combine: averageRows,
};

export const GATHER_SQRT_N: GatherSegmentOp = {
  caller: 'gatherSegmentSqrtN',
  dtypes: ['float32'],
  takesWeights: true,
  combine: sumRowsByRoot,
};

export const GATHER_MAX: GatherSegmentOp = {
  caller: 'gatherSegmentMax',
  dtypes: NUMBERS,
  takesEmpty: true,
  combine: (rows) => extremeRows(rows, 'max'),
};

export const GATHER_MIN: GatherSegmentOp = {
  caller: 'gatherSegmentMin',
  dtypes: NUMBERS,
  takesEmpty: true,
  combine: (rows) => extremeRows(rows, 'min'),
};
