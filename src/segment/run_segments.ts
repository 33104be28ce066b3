/**
 * The common part of all segment ops: the type of their functions, checks of arguments, and reshaping x to
 * rows.
 */
import type { DataType, Rank, Tensor, Tensor1D, TensorLike } from '@tensorflow/tfjs-core';

import { reshape } from '../../kernels/tfjs/seam.js';
import { show, wrongShape } from '../../kernels/call/errors.js';
import { checkRepresentable } from '../../kernels/call/dtypes.js';
import { checkDtype, checkDtypeIn } from '../../kernels/call/inputs.js';
import { shapesFit, sizeOf, withLength } from '../../kernels/call/shapes.js';
import { checkRoom, publicCall } from '../backends.js';
import { inShape } from '../gradients/reads.js';
import { castBool } from '../gradients/reductions.js';
import { type Input, toIndexTensor, toTensor } from '../ops/convert.js';
import { mergeBatch, repeat, splitBatch } from '../ops/rows.js';
import { areShared, checkSegmentIds, readSettings } from './checks.js';
import type { SegmentExtremumOptions, SegmentOptions, Settings } from './checks.js';
import { type RunnableOp, type SegmentOp, segmentsOf } from './ops.js';

/**
 * A segment op. x is split into slices along its leading dimensions, and each slice belongs to the segment
 * with its id. The ops differ in what they compute from the slices of a segment.
 *
 * Returns a tensor of x's dtype and the shape `[numSegments, ...x.shape.slice(segmentIds.rank)]`, unless the op's
 * description says otherwise. With `batchDims`, the batch comes first. Throws an Error that names the argument if
 * shapes, dtypes, options or the number of segments do not fit, and for ids as described at `outOfBounds`.
 */
export interface SegmentFunction<
  Options extends SegmentOptions = SegmentOptions,
  KeepsShape extends boolean = false,
> {
  <R extends Rank, Ids extends Tensor | TensorLike>(
    /** A tensor of a dtype that the op accepts, or an array. */
    x: Tensor<R> | TensorLike,
    /**
     * int32, of the shape of x's leading dimensions: the segment of each slice of x. Negative ids drop their slices.
     * Ids have no gradient.
     */
    segmentIds: Ids,
    /** The number of segments. */
    numSegments: number,
    /** `outOfBounds` (default 'error'), `batchDims` (default 0), and for maximum and minimum `empty`. */
    options?: Options,
  ): KeepsShape extends true ? Tensor<R> : SegmentResult<R, Ids>;
}

/** Ids of rank 1 keep the rank of x; others, and those of unknown rank, need not. */
export type SegmentResult<R extends Rank, Ids> = Ids extends
  Tensor1D | readonly number[] | Int32Array
  ? Tensor<R>
  : Tensor;

/** Makes the public function of an op. */
export function segmentFunction<KeepsShape extends boolean = false>(
  row: SegmentOp,
): SegmentFunction<SegmentExtremumOptions, KeepsShape> {
  const op = onSlices(row);
  const run = (x: Input, segmentIds: Input, numSegments: number, options = {}) =>
    runWithOptions(op, [x, segmentIds], numSegments, options);
  return run as SegmentFunction<SegmentExtremumOptions, KeepsShape>;
}

/** Runs an op on the arguments of its public function. Weights are an option. */
export function runWithOptions(
  op: RunnableOp,
  inputs: Input[],
  numSegments: number,
  options: { weights?: Input },
): Tensor {
  return publicCall(op.name, () => {
    const others = [...op.names.slice(3), 'batchDims'];
    const settings = readSettings(op, numSegments, options, others);
    const { weights } = options;
    return runSegments(op, weights === undefined ? inputs : [...inputs, weights], settings);
  });
}

/** What the inputs of an op are: x, one or two tensors of indices, and perhaps weights. */
const ROLES = ['rows', 'indices', 'indices', 'weights'] as const;

type Role = (typeof ROLES)[number];

/** Runs an op, on each example of a batch separately, as part of a public call. */
export function runSegments(op: RunnableOp, inputs: Input[], settings: Settings): Tensor {
  const { names, resultShape, checkIndices, run } = op;
  const tensors = inputs.map((input, i) =>
    ROLES[i] === 'indices'
      ? toIndexTensor(names[i], input)
      : toTensor(names[i], input, ROLES[i] === 'weights' ? 'float32' : undefined),
  );
  const dtypes = tensors.map(({ dtype }) => dtype);
  checkDtypes(op, dtypes, settings);
  const shapes = tensors.map(({ shape }) => shape);
  const shape = resultShape(shapes, settings);
  const [x, { length: rank }] = shapes;
  const { batchDims = 0, numSegments, countedBy = 'numSegments' } = settings;
  const isShared = areShared(settings, shapes[1]);
  const end = isShared ? batchDims + 1 : rank;
  const batch = x.slice(0, batchDims);
  // A slice without values still counts.
  const slice = x.slice(end).map((length) => Math.max(length, 1));
  checkRoom(countedBy, numSegments, [...batch, numSegments, ...slice]);
  const isWhole = checkIndices(tensors, settings);
  const rows = tensors.map((tensor, i) => {
    if (!isShared) return inRows(tensor, ROLES[i], batch, end);
    return tensor.rank > 1 ? mergeBatch(tensor, batchDims) : tensor;
  });
  const result = run(rows, settings, isWhole);
  return isShared ? splitBatch(result, shape, batchDims) : inShape(result, shape);
}

/** Gives an input of an op the form that it runs on. Its rows have dimensions up to `end`. */
function inRows(tensor: Tensor, role: Role, batch: number[], end: number): Tensor {
  const { shape } = tensor;
  const { length: begin } = batch;
  // All examples share weights of rank 1.
  if (role === 'weights' && shape.length <= begin) return repeat(tensor, 0, sizeOf(batch));
  const rest = shape.slice(end);
  const rows = sizeOf(shape.slice(begin, end));
  const examples = begin > 0 ? [sizeOf(batch)] : [];
  return inShape(tensor, [...examples, rows, ...(role === 'rows' ? [sizeOf(rest)] : rest)]);
}

/** Makes an op take slices of x, and segmentIds. */
export function onSlices(op: SegmentOp): RunnableOp {
  return {
    ...op,
    names: ['x', 'segmentIds'],
    resultShape([x, ids], settings) {
      const { batchDims = 0, shares = false, numSegments } = settings;
      const isShared = areShared(settings, ids);
      const end = isShared ? batchDims + 1 : ids.length;
      if (shares && x.length <= batchDims) {
        throw wrongShape('x', x, `rows: rank ${batchDims + 1} or more`);
      }
      const fits = shapesFit(ids, x.slice(isShared ? batchDims : 0, end));
      if (!fits || (shares && end <= batchDims)) {
        const shared = `${show(x.slice(batchDims, batchDims + 1))} for the whole batch, or `;
        const expected = `the shape of x's leading dimensions (x has shape ${show(x)})`;
        throw wrongShape('segmentIds', ids, (shares ? shared : '') + expected);
      }
      return op.perRow ? x : [...x.slice(0, batchDims), numSegments, ...x.slice(end)];
    },
    checkIndices: ([, ids], settings) => checkSegmentIds('segmentIds', ids, settings),
    run([x, ids], { numSegments, empty }, isWhole) {
      const numbers = x.dtype === 'bool' ? castBool(x, 'int32') : x;
      const shape = withLength(x.shape, x.rank - 2, numSegments);
      const segments = segmentsOf(reshape(ids, [...ids.shape, 1]), shape, isWhole);
      return op.compute(numbers, segments, empty);
    },
  };
}

/** Checks the dtypes of x, indices and weights, and returns the dtype of the result. */
export function checkDtypes(op: RunnableOp, dtypes: DataType[], { empty }: Settings): DataType {
  const { names } = op;
  const [x, ...others] = dtypes;
  checkDtypeIn('x', x, op.dtypes);
  const resultDtype = op.resultDtype ?? (x === 'bool' ? 'int32' : x);
  if (empty !== undefined) checkRepresentable('empty', empty, 'the result', resultDtype);
  others.forEach((dtype, i) => {
    checkDtype(names[i + 1], dtype, ROLES[i + 1] === 'indices' ? 'int32' : 'float32');
  });
  if (others.length > 2) checkDtype(names[0], x, 'float32', ', because it has weights');
  return resultDtype;
}
