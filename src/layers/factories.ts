/**
 * The functions that make an op's layers.
 */
import type { layers } from '@tensorflow/tfjs-layers';

import { checkPlainObject } from '../../kernels/contract/plain_object.js';
import type { OpFunction } from '../ops/run_op.js';
import type { SegmentExtremumOptions, SegmentOptions } from '../segment/options.js';
import type { SegmentOp } from '../segment/segment_op.js';
import type { GatherSegmentOp } from '../sparse/ops.js';
import { configureOp } from './batched_ops.js';
import { configureGatherSegments, configureSegments } from './batched_segments.js';
import type { ConfiguredOp, LayerConfig } from './op_layer.js';
import { registerLayer } from './register_layer.js';

/** Options of the layers of segment ops. */
export interface SegmentLayerConfig extends LayerConfig, SegmentOptions {
  /** The number of segments of each example. */
  numSegments: number;
}

/** Options of the layers of segment ops that look for an extremum. */
export interface SegmentExtremumLayerConfig extends SegmentLayerConfig, SegmentExtremumOptions {}

/**
 * Makes the layer of a segment op. It takes x and segmentIds of the shape of x's leading dimensions, the
 * batch axis among them. The segments of each example are its own.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { unsortedSegmentMax } from 'tfjs-gather-scatter/layers';
 *
 * const x = tf.input({ shape: [6, 8] });
 * const ids = tf.input({ shape: [6], dtype: 'int32' });
 * const layer = unsortedSegmentMax({ numSegments: 4, empty: 0 });
 * console.log((layer.apply([x, ids]) as tf.SymbolicTensor).shape); // [null, 4, 8]
 * ```
 */
export interface SegmentLayer<Config extends SegmentLayerConfig = SegmentLayerConfig> {
  /**
   * @param config `numSegments`: how many segments each example has; `outOfBounds` (default 'error') and,
   *     where the op takes it, `empty`, as of the op; `name`.
   * @returns A layer whose output is of the shape `[batch, numSegments,
   *     ...x.shape.slice(segmentIds.rank)]` and of x's dtype, unless the op says otherwise.
   * @throws As `LayerConfig` says.
   */
  // eslint-disable-next-line @typescript-eslint/prefer-function-type -- of a type editors show no parameters' comments
  (config: Config): layers.Layer;
}

/**
 * Makes the layer of an op that gathers rows and combines them at their targets. It takes x of shape
 * `[batch, nodes, ...]`, and sources and targets of shape `[batch, edges]`. Those without an extremum may
 * have weights as a fourth input: `[batch, edges]`, or `[batch, edges, heads]` for x of shape
 * `[batch, nodes, heads, ...]`. The nodes, edges and segments of each example are its own.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { gatherSegmentSum } from 'tfjs-gather-scatter/layers';
 *
 * const x = tf.input({ shape: [4, 8] });
 * const sources = tf.input({ shape: [6], dtype: 'int32' });
 * const targets = tf.input({ shape: [6], dtype: 'int32' });
 * const weights = tf.input({ shape: [6] });
 * const layer = gatherSegmentSum({ numSegments: 4 });
 * const sums = layer.apply([x, sources, targets, weights]) as tf.SymbolicTensor;
 * console.log(sums.shape); // [null, 4, 8]
 * ```
 */
export interface GatherSegmentLayer<Config extends SegmentLayerConfig = SegmentLayerConfig> {
  /**
   * @param config `numSegments`: how many segments each example has; `outOfBounds` (default 'error') and,
   *     where the op takes it, `empty`, as of the op; `name`.
   * @returns A layer whose output is of the shape `[batch, numSegments, ...x.shape.slice(2)]` and of x's
   *     dtype.
   * @throws As `LayerConfig` says.
   */
  // eslint-disable-next-line @typescript-eslint/prefer-function-type -- of a type editors show no parameters' comments
  (config: Config): layers.Layer;
}

/** Registers the layers of a gather or scatter, and returns the function that makes them. */
export function opLayer(fn: OpFunction): (config?: LayerConfig) => layers.Layer {
  const make = layerOf(fn.caller, fn.op.addressing.attribute, (options) =>
    configureOp(fn, options),
  );
  return (config = {}) => make(config);
}

/** Registers the layers of a segment op, and returns the function that makes them. */
export function segmentLayer(op: SegmentOp): SegmentLayer<SegmentExtremumLayerConfig> {
  return layerOf(op.caller, 'numSegments', (options) => configureSegments(op, options));
}

/** Registers the layers of an op that gathers rows, and returns the function that makes them. */
export function gatherSegmentLayer(
  op: GatherSegmentOp,
): GatherSegmentLayer<SegmentExtremumLayerConfig> {
  return layerOf(op.caller, 'numSegments', (options) => configureGatherSegments(op, options));
}

/** Registers layers; `likelyOption` is the one that a config other than an object is meant for. */
function layerOf(
  caller: string,
  likelyOption: string,
  configure: (options: object) => ConfiguredOp,
): (config: LayerConfig) => layers.Layer {
  const make = registerLayer(caller, configure);
  return (config) => {
    checkPlainObject(caller, 'config', config, [likelyOption]);
    return make(config);
  };
}
