/**
 * The ops that gather rows along edges and combine them by segment: reducing segment ops on these rows.
 */
import { MAX, MEAN, MIN, SQRT_N, SUM } from '../segment/ops.js';
import { NUMBERS } from '../segment/segment_op.js';
import type { GatherSegmentOp } from './gather_segments.js';

const ALONG_EDGES = { inputs: ['x', 'sources', 'targets'], wraps: true };
const WEIGHTED = { inputs: [...ALONG_EDGES.inputs, 'weights'], wraps: true };

export const GATHER_SUM: GatherSegmentOp = {
  ...SUM,
  ...WEIGHTED,
  caller: 'gatherSegmentSum',
  dtypes: NUMBERS,
};
export const GATHER_MEAN: GatherSegmentOp = { ...MEAN, ...WEIGHTED, caller: 'gatherSegmentMean' };
export const GATHER_SQRT_N: GatherSegmentOp = {
  ...SQRT_N,
  ...WEIGHTED,
  caller: 'gatherSegmentSqrtN',
};
export const GATHER_MAX: GatherSegmentOp = { ...MAX, ...ALONG_EDGES, caller: 'gatherSegmentMax' };
export const GATHER_MIN: GatherSegmentOp = { ...MIN, ...ALONG_EDGES, caller: 'gatherSegmentMin' };
