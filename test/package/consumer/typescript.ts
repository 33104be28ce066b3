/** Uses the package from TypeScript, compiled to an ES module, with the types it exports. */
import * as tf from '@tensorflow/tfjs';
import { tensor1d } from '@tensorflow/tfjs-core';
import {
  at,
  gatherElements,
  gatherND,
  OUT_OF_BOUNDS,
  REDUCTIONS,
  scatterElements,
  scatterND,
  scatterNDUpdate,
  sampledDenseMatMul,
  tensorScatterMax,
} from 'tfjs-gather-scatter';
import type { OutOfBounds, Reduction, ScatterNDOptions } from 'tfjs-gather-scatter';
import 'tfjs-gather-scatter/backend-webgl';
import 'tfjs-gather-scatter/chained';
import { registerConverterOps } from 'tfjs-gather-scatter/converter';
import * as core from 'tfjs-gather-scatter/core';
import { indexAdd, indexSelect, takeAlongAxis } from 'tfjs-gather-scatter/indexing';
import * as layers from 'tfjs-gather-scatter/layers';
import {
  unsortedSegmentMax,
  unsortedSegmentMean,
  unsortedSegmentSoftmax,
  unsortedSegmentSum,
} from 'tfjs-gather-scatter/segment';
import * as namespace from 'tfjs-gather-scatter/tf';
import defaultNamespace from 'tfjs-gather-scatter/tf';

import use from './use.cjs';

const reduction: Reduction = 'add';
const outOfBounds: OutOfBounds = 'error';
const options: ScatterNDOptions = { reduction, outOfBounds };

const data = tf.tensor2d([1, 2, 3, 4], [2, 2]);
const ones = tensor1d([1, 1]);
const config: layers.SegmentLayerConfig = { numSegments: 2, name: 'means' };
/** The namespace's gatherND has the same type as the package's. */
export const looseGather: typeof gatherND = namespace.gatherND;
await use(tf, (entry: string) => import(`tfjs-gather-scatter${entry}`));

/** The core's functions are the same as the whole package's. */
export const ofCore: typeof scatterND = core.scatterND;

/** Results have the types of tfjs' own, so none of these needs a cast. */
export const typed = {
  gathered: (): tf.Tensor2D => gatherElements(data, [[0, 1]]),
  element: (): tf.Scalar => gatherND(data, [0, 1]).asScalar(),
  ofElements: (): tf.Tensor2D => scatterElements(data, [[0, 1]], [[5, 6]], { reduction }),
  ofSlices: (): tf.Tensor2D => scatterND(data, [[0]], [[5, 6]]),
  ofArrays: () => scatterND([1, 2, 3, 4], [[1], [1]], [10, 20], options),
  trained: (rows: tf.Variable) =>
    tf.train.sgd(0.125).minimize(() =>
      gatherND(rows, [[0], [2]])
        .square()
        .sum()
        .asScalar(),
    ),
  meanGradient: tf.grad((x: tf.Tensor): tf.Tensor => unsortedSegmentMean(x, [0, 1, 1], 2)),
  layered: (): tf.layers.Layer => layers.unsortedSegmentMean(config),
  updated: (): tf.Tensor2D => scatterNDUpdate(data, [[0]], [[5, 6]], { reduction: 'sum' }),
  indexed: (): tf.Tensor2D => indexAdd(data, [0], 1, { axis: 1 }),
  taken: (): tf.Tensor2D => takeAlongAxis(data, [[0]], { outOfBounds: 'clamp' }),
  changed: (): tf.Tensor2D => at(data, [[0], [1]]).max(1),
  row: (): tf.Tensor1D => at(data, 0).get().as1D(),
  ofVariable: (table: tf.Variable<tf.Rank.R2>): tf.Tensor2D => at(table, 0).add(1),
  picked: (table: tf.Variable<tf.Rank.R2>): tf.Tensor2D => indexSelect(table, [0]),
  named: (): tf.Tensor2D => tensorScatterMax(data, [[0]], 5).tensorScatterAdd([[0]], [[5, 6]]),
  highest: (): tf.Tensor2D => unsortedSegmentMax(data, [0, 1], 2),
  ofExamples: (x: tf.Tensor3D): tf.Tensor3D => unsortedSegmentMax(x, [0, 1], 2, { batchDims: 1 }),
  onGraph: (targets: tf.Tensor1D): tf.layers.Layer =>
    layers.gatherSegmentSum({ numSegments: 2, sources: [0, 1], targets, weights: [1, 2] }),
  // Tensors of both imports are interchangeable, and results of methods have the methods.
  methods: (zeros: tf.Tensor1D = namespace.zeros([3])): namespace.Tensor =>
    zeros.scatterElements([2, 2], ones, { reduction }).gatherND([[2], [0]]),
  ofBoth: (): tf.Tensor =>
    namespace.unsortedSegmentMax(ones.scatterNDUpdate([[1]], [0]), [1, 1], 2),
  ofTfjs: (): typeof tf.scatterND => namespace.scatterND,
  ofPackage: (): typeof gatherElements => namespace.gatherElements,
  registered: (): void => {
    registerConverterOps();
  },
  method: (): tf.Tensor2D => data.scatterElements([[0, 1]], [[5, 6]]).unsortedSegmentMax([0, 1], 2),
  elementsByMethod: (): tf.Tensor1D => data.gatherND([[0, 1]]).as1D(),
  totals: (): tf.Tensor2D => data.unsortedSegmentMean(tf.tensor1d([0, 1], 'int32'), 2),
  shares: (ids: tf.Tensor): tf.Tensor2D => unsortedSegmentSoftmax(data, ids, 2),
  /** The namespace takes the place of tfjs. */
  asTfjs: (): typeof tf => namespace,
  accelerated: (): (() => void) => defaultNamespace.accelerateBuiltins(),
  member: (): tf.Tensor2D => namespace.unsortedSegmentSum(data, [0, 1], 2),
  gradient: tf.grad((x: tf.Tensor) =>
    scatterElements(x, [[0, 1]], [[5, 6]])
      .square()
      .sum(),
  ),
  callback: [0, 1].map((place) => gatherND([1, 2], [place])),
  loss: (x: tf.Tensor2D): tf.Scalar => gatherElements(x, [[0, 1]]).sum(),
  reductions: REDUCTIONS.map((name: Reduction) => scatterND([1], [[0]], [2], { reduction: name })),
  words: [...OUT_OF_BOUNDS, ...REDUCTIONS] satisfies readonly string[],
};

// Shows that the types are not any: then these lines would have no errors to expect.
export const mistakes = [
  // @ts-expect-error Its reduction is in its name.
  () => tensorScatterMax(data, [[0]], 5, { reduction: 'min' }),
  // @ts-expect-error The axis is an option.
  () => indexAdd(data, 1, [0], 5),
  // @ts-expect-error The number of segments is missing.
  () => unsortedSegmentSum(data, [0, 0]),
  () => {
    // @ts-expect-error It takes no arguments.
    registerConverterOps('all');
  },
  // @ts-expect-error The number of segments is missing.
  () => layers.unsortedSegmentSum({}),
  // @ts-expect-error The batch of a layer is its first axis.
  () => layers.unsortedSegmentSum({ numSegments: 2, batchDims: 1 }),
  // @ts-expect-error A layer is not a tensor.
  (): tf.Tensor => layers.unsortedSegmentMean({ numSegments: 2 }),
  // @ts-expect-error A layer is not a tensor.
  (): tf.Tensor => layers.gatherND(),
  // @ts-expect-error There is no such reduction.
  () => scatterND(data, [[0]], [[1, 2]], { reduction: 'median' }),
  // @ts-expect-error gatherND has no axis.
  () => gatherND(data, [[0]], { axis: 1 }),
  // @ts-expect-error The method has no axis.
  () => data.gatherND([[0]], { axis: 1 }),
  // @ts-expect-error Ids of rank 2 change the rank.
  (ids: tf.Tensor2D): tf.Tensor2D => unsortedSegmentSum(data, ids, 4),
  // @ts-expect-error Ids of rank 2 change the rank.
  (): tf.Tensor2D => namespace.unsortedSegmentSum(data, tf.tensor2d([[0, 1]]), 4),
  // @ts-expect-error Ids of rank 2 change the rank.
  (ids: tf.Tensor2D): tf.Tensor2D => data.unsortedSegmentMax(ids, 4),
  // @ts-expect-error Which rank it is depends on indices.
  (): tf.Tensor2D => gatherND(data, [[0]]),
  // @ts-expect-error Heads add a dimension.
  (): tf.Tensor1D => sampledDenseMatMul([[0, 0]], [[[1]]], [[[2]]]),
  // @ts-expect-error A row of a variable is no variable.
  (table: tf.Variable) => at(table, [0]).set(1).assign(table),
  // @ts-expect-error The rank of data is that of the result.
  (): tf.Tensor3D => scatterElements(data, [[0, 1]], [[5, 6]]),
  // @ts-expect-error The words cannot be changed.
  () => REDUCTIONS.push('median'),
  // @ts-expect-error tf.scatterND takes a shape, in tfjs' order.
  () => namespace.scatterND(data, [[0]], [[1, 2]]),
  // @ts-expect-error tfjs has no such function.
  () => tf.scatterNDUpdate(data, [[0]], [[1, 2]]),
  // @ts-expect-error A mask has a rank.
  () => at(data, true),
  // @ts-expect-error A mask has a rank.
  () => data.at(0, false),
  // @ts-expect-error A tensor has no such method.
  () => gatherND(data, [[0]]).nothing(),
];
