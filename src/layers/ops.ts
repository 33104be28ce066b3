/**
 * The ops as layers.
 */
import { OPS } from '../../kernels/call/ops.js';
import type {
  GatherElementsOptions,
  GatherNDOptions,
  ScatterElementsOptions,
  ScatterNDOptions,
  ScatterNDUpdateOptions,
} from '../ops/options.js';
import { type GatherScatterLayer, opLayer } from './batched_ops.js';

/**
 * `gatherElements` as a layer: picks one value of an example's data for every element of its indices.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { gatherElements } from 'tfjs-gather-scatter/layers';
 *
 * const scores = tf.input({ shape: [10, 5] });
 * const chosen = tf.input({ shape: [10, 1], dtype: 'int32' });
 * const ofChosen = gatherElements({ axis: 2 }).apply([scores, chosen]) as tf.SymbolicTensor;
 * console.log(ofChosen.shape); // [null, 10, 1]
 * ```
 * @function
 */
export const gatherElements: GatherScatterLayer<GatherElementsOptions> = opLayer(
  OPS.GatherElements,
);

/**
 * `gatherND` as a layer: picks a slice of an example's data for every tuple of its indices.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { gatherND } from 'tfjs-gather-scatter/layers';
 *
 * const nodes = tf.input({ shape: [4, 8] });
 * const sources = tf.input({ shape: [6, 1], dtype: 'int32' });
 * const messages = gatherND().apply([nodes, sources]) as tf.SymbolicTensor;
 * console.log(messages.shape); // [null, 6, 8]
 * ```
 * @function
 */
export const gatherND: GatherScatterLayer<GatherNDOptions> = opLayer(OPS.GatherND);

/**
 * `scatterElements` as a layer: copies an example's data and combines an update with one value for
 * every element of its indices.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { scatterElements } from 'tfjs-gather-scatter/layers';
 *
 * const counts = tf.input({ shape: [5] });
 * const classes = tf.input({ shape: [20], dtype: 'int32' });
 * const weights = tf.input({ shape: [20] });
 * const histogram = scatterElements({ reduction: 'add' });
 * const sums = histogram.apply([counts, classes, weights]) as tf.SymbolicTensor;
 * console.log(sums.shape); // [null, 5]
 * ```
 * @function
 */
export const scatterElements: GatherScatterLayer<ScatterElementsOptions> = opLayer(
  OPS.ScatterElements,
);

/**
 * `scatterND` as a layer: copies an example's data and combines it with a slice of its updates for every
 * tuple of its indices.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { scatterND } from 'tfjs-gather-scatter/layers';
 *
 * const nodes = tf.input({ shape: [4, 8] });
 * const targets = tf.input({ shape: [6, 1], dtype: 'int32' });
 * const messages = tf.input({ shape: [6, 8] });
 * const aggregate = scatterND({ reduction: 'mean', includeSelf: false });
 * const means = aggregate.apply([nodes, targets, messages]) as tf.SymbolicTensor;
 * console.log(means.shape); // [null, 4, 8]
 * ```
 * @function
 */
export const scatterND: GatherScatterLayer<ScatterNDOptions> = opLayer(OPS.ScatterND);

/**
 * `scatterNDUpdate` as a layer: `scatterND` under OpenVINO's name.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { scatterNDUpdate } from 'tfjs-gather-scatter/layers';
 *
 * const stock = tf.input({ shape: [3] });
 * const items = tf.input({ shape: [2, 1], dtype: 'int32' });
 * const sold = tf.input({ shape: [2] });
 * const left = scatterNDUpdate({ reduction: 'sub' });
 * console.log((left.apply([stock, items, sold]) as tf.SymbolicTensor).shape); // [null, 3]
 * ```
 * @function
 */
export const scatterNDUpdate: GatherScatterLayer<ScatterNDUpdateOptions> = opLayer(
  OPS.ScatterND,
  'scatterNDUpdate',
);
