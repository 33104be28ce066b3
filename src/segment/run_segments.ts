/**
 * The common part of all segment ops, along edges too: options, checks of arguments, and reshaping x to rows; and how the
 * ops on slices of x take x and segmentIds.
 */
import type { DataType, Rank, Tensor, Tensor1D, TensorLike } from '@tensorflow/tfjs-core';

import { checkOptions } from '../../kernels/call/attributes.js';
import { checkRepresentable } from '../../kernels/call/dtypes.js';
import {
  invalidOption,
  isInteger,
  isOneOf,
  oneOf,
  show,
  wrongShape,
} from '../../kernels/call/errors.js';
import {
  checkDtype,
  checkDtypeIn,
  shapesFit,
  sizeOf,
  withLength,
} from '../../kernels/call/shapes.js';
import { reshape } from '../../kernels/tfjs/seam.js';
import { checkRoom, publicCall } from '../backends.js';
import { inShape } from '../gradients/reads.js';
import { castBool } from '../gradients/reductions.js';
import { type Input, toIndexTensor, toTensor } from '../ops/convert.js';
import { checkInside } from '../ops/known_indices.js';
import { mergeBatch, repeat, splitBatch } from '../ops/rows.js';
import { hintAt } from '../ops/run_op.js';
import { type RunnableOp, type SegmentOp, segmentsOf } from './ops.js';
import type { SegmentExtremumOptions, SegmentOptions, Settings } from './options.js';

const POLICIES = ['error', 'drop'] as const;

/** What the inputs of an op are. Ids are the last indices. */
const ROLES = ['rows', 'indices', 'indices', 'weights'] as const;

/** Returns a hint if the number of segments may be meant as an axis. */
function hintAtScatter({ name }: RunnableOp, numSegments: unknown): string {
  if (!isInteger(numSegments) || numSegments > 0) return '';
  return hintAt(`(src, index, dim) of pytorch_scatter; ${name} expects (x, ids, numSegments).`);
}

/** Runs an op on the arguments of its public function. Weights are an option. */
export function runWithOptions(
  op: RunnableOp,
  inputs: Input[],
  numSegments: number,
  options: { weights?: Input } = {},
  hint = () => hintAtScatter(op, numSegments),
): Tensor {
  const run = () => {
    const settings = readSettings(op, numSegments, options, [...op.names.slice(3), 'batchDims']);
    const { weights } = options;
    return runSegments(op, weights === undefined ? inputs : [...inputs, weights], settings);
  };
  return publicCall(op.name, run, hint);
}

/** Checks the settings of a call. `others` names further options. */
export function readSettings(
  { takesEmpty, wraps }: Pick<RunnableOp, 'takesEmpty' | 'wraps'>,
  numSegments: unknown,
  options: object,
  others: readonly string[] = [],
): Settings {
  const own = [...(wraps ? ['wrapNegatives'] : []), 'outOfBounds'];
  checkOptions(options, [...(takesEmpty ? ['empty'] : []), ...others, ...own]);
  const {
    outOfBounds = 'error',
    wrapNegatives = true,
    empty,
    batchDims = 0,
  }: Partial<Record<keyof Settings, unknown>> = options;
  if (!isOneOf(outOfBounds, POLICIES)) {
    throw invalidOption('outOfBounds', outOfBounds, oneOf(POLICIES));
  }
  checkNonnegative('numSegments', numSegments);
  if (typeof wrapNegatives !== 'boolean') {
    throw invalidOption('wrapNegatives', wrapNegatives, 'true or false');
  }
  if (empty !== undefined && typeof empty !== 'number') {
    throw invalidOption('empty', empty, 'a number');
  }
  checkNonnegative('batchDims', batchDims);
  return {
    numSegments,
    outOfBounds,
    // Layers save what is not the default.
    ...(!wrapNegatives && { wrapNegatives }),
    ...(empty !== undefined && { empty }),
    ...(batchDims > 0 && { batchDims, shares: true }),
  };
}

export function checkNonnegative(name: string, value: unknown): asserts value is number {
  if (!isInteger(value) || value < 0) throw invalidOption(name, value, 'a nonnegative integer');
}

/** Runs an op, on each example of a batch separately, as part of a public call. */
export function runSegments(op: RunnableOp, inputs: Input[], settings: Settings): Tensor {
  const { names } = op;
  const { batchDims = 0, numSegments, countedBy = 'numSegments', shares } = settings;
  const tensors = inputs.map((input, i) =>
    ROLES[i] === 'indices'
      ? toIndexTensor(names[i], input)
      : toTensor(names[i], input, ROLES[i] === 'weights' ? 'float32' : undefined),
  );
  const dtypes = tensors.map(({ dtype }) => dtype);
  checkDtypes(op, dtypes, settings);
  const shapes = tensors.map(({ shape }) => shape);
  const shape = op.resultShape(shapes, settings);
  const [x, { length: rank }] = shapes;
  const isShared = shares === true && rank === 1;
  const end = isShared ? batchDims + 1 : rank;
  const batch = x.slice(0, batchDims);
  // A slice without values still counts.
  const slice = x.slice(end).map((length) => Math.max(length, 1));
  checkRoom(countedBy, numSegments, [...batch, numSegments, ...slice]);
  if (settings.outOfBounds === 'error') op.checkSources?.(tensors, settings);
  // Edges have sources as well.
  const ids = names.length > 2 ? 2 : 1;
  const isWhole = checkSegmentIds(names[ids], tensors[ids], settings);
  const rows = tensors.map((tensor, i) => {
    if (!isShared) return inRows(tensor, ROLES[i], batch, end);
    return tensor.rank > 1 ? mergeBatch(tensor, batchDims) : tensor;
  });
  const result = op.run(rows, settings, isWhole);
  return isShared ? splitBatch(result, shape, batchDims) : inShape(result, shape);
}

/** Gives an input of an op the form that it runs on. Its rows have dimensions up to `end`. */
function inRows(
  tensor: Tensor,
  role: (typeof ROLES)[number],
  batch: number[],
  end: number,
): Tensor {
  const { shape } = tensor;
  const { length: begin } = batch;
  // All examples share weights of rank 1.
  if (role === 'weights' && shape.length <= begin) return repeat(tensor, 0, sizeOf(batch));
  const rest = shape.slice(end);
  const rows = sizeOf(shape.slice(begin, end));
  const examples = begin > 0 ? [sizeOf(batch)] : [];
  return inShape(tensor, [...examples, rows, ...(role === 'rows' ? [sizeOf(rest)] : rest)]);
}

/** Checks the dtypes of x, indices and weights, and returns the dtype of the result. */
export function checkDtypes(op: RunnableOp, dtypes: DataType[], { empty }: Settings): DataType {
  const [x, ...others] = dtypes;
  checkDtypeIn('x', x, op.dtypes);
  const resultDtype = op.resultDtype ?? (x === 'bool' ? 'int32' : x);
  if (empty !== undefined) checkRepresentable('empty', empty, 'the result', resultDtype);
  others.forEach((dtype, i) => {
    checkDtype(op.names[i + 1], dtype, ROLES[i + 1] === 'indices' ? 'int32' : 'float32');
  });
  if (others.length > 2) checkDtype(op.names[0], x, 'float32', ', because it has weights');
  return resultDtype;
}

/**
 * Checks segment ids by TensorFlow's rules, and returns whether every row is known to have a segment. A
 * negative id drops its row. An id of numSegments or more throws if the host knows it, and drops its row
 * if only a GPU does, or if outOfBounds is 'drop'.
 */
function checkSegmentIds(
  name: string,
  ids: Tensor,
  { numSegments, outOfBounds }: Settings,
): boolean {
  const ranges = checkInside(name, ids, [
    {
      lowest: -Infinity,
      end: outOfBounds === 'error' ? numSegments : Infinity,
      expected: () => `ids less than numSegments, ${numSegments}; negative ones drop their rows`,
    },
  ]);
  if (ranges === null) return false;
  return ranges.every(({ least, greatest }) => least >= 0 && greatest < numSegments);
}

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

export function segmentFunction<KeepsShape extends boolean = false>(
  row: SegmentOp,
): SegmentFunction<SegmentExtremumOptions, KeepsShape> {
  const op = onSlices(row);
  const run = (x: Input, segmentIds: Input, numSegments: number, options?: object) =>
    runWithOptions(op, [x, segmentIds], numSegments, options);
  return run as SegmentFunction<SegmentExtremumOptions, KeepsShape>;
}

/** Makes an op take slices of x, and segmentIds. */
export function onSlices(op: SegmentOp): RunnableOp {
  return {
    ...op,
    names: ['x', 'segmentIds'],
    resultShape([x, ids], { batchDims = 0, shares = false, numSegments }) {
      const isShared = shares && ids.length === 1;
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
    run([x, ids], { numSegments, empty }, isWhole) {
      const numbers = x.dtype === 'bool' ? castBool(x, 'int32') : x;
      const shape = withLength(x.shape, x.rank - 2, numSegments);
      const segments = segmentsOf(reshape(ids, [...ids.shape, 1]), shape, isWhole);
      return op.compute(numbers, segments, empty);
    },
  };
}
