import type { Tensor } from '@tensorflow/tfjs-core';

import { reshape, zeros } from '../../kernels/tfjs/seam.js';
import { readInOrder } from '../gradients/reads.js';
import { repeat } from '../ops/rows.js';
import { stopGradient } from '../tape.js';
import { range } from '../tfjs_ops.js';
import { NUMBERS, type Segments } from './ops.js';
import { segmentFunction } from './slices.js';

/** Makes the op that finds the index of the first row with the extremum of its segment. */
function argExtremum(name: string, extremum: 'max' | 'min') {
  return segmentFunction({
    name,
    dtypes: NUMBERS,
    takesEmpty: true,
    resultDtype: 'int32',
    compute: (rows, segments, empty = -1) =>
      stopGradient(
        () => segments.reduce(candidates(rows, segments, extremum), 'min', empty),
        [rows, segments.ids],
      ),
  });
}

/** Returns the index of each row where it has the extremum, elsewhere the number of rows. */
function candidates(rows: Tensor, segments: Segments, extremum: 'max' | 'min'): Tensor {
  if (rows.size === 0) return zeros(rows.shape, 'int32');
  const [count, size] = rows.shape.slice(-2);
  const extrema = segments.read(segments.reduce(rows, extremum, 0));
  const ofBatch = repeat(range(0, count, 1, 'int32'), 1, size);
  const numbers = reshape(repeat(ofBatch, 0, rows.size / ofBatch.size), rows.shape);
  return readInOrder(numbers, { sourceLike: extrema, targetLike: rows, fill: count });
}

/**
 * The index of the first slice of `x` with the maximum of its segment, value by value: int32, counted
 * in row-major order of segmentIds. Empty segments get -1 or the option `empty`. NaN counts as the
 * maximum. x is float32 or int32. The gradient is 0.
 *
 * The second result of pytorch_scatter's `scatter_max`, if `empty` is the number of slices.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentArgMax([[1, 6], [5, 2], [3, 4]], [0, 0, 1], 3).print(); // [[1, 0], [2, 2], [-1, -1]]
 * ```
 * @function
 */
export const unsortedSegmentArgMax = argExtremum('unsortedSegmentArgMax', 'max');

/**
 * The same as `unsortedSegmentArgMax`, for the minimum of each segment and the second result of `scatter_min`.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.unsortedSegmentArgMin([[1, 6], [5, 2], [3, 4]], [0, 0, 1], 3).print(); // [[0, 1], [2, 2], [-1, -1]]
 * ```
 * @function
 */
export const unsortedSegmentArgMin = argExtremum('unsortedSegmentArgMin', 'min');
