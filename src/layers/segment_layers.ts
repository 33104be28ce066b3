/**
 * The layers of segment ops, and of ops that gather rows along edges and combine them by segment.
 */
import type { layers } from '@tensorflow/tfjs-layers';

import { CallError } from '../../kernels/call/errors.js';
import { readSettings } from '../segment/checks.js';
import type { SegmentExtremumOptions, SegmentOptions } from '../segment/checks.js';
import type { GatherElementsOptions } from '../ops/options.js';
import { checkDtypes, onSlices, runSegments } from '../segment/run_segments.js';
import type { RunnableOp, SegmentOp } from '../segment/segment_op.js';
import type { LayerConfig } from './op_layer.js';
import { registerLayer } from './register_layer.js';

/** Options of the layers of segment ops. */
export interface SegmentLayerConfig extends LayerConfig, Omit<SegmentOptions, 'batchDims'> {
  /** The number of segments of each example. */
  numSegments: number;
}

/** Options of the layers of segment ops that compute a maximum or minimum. */
export interface SegmentExtremumLayerConfig
  extends SegmentLayerConfig, Omit<SegmentExtremumOptions, 'batchDims'> {}

/**
 * Creates the layer of a segment op. Its inputs are x, and segmentIds of the shape of x's leading
 * dimensions, including the batch axis. Each example has its own segments. Dtypes, empty
 * segments and dropped slices follow the op of the same name.
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
   * @param config `numSegments`: the number of segments of each example; the op's options `outOfBounds`
   *     (default 'error') and, if it has it, `empty`; `name`.
   * @returns A layer whose output has the shape `[batch, numSegments,
   *     ...x.shape.slice(segmentIds.rank)]` and the dtype of the op's result.
   * @throws As described at `LayerConfig`.
   */
  (config: Config): layers.Layer;
}

/**
 * Creates the layer of an op that gathers rows along edges and combines them by segment. Its inputs are
 * x of shape `[batch, nodes, ...]`, and sources and targets of shape `[batch, edges]`. Except for maximum
 * and minimum, a fourth input may hold weights: `[batch, edges]`, or `[batch, edges, heads]` for x of
 * shape `[batch, nodes, heads, ...]`. Each example has its own nodes, edges and segments. The output has
 * the shape `[batch, numSegments, ...x.shape.slice(2)]`. Dtypes and empty segments follow the op of the same
 * name.
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
export type GatherSegmentLayer<Config extends SegmentLayerConfig = SegmentLayerConfig> =
  SegmentLayer<Config & Pick<GatherElementsOptions, 'wrapNegatives'>>;

/** Registers the layers of an op, and returns the function that creates them. */
export function segmentLayer(
  row: SegmentOp | RunnableOp,
): GatherSegmentLayer<SegmentExtremumLayerConfig> {
  const op = 'names' in row ? row : onSlices(row);
  const { names, resultShape } = op;
  return registerLayer(op.name, 'numSegments', (options) => {
    const { numSegments: count }: { numSegments?: unknown } = options;
    if (names.length > 3 && 'weights' in options) {
      throw new CallError(
        `there is no option 'weights', expected weights as the last input of the layer: [${names.join(', ')}].`,
      );
    }
    const settings = readSettings(op, count, options, ['numSegments']);
    return {
      name: op.name,
      inputs: names,
      lastIsOptional: names.length > 3,
      indices: names.slice(1, 3),
      config: { ...settings },
      outputShape: (shapes) => resultShape(shapes, { ...settings, batchDims: 1 }),
      keptAxes: (shapes) => shapes.map((shape) => (op.perRow ? shape.length : 1)),
      outputDtype: (dtypes) => checkDtypes(op, dtypes, settings),
      run: (tensors) => runSegments(op, tensors, { ...settings, batchDims: 1 }),
    };
  });
}
