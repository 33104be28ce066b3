/**
 * The ops as layers. Each runs on each example of a batch separately: indices never address axis 0, the batch axis.
 */
import type { NamedAttrMap } from '@tensorflow/tfjs-core';
import type { layers, Shape } from '@tensorflow/tfjs-layers';

import { invalidOption, isInteger, show, wrong } from '../../kernels/call/errors.js';
import { type Attributes, checkOptions, readAttributes } from '../../kernels/call/attributes.js';
import { inputNames, type Op, OPS } from '../../kernels/call/ops.js';
import { checkFill, checkUpdatesDtype } from '../../kernels/call/plan.js';
import { checkDtype, checkUpdatesShape } from '../../kernels/call/shapes.js';
import {
  checkTensorScatterShapes,
  readTensorScatterAttributes,
  TENSOR_SCATTER,
} from '../../kernels/call/tensor_scatter.js';
import { reshape } from '../../kernels/tfjs/seam.js';
import type {
  GatherElementsOptions,
  GatherNDOptions,
  ScatterElementsOptions,
  ScatterNDOptions,
  ScatterNDUpdateOptions,
} from '../ops/options.js';
import { runOp } from '../ops/run_op.js';
import {
  tensorScatter as runTensorScatter,
  type TensorScatterOptions,
} from '../ops/tensor_scatter.js';
import { type ConfiguredOp, type LayerConfig, registerLayer } from './op_layer.js';

const WHY = 'because a layer works on each example of a batch separately';

/**
 * Creates the layer of a gather or scatter. Its inputs are data, indices, and the updates of a scatter, with
 * the batch axis first. Their dtypes and shapes, and the output's, follow the op of the same name. The last
 * dimension of indices must be known if it holds tuples.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { gatherND, scatterND } from 'tfjs-gather-scatter/layers';
 *
 * const nodes = tf.input({ shape: [4, 8] });
 * const sources = tf.input({ shape: [6, 1], dtype: 'int32' });
 * const targets = tf.input({ shape: [6, 1], dtype: 'int32' });
 * const messages = gatherND().apply([nodes, sources]) as tf.SymbolicTensor;
 * const aggregate = scatterND({ reduction: 'mean', includeSelf: false });
 * const means = aggregate.apply([nodes, targets, messages]) as tf.SymbolicTensor;
 * console.log(messages.shape, means.shape); // [null, 6, 8] [null, 4, 8]
 * ```
 *
 * Throws as described at `LayerConfig`.
 */
export interface GatherScatterLayer<Options> {
  (
    /** The op's options, where `axis` and `batchDims` default to 1, and `name`. */
    config?: LayerConfig & Options,
  ): layers.Layer;
}

function opLayer<Options extends object>(op: Op, name = op.name): GatherScatterLayer<Options> {
  const make = registerLayer(name, op.addressing.attribute, (options) =>
    configureOp(op, name, options),
  );
  const layer: GatherScatterLayer<object> = (config = {}) => make(config);
  return layer;
}

/** Picks one value of an example's data for every element of its indices, as a layer. @function */
export const gatherElements = opLayer<GatherElementsOptions>(OPS.GatherElements);

/** Picks a slice of an example's data for every tuple of its indices, as a layer. @function */
export const gatherND = opLayer<GatherNDOptions>(OPS.GatherND);

/** Combines an update with one value of an example's data for every element of its indices, as a layer. @function */
export const scatterElements = opLayer<ScatterElementsOptions>(OPS.ScatterElements);

/** Combines a slice of updates with a slice of an example's data for every tuple of its indices, as a layer. @function */
export const scatterND = opLayer<ScatterNDOptions>(OPS.ScatterND);

/** `scatterND` under OpenVINO's name, as a layer. @function */
export const scatterNDUpdate = opLayer<ScatterNDUpdateOptions>(OPS.ScatterND, 'scatterNDUpdate');

/**
 * Creates the layer that writes an update at consecutive positions of each example's cache. Its inputs are pastCache,
 * update and, unless all examples are written from position 0 on, writeIndices: int32, `[batch]` or `[batch, 1]`, because
 * tfjs feeds models columns in place of vectors. Dtypes and shapes follow the op of the same name.
 *
 * ```ts
 * import * as tf from '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { tensorScatter } from 'tfjs-gather-scatter/layers';
 *
 * const cache = tf.input({ shape: [12, 1024, 64] });
 * const keys = tf.input({ shape: [12, 1, 64] });
 * const lengths = tf.input({ shape: [1], dtype: 'int32' });
 * const next = tensorScatter().apply([cache, keys, lengths]) as tf.SymbolicTensor;
 * console.log(next.shape); // [null, 12, 1024, 64]
 * ```
 *
 * Throws as described at `LayerConfig`.
 */
export interface TensorScatterLayer {
  (
    /** The op's options `axis` (default -2) and `mode` (default 'linear'), and `name`. */
    config?: LayerConfig & TensorScatterOptions,
  ): layers.Layer;
}

const makeTensorScatter = registerLayer(TENSOR_SCATTER.name, 'axis', configureTensorScatter);

/** Writes an update at consecutive positions of each example's cache, as a layer. @function */
export const tensorScatter: TensorScatterLayer = (config = {}) => makeTensorScatter(config);

function configureTensorScatter(options: object): ConfiguredOp {
  const { name, inputs } = TENSOR_SCATTER;
  checkOptions(options, TENSOR_SCATTER.options);
  const { axis, mode } = readTensorScatterAttributes({ ...options });
  checkAlignment('axis', axis);
  const check = ([pastCache, update, ...others]: Shape[]) => {
    const [indices = pastCache.slice(0, 1)] = others;
    const isColumn = indices.length === 2 && indices[1] === 1;
    return checkTensorScatterShapes(axis, pastCache, update, isColumn ? [indices[0]] : indices);
  };
  return {
    name,
    inputs,
    lastIsOptional: true,
    indices: ['writeIndices'],
    config: { axis, mode },
    outputShape(shapes) {
      check(shapes);
      return shapes[0];
    },
    keptAxes: (shapes) => [shapes[0].length, check(shapes), 1],
    outputDtype([pastCache, update]) {
      checkDtype('update', update, pastCache, ', the dtype of pastCache');
      return pastCache;
    },
    run([pastCache, update, ...others]) {
      const [starts] = others.map((indices) => reshape(indices, [indices.size]));
      return runTensorScatter(pastCache, update, starts, { axis, mode });
    },
  };
}

/** Checks the options of an op's layer. axis and batchDims default to 1, because axis 0 is the batch. */
function configureOp(op: Op, name: string, options: object): ConfiguredOp {
  const { attribute } = op.addressing;
  checkOptions(options, op.options);
  const { [attribute]: at = 1 }: NamedAttrMap = { ...options };
  const attributes = readAttributes({ ...options, [attribute]: at });
  checkAlignment(attribute, attributes[attribute]);
  const config = configOf(op, attributes);
  return {
    name,
    inputs: inputNames(op),
    indices: ['indices'],
    config,
    outputShape: (shapes) => outputShape(op, attributes, shapes),
    keptAxes: (shapes) => keptAxes(op, attributes, shapes),
    outputDtype([data, , updates]) {
      if (op.scatters) checkUpdatesDtype(attributes, data, updates);
      else checkFill(attributes, data);
      return data;
    },
    run: (tensors) => runOp({ op }, tensors, config),
  };
}

function configOf(op: Op, attributes: Attributes): ConfiguredOp['config'] {
  const { outOfBounds, wrapNegatives, fill, reductionName, includeSelf } = attributes;
  const { attribute } = op.addressing;
  const always = {
    [attribute]: attributes[attribute],
    outOfBounds,
    // Only if it is not the default, which earlier releases do not know.
    ...(!wrapNegatives && { wrapNegatives }),
  };
  if (op.scatters) return { ...always, reduction: reductionName, includeSelf };
  return outOfBounds === 'drop' ? { ...always, fill } : always;
}

/** Throws for an axis or batchDims that would address the batch axis in data of any shape. */
function checkAlignment(attribute: 'axis' | 'batchDims', value: number): void {
  const counts = attribute === 'batchDims';
  if (isInteger(value) && (counts ? value > 0 : value !== 0)) return;
  const expected = counts ? 'a positive integer' : 'an integer other than 0, the batch axis';
  throw invalidOption(attribute, value, `${expected}, ${WHY}`);
}

function outputShape(op: Op, attributes: Attributes, shapes: Shape[]): Shape {
  const [data, indices, updates] = shapes;
  const { attribute } = op.addressing;
  if (data.length === 1) {
    throw wrong(`data has rank 1 (shape ${show(data)})`, `an axis after the batch axis, ${WHY}`);
  }
  if (attribute === 'axis' && attributes.axis === -data.length) {
    const found = `axis is ${attributes.axis}, the batch axis of data (shape ${show(data)})`;
    throw wrong(found, `another one, ${WHY}`);
  }
  const values = op.addressing.valuesShape(data, indices, attributes[attribute]);
  if (!op.scatters) return values;
  checkUpdatesShape(op.addressing, { data, indices, updates, values });
  return data;
}

/** Returns for each input how many of its leading axes the result shares. */
function keptAxes(op: Op, { axis, batchDims }: Attributes, [data, indices]: Shape[]): number[] {
  const { addressing, scatters } = op;
  const isAxis = addressing.attribute === 'axis';
  const paired = isAxis ? pairedAxes(data, indices, axis) : batchDims;
  if (scatters) return [data.length, paired, paired];
  return [paired, indices.length - addressing.tupleRank];
}

/** Counts the leading axes before `axis` on which data and indices have the same length. */
function pairedAxes(data: Shape, indices: Shape, axis: number): number {
  const before = data.slice(0, axis < 0 ? axis + data.length : axis);
  const shorter = before.findIndex((length, d) => length !== indices[d]);
  return shorter < 0 ? before.length : shorter;
}
