/**
 * Rows of a tensor gathered, weighted and combined by segments in one step: the checks and the run that
 * these ops share.
 */
import { div, maximum, mul, ones, reshape, sqrt, tidy } from '@tensorflow/tfjs-core';
import type { DataType, Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { show } from '../../kernels/contract/messages.js';
import { checkDtype } from '../../kernels/contract/plan.js';
import { fits, shapesFit, sizeOf } from '../../kernels/contract/shapes.js';
import type { Length } from '../../kernels/contract/shapes.js';
import { checkServed, currentLimits } from '../backends.js';
import { gatherSegment } from '../gradients/fused.js';
import type { Edges } from '../gradients/fused.js';
import { stopGradient } from '../gradients/with_gradient.js';
import { toTensor } from '../ops/convert.js';
import { toIndexTensor } from '../ops/index_tensor.js';
import { readOptions } from '../segment/options.js';
import type { SegmentExtremumOptions } from '../segment/options.js';
import { withoutOverflow } from '../segment/overflow.js';
import { checkDtypeOfX, checkNumSegments } from '../segment/run_segments.js';
import { checkSegmentIds } from '../segment/segment_ids.js';
import type { SegmentOp } from '../segment/segment_op.js';
import { filled, Segments } from '../segment/segments.js';
import { checkRowIndices } from './check_indices.js';

type Input = Tensor | TensorLike;

/** An op that gathers rows and combines them by segments. */
export interface GatherSegmentOp extends Pick<SegmentOp, 'caller' | 'dtypes' | 'takesEmpty'> {
  takesWeights?: true;
  combine: (rows: Rows) => Tensor;
}

/** Checked arguments, laid out as the kernel takes them. */
export interface Rows {
  caller: string;
  edges: Edges & { sources: Tensor };
  /** [batches, rows, values]. */
  x: Tensor;
  weights?: Tensor;
  /** The number of segments. */
  count: number;
  empty?: number;
}

/** Combines rows at their segments, by a reduction that starts from a number. */
export function combineRows(
  { count, x, ...rows }: Rows,
  reduction: 'add' | 'mean' | 'max' | 'min',
  start: number,
): Tensor {
  const [batches, , values]: number[] = x.shape;
  const data = filled([batches, count, values], start, x.dtype);
  return gatherSegment({ ...rows, x, data, reduction });
}

/** Means of rows, by `divide` where these are no plain means; a sum that overflows on the way is scaled. */
export function averageRows(rows: Rows): Tensor {
  return withoutOverflow(rows.x, (x) => combineRows({ ...rows, x }, 'mean', 0), termsOf(rows));
}

/** Sums of rows, divided by the roots of their numbers. */
export function sumRowsByRoot(rows: Rows): Tensor {
  const { edges, count, x } = rows;
  const inverse = stopGradient(() => {
    const shape = [...edges.sources.shape, 1];
    const segments = new Segments(reshape(edges.indices, shape), count);
    return div(1, sqrt(maximum(segments.reduce(ones(shape), 'add', 0), 1)));
  });
  return withoutOverflow(
    x,
    (x) => mul(combineRows({ ...rows, x }, 'add', 0), inverse),
    termsOf(rows),
  );
}

const termsOf = ({ edges }: Rows) => edges.sources.size;

/** The extremes that rows are compared with where no number for empty segments is given. */
export function extremeRows(rows: Rows, reduction: 'max' | 'min'): Tensor {
  const { lowest, highest } = currentLimits(rows.x.dtype);
  return combineRows(rows, reduction, rows.empty ?? (reduction === 'max' ? lowest : highest));
}

/** Runs an op, on each example of a batch apart where `batchDims` is 1. */
export function runGatherSegments(
  op: GatherSegmentOp,
  values: Input,
  sourcesGiven: Input,
  targetsGiven: Input,
  numSegments: number,
  options: SegmentExtremumOptions & { weights?: Input },
  batchDims = 0,
): Tensor {
  const { caller } = op;
  checkServed(caller);
  return tidy(() => {
    const { outOfBounds, empty } = readOptions(op, options, op.takesWeights ? ['weights'] : []);
    const x = toTensor(caller, 'x', values);
    const sources = toIndexTensor(caller, 'sources', sourcesGiven);
    const targets = toIndexTensor(caller, 'targets', targetsGiven);
    const weights =
      options.weights === undefined
        ? undefined
        : toTensor(caller, 'weights', options.weights, 'float32');
    const count = checkNumSegments(caller, numSegments);
    const dtypes = { x: x.dtype, sources: sources.dtype, targets: targets.dtype };
    checkDtypes(op, { ...dtypes, weights: weights?.dtype }, empty);
    const shapes = { x: x.shape, sources: sources.shape, targets: targets.shape };
    const shape = resultShape(op, { ...shapes, weights: weights?.shape }, count, batchDims);
    const rows = x.shape[batchDims];
    checkRowIndices(caller, 'sources', sources, { rows, of: 'x', wraps: true }, outOfBounds);
    checkSegmentIds(caller, targets, count, outOfBounds, 'targets');
    const lead = batchDims > 0 ? [x.shape[0]] : [1];
    const sites = [...lead, sources.shape[batchDims]];
    const result = op.combine({
      caller,
      edges: {
        indices: reshape(targets, sites),
        sources: reshape(sources, sites),
        wraps: { data: false, sources: true },
      },
      x: reshape(x, [...lead, rows, sizeOf(x.shape.slice(batchDims + 1))]),
      weights: weights && reshape(weights, [...sites, weights.shape[batchDims + 1] ?? 1]),
      count,
      empty,
    });
    return reshape(result, shape);
  });
}

/** What an op takes, or a fact about each. */
export interface Edgewise<Fact> {
  x: Fact;
  sources: Fact;
  targets: Fact;
  weights?: Fact;
}

/** Checks the dtypes of x, sources, targets and, if there are any, weights. */
export function checkDtypes(
  op: GatherSegmentOp,
  { x, sources, targets, weights }: Edgewise<DataType>,
  empty?: number,
): void {
  const { caller } = op;
  checkDtypeOfX(op, x, empty);
  checkDtype(caller, 'sources', sources, 'int32');
  checkDtype(caller, 'targets', targets, 'int32');
  if (weights === undefined) return;
  checkDtype(caller, 'weights', weights, 'float32');
  checkDtype(caller, 'x', x, 'float32', ', as it has weights');
}

/** Checks the shapes of x, sources, targets and, if there are any, weights; returns that of the result. */
export function resultShape<L extends Length>(
  { caller }: GatherSegmentOp,
  { x, sources, targets, weights }: Edgewise<L[]>,
  count: number,
  batchDims: number,
): (L | number)[] {
  if (x.length <= batchDims) {
    throw new Error(
      `${caller}: x has shape ${show(x)}, expected rows: rank ${batchDims + 1} or more.`,
    );
  }
  if (
    sources.length !== batchDims + 1 ||
    !shapesFit(sources.slice(0, batchDims), x.slice(0, batchDims))
  ) {
    const batch = batchDims > 0 ? `, ${show([x[0], 'edges'])}` : '';
    throw new Error(
      `${caller}: sources has shape ${show(sources)}, expected one index for each edge${batch}.`,
    );
  }
  if (!shapesFit(targets, sources)) {
    throw new Error(
      `${caller}: targets has shape ${show(targets)}, expected ${show(sources)}, the shape of sources.`,
    );
  }
  if (weights) checkWeights(caller, x.slice(batchDims), sources, weights);
  return [...x.slice(0, batchDims), count, ...x.slice(batchDims + 1)];
}

function checkWeights(caller: string, x: Length[], sources: Length[], weights: Length[]): void {
  const [, heads] = x;
  const isOne = weights.length === sources.length;
  const fitsHeads = weights.length === sources.length + 1 && x.length > 1;
  const last = weights[weights.length - 1];
  if (
    shapesFit(weights.slice(0, sources.length), sources) &&
    (isOne || (fitsHeads && fits(last, heads)))
  )
    return;
  const withHeads = x.length > 1 ? ` or ${show([...sources, heads])}` : '';
  throw new Error(
    `${caller}: weights has shape ${show(weights)}, expected ${show(sources)}${withHeads}: one for each ` +
      'edge, or for each edge and head.',
  );
}
