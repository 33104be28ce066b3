/**
 * The ops that gather rows along edges and combine them by segment: reducing segment ops on these rows.
 */
import { MAX, MEAN, MIN, SQRT_N, SUM } from '../segment/ops.js';
import { NUMBERS, type ReducingOp } from '../segment/segment_op.js';
import type { GatherSegmentOp } from './gather_segments.js';

export const GATHER_SUM = along({ ...SUM, dtypes: NUMBERS }, 'gatherSegmentSum', 'weights');
export const GATHER_MEAN = along(MEAN, 'gatherSegmentMean', 'weights');
export const GATHER_SQRT_N = along(SQRT_N, 'gatherSegmentSqrtN', 'weights');
export const GATHER_MAX = along(MAX, 'gatherSegmentMax');
export const GATHER_MIN = along(MIN, 'gatherSegmentMin');

function along(op: ReducingOp, caller: string, ...others: string[]): GatherSegmentOp {
  return { ...op, caller, inputs: ['x', 'sources', 'targets', ...others], wraps: true };
}
