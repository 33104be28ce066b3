/**
 * The layers of segment ops, and of ops that gather rows along edges and combine them by segment.
 */
import type { DataType, Tensor, TensorLike } from '@tensorflow/tfjs-core';
import type { layers, Shape } from '@tensorflow/tfjs-layers';

import { isInteger, wrong, wrongShape } from '../../kernels/call/errors.js';
import { type Input, shapeOf } from '../ops/convert.js';
import type { GatherElementsOptions } from '../ops/options.js';
import {
  MAX,
  MEAN,
  MIN,
  PROD,
  type RunnableOp,
  type SegmentOp,
  SQRT_N,
  SUM,
} from '../segment/ops.js';
import type { SegmentExtremumOptions, SegmentOptions } from '../segment/options.js';
import { checkDtypes, onSlices, readSettings, runSegments } from '../segment/run_segments.js';
import { LOG_SOFTMAX, LOG_SUM_EXP, SOFTMAX, STD } from '../segment/statistics.js';
import {
  GATHER_MAX,
  GATHER_MEAN,
  GATHER_MIN,
  GATHER_SQRT_N,
  GATHER_SUM,
} from '../sparse/gather_segments.js';
import { type KeptTensor, type LayerConfig, registerLayer } from './op_layer.js';

/** Options of the layers of segment ops. */
export interface SegmentLayerConfig extends LayerConfig, Omit<SegmentOptions, 'batchDims'> {
  /** The number of segments of each example. */
  numSegments: number;
  /** int32, `[rows]`: ids that all examples share, instead of an input. */
  segmentIds?: Tensor | TensorLike | undefined;
}

/** A graph that all examples share, instead of inputs. */
export interface GraphConfig {
  /** int32, `[edges]`; needs `targets`. */
  sources?: Tensor | TensorLike | undefined;
  /** int32, `[edges]`; needs `sources`. */
  targets?: Tensor | TensorLike | undefined;
}

/** Options of the layers of gatherSegment ops that take weights. */
export interface WeightedLayerConfig extends SegmentLayerConfig {
  /** float32, `[edges]`; needs `sources` and `targets`. The layer does not train them. */
  weights?: Tensor | TensorLike | undefined;
}

/** Options of the layers of segment ops that compute a maximum or minimum. */
export interface SegmentExtremumLayerConfig
  extends SegmentLayerConfig, Omit<SegmentExtremumOptions, 'batchDims'> {}

/**
 * Creates the layer of a segment op. Its inputs are x, and segmentIds of the shape of x's leading
 * dimensions, including the batch axis. With the option `segmentIds`, the only input is x. Each example has its own
 * segments. Dtypes, empty segments and dropped slices follow the op of the same name.
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
 *
 * Returns a layer whose output has the shape `[batch, numSegments, ...x.shape.slice(segmentIds.rank)]` and the dtype
 * of the op's result. Throws as described at `LayerConfig`.
 */
export interface SegmentLayer<Config extends SegmentLayerConfig = SegmentLayerConfig> {
  (
    /**
     * `numSegments`: the number of segments of each example; the op's options `outOfBounds` (default 'error') and, if
     * it has it, `empty`; `name`; and indices that all examples share, which the layer saves with the model as
     * weights that are not trained. A config that is saved has their length instead.
     */
    config: Config,
  ): layers.Layer;
}

/**
 * Creates the layer of an op that gathers rows along edges and combines them by segment. Its inputs are
 * x of shape `[batch, nodes, ...]`, and sources and targets of shape `[batch, edges]`. Except for maximum
 * and minimum, a fourth input may hold weights: `[batch, edges]`, or `[batch, edges, heads]` for x of
 * shape `[batch, nodes, heads, ...]`. Each example has its own nodes, edges and segments. With the options
 * `sources` and `targets`, and perhaps `weights`, all examples share a graph, and these are no inputs. The output
 * has the shape `[batch, numSegments, ...x.shape.slice(2)]`. Dtypes and empty segments follow the op of the same name.
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
 *
 * const onGraph = gatherSegmentSum({ numSegments: 4, sources: [0, 1, 2], targets: [1, 2, 3] });
 * console.log((onGraph.apply(x) as tf.SymbolicTensor).shape); // [null, 4, 8]
 * ```
 */
export type GatherSegmentLayer<Config extends SegmentLayerConfig = WeightedLayerConfig> =
  SegmentLayer<
    Omit<Config, 'segmentIds'> & GraphConfig & Pick<GatherElementsOptions, 'wrapNegatives'>
  >;

function segmentLayer(row: SegmentOp | RunnableOp): GatherSegmentLayer<SegmentExtremumLayerConfig> {
  const op = 'names' in row ? row : onSlices(row);
  const { names, resultShape } = op;
  return registerLayer(op.name, 'numSegments', (options) => {
    const values: Record<string, Input | undefined> = { ...options };
    const further = ['numSegments', ...names.slice(1)];
    const opSettings = readSettings(op, values.numSegments, options, further);
    const isKept = (name: string) => values[name] !== undefined;
    const indices = names.slice(1, 3);
    const kept = names
      .slice(1)
      .filter(isKept)
      .map((name) => keptTensor(name, values[name], indices));
    const missing = indices.find((name) => !isKept(name));
    if (kept.length > 0 && missing !== undefined) {
      const found = `config has ${kept[0].name} but not ${missing}`;
      throw wrong(found, 'both, or both as inputs of the layer');
    }
    const settings = { ...opSettings, batchDims: 1, shares: kept.length > 0 };
    // The order of the op's inputs: a layer that keeps any keeps all indices.
    const all = <T>([x, ...others]: T[], constants: T[]) => [x, ...constants, ...others];
    const shapes = kept.map(({ length }) => [length]);
    const dtypes = kept.map(({ dtype }) => dtype);
    return {
      name: op.name,
      inputs: names.filter((name) => !isKept(name)),
      lastIsOptional: names.length > 3 && !isKept(names[3]),
      indices,
      kept,
      config: {
        ...opSettings,
        ...Object.fromEntries(kept.map(({ name, length }) => [name, length])),
      },
      outputShape: (inputs) => resultShape(all<Shape>(inputs, shapes), settings),
      keptAxes: (inputs) => inputs.map((shape) => (op.perRow ? shape.length : 1)),
      outputDtype: (inputs) => checkDtypes(op, all<DataType>(inputs, dtypes), settings),
      run: (inputs, tensors) => runSegments(op, all(inputs, tensors), settings),
    };
  });
}

/** Reads an option that is a tensor, an array, or the length of one that is loaded. */
function keptTensor(name: string, value: Input | undefined, indices: string[]): KeptTensor {
  const dtype = indices.includes(name) ? 'int32' : 'float32';
  if (isInteger(value) && value >= 0) return { name, dtype, length: value };
  const shape = shapeOf(value, dtype);
  if (shape.length !== 1) throw wrongShape(name, shape, 'rank 1: all examples share it');
  // Its elements are checked when it becomes a tensor.
  return { name, dtype, length: shape[0], values: value };
}

/** The sum of the slices in each segment, as a layer. @function */
export const unsortedSegmentSum: SegmentLayer = segmentLayer(SUM);

/** The mean of the slices in each segment, as a layer. @function */
export const unsortedSegmentMean: SegmentLayer = segmentLayer(MEAN);

/** The sum in each segment, divided by the square root of the number of slices, as a layer. @function */
export const unsortedSegmentSqrtN: SegmentLayer = segmentLayer(SQRT_N);

/** The population standard deviation of the slices in each segment, as a layer. @function */
export const unsortedSegmentStd: SegmentLayer = segmentLayer(STD);

/** The product of the slices in each segment, as a layer. @function */
export const unsortedSegmentProd: SegmentLayer = segmentLayer(PROD);

/** The elementwise maximum of the slices in each segment, as a layer. @function */
export const unsortedSegmentMax: SegmentLayer<SegmentExtremumLayerConfig> = segmentLayer(MAX);

/** The elementwise minimum of the slices in each segment, as a layer. @function */
export const unsortedSegmentMin: SegmentLayer<SegmentExtremumLayerConfig> = segmentLayer(MIN);

/** The softmax over the slices of each segment, as a layer. Its output has x's shape. @function */
export const unsortedSegmentSoftmax: SegmentLayer = segmentLayer(SOFTMAX);

/** The logarithm of this softmax, as a layer. Its output has x's shape. @function */
export const unsortedSegmentLogSoftmax: SegmentLayer = segmentLayer(LOG_SOFTMAX);

/** The logarithm of the sum of exp(x) in each segment, as a layer. @function */
export const unsortedSegmentLogSumExp: SegmentLayer = segmentLayer(LOG_SUM_EXP);

/** The sum of the rows of x at sources, times weights, in each segment, as a layer. @function */
export const gatherSegmentSum: GatherSegmentLayer = segmentLayer(GATHER_SUM);

/** The sum as in `gatherSegmentSum`, divided by the number of edges, as a layer. @function */
export const gatherSegmentMean: GatherSegmentLayer = segmentLayer(GATHER_MEAN);

/** The sum as in `gatherSegmentSum`, divided by the square root of the number of edges, as a layer. @function */
export const gatherSegmentSqrtN: GatherSegmentLayer = segmentLayer(GATHER_SQRT_N);

/** The elementwise maximum of the rows of x at sources in each segment, as a layer. @function */
export const gatherSegmentMax: GatherSegmentLayer<SegmentExtremumLayerConfig> =
  segmentLayer(GATHER_MAX);

/** The elementwise minimum of the rows of x at sources in each segment, as a layer. @function */
export const gatherSegmentMin: GatherSegmentLayer<SegmentExtremumLayerConfig> =
  segmentLayer(GATHER_MIN);
