/**
 * The common part of the ops that gather rows along edges and combine them by segment: checks the
 * arguments and reshapes them for the kernel.
 */
import type { DataType, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { reshape, tidy } from '../../kernels/contract/tfjs_seam.js';
import { show, wrongShape } from '../../kernels/contract/messages.js';
import { checkDtype } from '../../kernels/contract/plan.js';
import { type Length, shapesFit, sizeOf } from '../../kernels/contract/shapes.js';
import { checkServed } from '../backends.js';
import { type Gathered, gatherSegment } from '../gradients/fused.js';
import { inShape } from '../gradients/sites.js';
import { toTensor } from '../ops/convert.js';
import { toIndexTensor } from '../ops/index_tensor.js';
import { checkDtypeOfX, checkSegmentIds } from '../segment/checks.js';
import type { Settings } from '../segment/options.js';
import { type Reducible, type ReducingOp, segmentsOf, startOf } from '../segment/segment_op.js';
import { checkRowIndices } from './check_indices.js';

/** A reducing segment op whose rows are read along edges. */
export interface GatherSegmentOp extends ReducingOp {
  /** The names of x, sources, targets and, if the op takes them, weights. */
  inputs: readonly string[];
  /** Whether negative sources count from the end. */
  wraps: boolean;
}

/** Runs an op, on each example of a batch separately if `batchDims` is 1. */
export function runGatherSegments(
  op: GatherSegmentOp,
  inputs: (Tensor | TensorLike)[],
  settings: Settings,
  batchDims = 0,
): Tensor {
  const { caller, inputs: names, wraps } = op;
  checkServed(caller);
  return tidy(() => {
    const tensors = inputs.map((input, i) =>
      i === 1 || i === 2
        ? toIndexTensor(caller, names[i], input)
        : toTensor(caller, names[i], input, i === 3 ? 'float32' : undefined),
    );
    const dtypes = tensors.map(({ dtype }) => dtype);
    checkDtypes(op, dtypes, settings);
    const shapes = tensors.map(({ shape }) => shape);
    const shape = resultShape(op, shapes, settings, batchDims);
    const [x, sources, targets, ...weights] = tensors;
    const rows = x.shape[batchDims];
    const { numSegments, outOfBounds, empty } = settings;
    if (outOfBounds === 'error') {
      checkRowIndices(caller, names[1], sources, [{ rows, of: names[0], wraps }]);
    }
    checkSegmentIds(caller, names[2], targets, settings);

    const edges = { indices: targets, sources, wraps: { data: false, sources: wraps } };
    const segments = segmentsOfEdges({ caller, edges, weights: weights.at(0) }, numSegments);
    const rowSize = sizeOf(x.shape.slice(batchDims + 1));
    const flat = inShape(x, [...x.shape.slice(0, batchDims), rows, rowSize]);
    return inShape(op.compute(flat, segments, empty), shape);
  });
}

/** Returns the segments of edges, which reduce the rows that edges read. */
function segmentsOfEdges(
  call: Pick<Gathered, 'caller' | 'edges' | 'weights'>,
  count: number,
): Reducible {
  const { indices } = call.edges;
  return {
    terms: indices.size,
    reduce: (x, reduction, empty) =>
      gatherSegment({ ...call, data: startOf(x, count, empty), x, reduction }),
    counts: () => segmentsOf(reshape(indices, [...indices.shape, 1]), count).counts(),
  };
}

export function checkDtypes(op: GatherSegmentOp, dtypes: DataType[], settings: Settings): void {
  const { caller, inputs: names } = op;
  const [x, sources, targets] = dtypes;
  checkDtypeOfX(op, x, settings);
  checkDtype(caller, names[1], sources, 'int32');
  checkDtype(caller, names[2], targets, 'int32');
  if (dtypes.length < 4) return;
  checkDtype(caller, names[3], dtypes[3], 'float32');
  checkDtype(caller, names[0], x, 'float32', ', because it has weights');
}

/** Checks the shapes of the inputs, and returns the shape of the result. */
export function resultShape<L extends Length>(
  { caller, inputs: names }: GatherSegmentOp,
  shapes: L[][],
  { numSegments }: Settings,
  batchDims: number,
): (L | number)[] {
  const wrong = (i: number, expected: string) => wrongShape(caller, names[i], shapes[i], expected);
  const [x, sources, targets, ...others] = shapes;
  const batch = x.slice(0, batchDims);
  const heads = x.slice(batchDims + 1, batchDims + 2);
  if (x.length <= batchDims) throw wrong(0, `rows: rank ${batchDims + 1} or more`);
  if (sources.length !== batchDims + 1 || !shapesFit(sources.slice(0, batchDims), batch)) {
    const edges = batchDims > 0 ? `, ${show([...batch, 'edges'])}` : '';
    throw wrong(1, `one index for each edge${edges}`);
  }
  if (!shapesFit(targets, sources)) {
    throw wrong(2, `${show(sources)}, the shape of ${names[1]}`);
  }
  const accepted = heads.length > 0 ? [sources, [...sources, ...heads]] : [sources];
  if (others.some((weights) => !accepted.some((shape) => shapesFit(weights, shape)))) {
    const shown = accepted.map((shape) => show(shape)).join(' or ');
    throw wrong(3, `${shown}: one for each edge, or for each edge and head`);
  }
  return [...batch, numSegments, ...x.slice(batchDims + 1)];
}
