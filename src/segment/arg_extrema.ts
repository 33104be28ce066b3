import { equal, fill, logicalOr, range, reshape, where, zeros } from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import { withGradient } from '../gradients/with_gradient.js';
import { isNaN } from '../ops/mended_ops.js';
import { segmentFunction } from './run_segments.js';
import { onNumbers, reducing } from './segment_op.js';
import type { Segments } from './segments.js';

const ARG_MAX = onNumbers('unsortedSegmentArgMax', reducing(firstAttaining('max')));
const ARG_MIN = onNumbers('unsortedSegmentArgMin', reducing(firstAttaining('min')));

/** Makes the method that finds the first row with the extremum of its segment, -1 if there is none. */
function firstAttaining(extremum: 'max' | 'min') {
  return (rows: Tensor, segments: Segments): Tensor =>
    withGradient(
      [rows],
      () => segments.reduce(candidates(rows, segments, extremum), 'min', -1),
      () => [zeros(rows.shape)],
    );
}

/** Returns the number of each row where it has the extremum, elsewhere one that is no row's. */
function candidates(rows: Tensor, segments: Segments, extremum: 'max' | 'min'): Tensor {
  // tfjs' where would write beyond its output on wasm.
  if (rows.size === 0) return zeros(rows.shape, 'int32');
  const [count] = rows.shape.slice(-2);
  const extrema = segments.spread(segments.reduce(rows, extremum, 0));
  const numbers = reshape(range(0, count, 1, 'int32'), [count, 1]);
  return where(attains(rows, extrema), numbers, fill([1, 1], count, 'int32'));
}

/** True for the values that are their segment's extremum; NaN, if it has any, is that. */
function attains(rows: Tensor, extrema: Tensor): Tensor {
  const isEqual = equal(rows, extrema);
  return rows.dtype === 'int32' ? isEqual : logicalOr(isEqual, isNaN(rows));
}

/**
 * The first of the slices of `x` that has the maximum of its segment, value by value; -1 where there
 * are none. NaN counts as the maximum. Its gradient is 0.
 *
 * The second result of pytorch_scatter's `scatter_max`, which has another number for empty segments.
 *
 * ```ts
 * import { unsortedSegmentArgMax } from 'tfjs-gather-scatter/segment';
 *
 * unsortedSegmentArgMax([[1, 6], [5, 2], [3, 4]], [0, 0, 1], 3).print(); // [[1, 0], [2, 2], [-1, -1]]
 * ```
 *
 * @function
 * @param x A tensor, float32 or int32, or an array.
 * @param segmentIds int32, of the shape of x's leading dimensions: the segment of each slice of x.
 *     Negative ones drop their slices.
 * @param numSegments The number of segments.
 * @returns An int32 tensor of the shape `[numSegments, ...x.shape.slice(segmentIds.rank)]`. Slices are
 *     counted in row-major order of segmentIds.
 * @throws An Error that names the argument, for shapes, dtypes or a number of segments that do not
 *     fit. Also for an id of numSegments or more; where ids live only on a GPU, it drops its slice.
 */
export const unsortedSegmentArgMax = segmentFunction(ARG_MAX);

/**
 * The first of the slices of `x` that has the minimum of its segment, value by value; -1 where there
 * are none. NaN counts as the minimum. Its gradient is 0.
 *
 * The second result of pytorch_scatter's `scatter_min`, which has another number for empty segments.
 *
 * ```ts
 * import { unsortedSegmentArgMin } from 'tfjs-gather-scatter/segment';
 *
 * unsortedSegmentArgMin([[1, 6], [5, 2], [3, 4]], [0, 0, 1], 3).print(); // [[0, 1], [2, 2], [-1, -1]]
 * ```
 *
 * @function
 * @param x A tensor, float32 or int32, or an array.
 * @param segmentIds int32, of the shape of x's leading dimensions: the segment of each slice of x.
 *     Negative ones drop their slices.
 * @param numSegments The number of segments.
 * @returns An int32 tensor of the shape `[numSegments, ...x.shape.slice(segmentIds.rank)]`. Slices are
 *     counted in row-major order of segmentIds.
 * @throws An Error that names the argument, for shapes, dtypes or a number of segments that do not
 *     fit. Also for an id of numSegments or more; where ids live only on a GPU, it drops its slice.
 */
export const unsortedSegmentArgMin = segmentFunction(ARG_MIN);
