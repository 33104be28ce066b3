import type { Tensor, Tensor1D, TensorLike } from '@tensorflow/tfjs-core';

import * as tf from '../../kernels/tfjs/seam.js';
import { checkOptions } from '../../kernels/call/attributes.js';
import { invalidOption, isInteger, wrong } from '../../kernels/call/errors.js';
import { checkDtype, checkDtypeIn } from '../../kernels/call/shapes.js';
import { checkRoom, publicCall } from '../backends.js';
import { isValues, toFloats, toIndexTensor, toTensor } from '../ops/convert.js';
import { gatherND } from '../ops/gathers.js';
import { isNaN, where } from '../ops/tfjs_workarounds.js';
import { asConstant } from '../tape.js';
import { clipByValue, floor } from '../tfjs_ops.js';
import { NUMBERS, SUM } from './ops.js';
import { checkNonnegative, onSlices, runSegments } from './run_segments.js';

/** Options of `bincount`. */
export interface BincountOptions {
  /** The length of the result: ids from 0 to size - 1 are counted. */
  size: number;
  /** What each id adds to its count: float32, of the shape of ids. Default: 1. */
  weights?: Tensor | TensorLike | undefined;
}

/**
 * Counts how often each id occurs, or sums the weights of each id. Ids below 0, or of `size` or more, are
 * dropped.
 *
 * TensorFlow's `tf.math.bincount` with `minlength` and `maxlength` set to `size`. tfjs' own bincount takes
 * weights and size as positional arguments.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import { bincount } from 'tfjs-gather-scatter';
 *
 * bincount([2, 0, 2, 7], { size: 4 }).print(); // [1, 0, 2, 0]
 * bincount([2, 0, 2], { size: 3, weights: [0.5, 4, 1] }).print(); // [4, 0, 1.5]
 * ```
 *
 * @param ids int32, of any rank. They have no gradient.
 * @param options `size`: the length of the result; `weights`, which have first- and second-order gradients.
 * @returns A tensor of the shape `[size]`: int32, or float32 with weights.
 * @throws An Error that names the argument if shapes, dtypes or options do not fit.
 */
export function bincount(ids: Tensor | TensorLike, options: BincountOptions): Tensor1D {
  return publicCall('bincount', () => {
    checkTfjsOrder(options);
    checkOptions(options, ['size', 'weights']);
    const { size, weights } = options;
    checkNonnegative('size', size);
    const indices = toIndexTensor('ids', ids);
    checkDtype('ids', indices.dtype, 'int32');
    const { shape } = indices;
    const terms =
      weights === undefined
        ? tf.ones(shape, 'int32')
        : toFloats('weights', weights, shape, ', the shape of ids');
    const settings = { numSegments: size, countedBy: 'size', outOfBounds: 'drop' } as const;
    return runSegments(onSlices(SUM), [terms, indices], settings) as Tensor1D;
  });
}

/**
 * Counts values in bins of equal width, as TensorFlow's `tf.histogram_fixed_width`. A bin includes its lower edge,
 * rounded to float32, but not its upper edge. Values below the range count in the first bin and values above it in the
 * last one. NaN is dropped.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import { histogramFixedWidth } from 'tfjs-gather-scatter';
 *
 * histogramFixedWidth([-1, 0, 1.5, 2, 5, 15], [0, 5], 5).print(); // [2, 1, 1, 0, 2]
 * ```
 *
 * @param values A tensor of float32 or int32 and of any rank, or an array. Its gradient is 0.
 * @param range The lower edge of the first bin and the upper edge of the last one.
 * @param bins The number of bins. Default: 100.
 * @returns An int32 tensor of the shape `[bins]`.
 * @throws An Error that names the argument if the dtype, the range or the number of bins does not fit.
 */
export function histogramFixedWidth(
  values: Tensor | TensorLike,
  range: readonly [low: number, high: number],
  bins = 100,
): Tensor1D {
  return publicCall('histogramFixedWidth', () => {
    const x = toTensor('values', values);
    checkDtypeIn('values', x.dtype, NUMBERS);
    const [low, high] = readRange(range);
    if (!isInteger(bins) || bins < 1) throw invalidOption('bins', bins, 'a positive integer');
    checkRoom('bins', bins, [bins + 1]);
    return asConstant(() => {
      const flat = tf.cast(tf.reshape(x, [x.size]), 'float32');
      const isBroken = isNaN(flat);
      // tfjs' webgl backend does not clip the values next to a NaN.
      const numbers = where(isBroken, tf.zerosLike(flat), flat);
      const bin = binsOf(numbers, low, high, bins);
      return bincount(where(isBroken, tf.fill(bin.shape, -1, 'int32'), bin), { size: bins });
    }, [x]);
  });
}

/** Throws for the arguments of tf.bincount: x, weights and size. */
function checkTfjsOrder(options: unknown): void {
  if (!isValues(options)) return;
  throw wrong(
    'options is a tensor or an array',
    'a plain object: the arguments look like the (x, weights, size) of tf.bincount; bincount ' +
      'expects (ids, { size, weights })',
  );
}

/** Checks a range, and returns its ends rounded to float32. */
function readRange(range: readonly number[]): number[] {
  const isPair = Array.isArray(range) && range.length === 2;
  const ends = isPair ? range.map((end: number) => Math.fround(end)) : [];
  if (ends.every(Number.isFinite) && ends[0] < ends[1]) return ends;
  const hint = isInteger(range) ? '; the order is (values, [low, high], bins)' : '';
  throw invalidOption('range', range, `two numbers [low, high] with low < high${hint}`);
}

/**
 * Returns the bin of each value. GPUs divide and round differently, so the quotient may be off by one;
 * comparing with the float32 edges corrects it.
 */
function binsOf(values: Tensor, low: number, high: number, bins: number): Tensor {
  const edges = Float32Array.from({ length: bins + 1 }, (_, i) => low + ((high - low) * i) / bins);
  const inside = (bin: Tensor) => clipByValue(bin, 0, bins - 1);
  // Halves the numbers, because the distance from the lower edge may overflow.
  const along = tf.div(tf.sub(tf.mul(values, 0.5), low / 2), high / 2 - low / 2);
  const near = inside(floor(tf.mul(along, bins)));
  const places = tf.reshape(tf.cast(near, 'int32'), [-1, 1]);
  const edgeOf = (edges: Float32Array) => gatherND(tf.tensor1d(edges), places);
  const isBelow = tf.less(values, edgeOf(edges.slice(0, -1)));
  const isAbove = tf.greaterEqual(values, edgeOf(edges.slice(1)));
  const step = tf.sub(tf.cast(isAbove, 'float32'), tf.cast(isBelow, 'float32'));
  return tf.cast(inside(tf.add(near, step)), 'int32');
}
