/**
 * The segment ops as layers.
 */
import type { layers } from '@tensorflow/tfjs-layers';

import { MAX, MIN } from '../segment/extrema.js';
import { PROD } from '../segment/prod.js';
import type { SegmentOp } from '../segment/run_segments.js';
import { LOG_SOFTMAX, LOG_SUM_EXP, SOFTMAX } from '../segment/softmax.js';
import { STD } from '../segment/std.js';
import { MEAN, SQRT_N, SUM } from '../segment/sums.js';
import { configureSegments } from './example_ops.js';
import type { LayerConfig } from './op_layer.js';
import { registerLayer } from './register_layer.js';

/** Options of the layers of segment ops. */
export interface SegmentLayerConfig extends LayerConfig {
  /** How many segments each example has. */
  numSegments: number;
}

const layerOf = (op: SegmentOp) =>
  registerLayer(op.caller, (options) => configureSegments(op, options));

const makeSum = layerOf(SUM);
const makeMean = layerOf(MEAN);
const makeSqrtN = layerOf(SQRT_N);
const makeProd = layerOf(PROD);
const makeMax = layerOf(MAX);
const makeMin = layerOf(MIN);
const makeStd = layerOf(STD);
const makeLogSumExp = layerOf(LOG_SUM_EXP);
const makeSoftmax = layerOf(SOFTMAX);
const makeLogSoftmax = layerOf(LOG_SOFTMAX);

/**
 * The sum of the slices of an example's x in each segment; 0 where there are none.
 *
 * The layer of the op of the same name. It takes x, float32 or int32, and segmentIds of the shape of x's
 * leading dimensions, the batch axis among them; the segments of each example are its own.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { unsortedSegmentSum } from 'tfjs-gather-scatter/layers';
 *
 * const x = tf.input({ shape: [6, 8] });
 * const ids = tf.input({ shape: [6], dtype: 'int32' });
 * const layer = unsortedSegmentSum({ numSegments: 4 });
 * console.log((layer.apply([x, ids]) as tf.SymbolicTensor).shape); // [null, 4, 8]
 * ```
 *
 * @param config `numSegments`: how many segments each example has; `name`.
 * @returns A layer whose output is of the shape `[batch, numSegments, ...x.shape.slice(segmentIds.rank)]` and of x's dtype.
 * @throws An Error that names the argument, for options that do not fit; the layer, for shapes and
 *     dtypes that do not fit, when it is applied, and for a mask that arrives, when the model runs.
 */
export function unsortedSegmentSum(config: SegmentLayerConfig): layers.Layer {
  return makeSum(config);
}

/**
 * The mean of the slices of an example's x in each segment; 0 where there are none.
 *
 * The layer of the op of the same name. It takes x, float32, and segmentIds of the shape of x's
 * leading dimensions, the batch axis among them; the segments of each example are its own.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { unsortedSegmentMean } from 'tfjs-gather-scatter/layers';
 *
 * const x = tf.input({ shape: [6, 8] });
 * const ids = tf.input({ shape: [6], dtype: 'int32' });
 * const layer = unsortedSegmentMean({ numSegments: 4 });
 * console.log((layer.apply([x, ids]) as tf.SymbolicTensor).shape); // [null, 4, 8]
 * ```
 *
 * @param config `numSegments`: how many segments each example has; `name`.
 * @returns A layer whose output is of the shape `[batch, numSegments, ...x.shape.slice(segmentIds.rank)]` and of x's dtype.
 * @throws An Error that names the argument, for options that do not fit; the layer, for shapes and
 *     dtypes that do not fit, when it is applied, and for a mask that arrives, when the model runs.
 */
export function unsortedSegmentMean(config: SegmentLayerConfig): layers.Layer {
  return makeMean(config);
}

/**
 * The sum of the slices of an example's x in each segment, divided by the square root of their number;
 * 0 where there are none.
 *
 * The layer of the op of the same name. It takes x, float32, and segmentIds of the shape of x's
 * leading dimensions, the batch axis among them; the segments of each example are its own.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { unsortedSegmentSqrtN } from 'tfjs-gather-scatter/layers';
 *
 * const x = tf.input({ shape: [6, 8] });
 * const ids = tf.input({ shape: [6], dtype: 'int32' });
 * const layer = unsortedSegmentSqrtN({ numSegments: 4 });
 * console.log((layer.apply([x, ids]) as tf.SymbolicTensor).shape); // [null, 4, 8]
 * ```
 *
 * @param config `numSegments`: how many segments each example has; `name`.
 * @returns A layer whose output is of the shape `[batch, numSegments, ...x.shape.slice(segmentIds.rank)]` and of x's dtype.
 * @throws An Error that names the argument, for options that do not fit; the layer, for shapes and
 *     dtypes that do not fit, when it is applied, and for a mask that arrives, when the model runs.
 */
export function unsortedSegmentSqrtN(config: SegmentLayerConfig): layers.Layer {
  return makeSqrtN(config);
}

/**
 * The product of the slices of an example's x in each segment; 1 where there are none.
 *
 * The layer of the op of the same name. It takes x, float32 or int32, and segmentIds of the shape of x's
 * leading dimensions, the batch axis among them; the segments of each example are its own.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { unsortedSegmentProd } from 'tfjs-gather-scatter/layers';
 *
 * const x = tf.input({ shape: [6, 8] });
 * const ids = tf.input({ shape: [6], dtype: 'int32' });
 * const layer = unsortedSegmentProd({ numSegments: 4 });
 * console.log((layer.apply([x, ids]) as tf.SymbolicTensor).shape); // [null, 4, 8]
 * ```
 *
 * @param config `numSegments`: how many segments each example has; `name`.
 * @returns A layer whose output is of the shape `[batch, numSegments, ...x.shape.slice(segmentIds.rank)]` and of x's dtype.
 * @throws An Error that names the argument, for options that do not fit; the layer, for shapes and
 *     dtypes that do not fit, when it is applied, and for a mask that arrives, when the model runs.
 */
export function unsortedSegmentProd(config: SegmentLayerConfig): layers.Layer {
  return makeProd(config);
}

/**
 * The largest of the slices of an example's x in each segment, value by value; the dtype's lowest
 * number where there are none.
 *
 * The layer of the op of the same name. It takes x, float32 or int32, and segmentIds of the shape of x's
 * leading dimensions, the batch axis among them; the segments of each example are its own.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { unsortedSegmentMax } from 'tfjs-gather-scatter/layers';
 *
 * const x = tf.input({ shape: [6, 8] });
 * const ids = tf.input({ shape: [6], dtype: 'int32' });
 * const layer = unsortedSegmentMax({ numSegments: 4 });
 * console.log((layer.apply([x, ids]) as tf.SymbolicTensor).shape); // [null, 4, 8]
 * ```
 *
 * @param config `numSegments`: how many segments each example has; `name`.
 * @returns A layer whose output is of the shape `[batch, numSegments, ...x.shape.slice(segmentIds.rank)]` and of x's dtype.
 * @throws An Error that names the argument, for options that do not fit; the layer, for shapes and
 *     dtypes that do not fit, when it is applied, and for a mask that arrives, when the model runs.
 */
export function unsortedSegmentMax(config: SegmentLayerConfig): layers.Layer {
  return makeMax(config);
}

/**
 * The smallest of the slices of an example's x in each segment, value by value; the dtype's highest
 * number where there are none.
 *
 * The layer of the op of the same name. It takes x, float32 or int32, and segmentIds of the shape of x's
 * leading dimensions, the batch axis among them; the segments of each example are its own.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { unsortedSegmentMin } from 'tfjs-gather-scatter/layers';
 *
 * const x = tf.input({ shape: [6, 8] });
 * const ids = tf.input({ shape: [6], dtype: 'int32' });
 * const layer = unsortedSegmentMin({ numSegments: 4 });
 * console.log((layer.apply([x, ids]) as tf.SymbolicTensor).shape); // [null, 4, 8]
 * ```
 *
 * @param config `numSegments`: how many segments each example has; `name`.
 * @returns A layer whose output is of the shape `[batch, numSegments, ...x.shape.slice(segmentIds.rank)]` and of x's dtype.
 * @throws An Error that names the argument, for options that do not fit; the layer, for shapes and
 *     dtypes that do not fit, when it is applied, and for a mask that arrives, when the model runs.
 */
export function unsortedSegmentMin(config: SegmentLayerConfig): layers.Layer {
  return makeMin(config);
}

/**
 * The standard deviation of the slices of an example's x in each segment, that of the population; 0
 * where there are none.
 *
 * The layer of the op of the same name. It takes x, float32, and segmentIds of the shape of x's
 * leading dimensions, the batch axis among them; the segments of each example are its own.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { unsortedSegmentStd } from 'tfjs-gather-scatter/layers';
 *
 * const x = tf.input({ shape: [6, 8] });
 * const ids = tf.input({ shape: [6], dtype: 'int32' });
 * const layer = unsortedSegmentStd({ numSegments: 4 });
 * console.log((layer.apply([x, ids]) as tf.SymbolicTensor).shape); // [null, 4, 8]
 * ```
 *
 * @param config `numSegments`: how many segments each example has; `name`.
 * @returns A layer whose output is of the shape `[batch, numSegments, ...x.shape.slice(segmentIds.rank)]` and of x's dtype.
 * @throws An Error that names the argument, for options that do not fit; the layer, for shapes and
 *     dtypes that do not fit, when it is applied, and for a mask that arrives, when the model runs.
 */
export function unsortedSegmentStd(config: SegmentLayerConfig): layers.Layer {
  return makeStd(config);
}

/**
 * The logarithm of the sum of exp(x) over each segment of an example; -Infinity where there are none.
 *
 * The layer of the op of the same name. It takes x, float32, and segmentIds of the shape of x's
 * leading dimensions, the batch axis among them; the segments of each example are its own.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { unsortedSegmentLogSumExp } from 'tfjs-gather-scatter/layers';
 *
 * const x = tf.input({ shape: [6, 8] });
 * const ids = tf.input({ shape: [6], dtype: 'int32' });
 * const layer = unsortedSegmentLogSumExp({ numSegments: 4 });
 * console.log((layer.apply([x, ids]) as tf.SymbolicTensor).shape); // [null, 4, 8]
 * ```
 *
 * @param config `numSegments`: how many segments each example has; `name`.
 * @returns A layer whose output is of the shape `[batch, numSegments, ...x.shape.slice(segmentIds.rank)]` and of x's dtype.
 * @throws An Error that names the argument, for options that do not fit; the layer, for shapes and
 *     dtypes that do not fit, when it is applied, and for a mask that arrives, when the model runs.
 */
export function unsortedSegmentLogSumExp(config: SegmentLayerConfig): layers.Layer {
  return makeLogSumExp(config);
}

/**
 * The softmax of the slices of an example's x within each segment; 0 for slices that are dropped.
 *
 * The layer of the op of the same name. It takes x, float32, and segmentIds of the shape of x's
 * leading dimensions, the batch axis among them; the segments of each example are its own.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { unsortedSegmentSoftmax } from 'tfjs-gather-scatter/layers';
 *
 * const x = tf.input({ shape: [6, 8] });
 * const ids = tf.input({ shape: [6], dtype: 'int32' });
 * const layer = unsortedSegmentSoftmax({ numSegments: 4 });
 * console.log((layer.apply([x, ids]) as tf.SymbolicTensor).shape); // [null, 6, 8]
 * ```
 *
 * @param config `numSegments`: how many segments each example has; `name`.
 * @returns A layer whose output is of x's shape and of x's dtype.
 * @throws An Error that names the argument, for options that do not fit; the layer, for shapes and
 *     dtypes that do not fit, when it is applied, and for a mask that arrives, when the model runs.
 */
export function unsortedSegmentSoftmax(config: SegmentLayerConfig): layers.Layer {
  return makeSoftmax(config);
}

/**
 * The logarithm of `unsortedSegmentSoftmax`; -Infinity for slices that are dropped.
 *
 * The layer of the op of the same name. It takes x, float32, and segmentIds of the shape of x's
 * leading dimensions, the batch axis among them; the segments of each example are its own.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import { unsortedSegmentLogSoftmax } from 'tfjs-gather-scatter/layers';
 *
 * const x = tf.input({ shape: [6, 8] });
 * const ids = tf.input({ shape: [6], dtype: 'int32' });
 * const layer = unsortedSegmentLogSoftmax({ numSegments: 4 });
 * console.log((layer.apply([x, ids]) as tf.SymbolicTensor).shape); // [null, 6, 8]
 * ```
 *
 * @param config `numSegments`: how many segments each example has; `name`.
 * @returns A layer whose output is of x's shape and of x's dtype.
 * @throws An Error that names the argument, for options that do not fit; the layer, for shapes and
 *     dtypes that do not fit, when it is applied, and for a mask that arrives, when the model runs.
 */
export function unsortedSegmentLogSoftmax(config: SegmentLayerConfig): layers.Layer {
  return makeLogSoftmax(config);
}
