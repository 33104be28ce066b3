/**
 * The common part of the ops that gather rows and combine them by segment: checks the arguments and
 * reshapes them for the kernel.
 */
import { reshape, tidy } from '@tensorflow/tfjs-core';
import type { Tensor, TensorLike } from '@tensorflow/tfjs-core';

import { sizeOf } from '../../kernels/contract/shapes.js';
import { checkServed } from '../backends.js';
import { toTensor } from '../ops/convert.js';
import { toIndexTensor } from '../ops/index_tensor.js';
import { readOptions } from '../segment/options.js';
import type { SegmentExtremumOptions } from '../segment/options.js';
import { checkNumSegments } from '../segment/run_segments.js';
import { checkSegmentIds } from '../segment/segment_ids.js';
import { checkRowIndices } from './check_indices.js';
import { checkDtypes, resultShape } from './edge_checks.js';
import type { Edgewise } from './edge_checks.js';
import type { GatherSegmentOp, Rows } from './ops.js';

type Input = Tensor | TensorLike;

/** Runs an op, on each example of a batch separately if `batchDims` is 1. */
export function runGatherSegments(
  op: GatherSegmentOp,
  inputs: Omit<Edgewise<Input>, 'weights'>,
  numSegments: number,
  options: SegmentExtremumOptions & { weights?: Input },
  batchDims = 0,
): Tensor {
  const { caller } = op;
  checkServed(caller);
  return tidy(() => {
    const { outOfBounds, empty } = readOptions(op, options, op.takesWeights ? ['weights'] : []);
    const tensors = toTensors(caller, { ...inputs, weights: options.weights });
    const { x, sources, targets } = tensors;
    const count = checkNumSegments(caller, numSegments);
    const dtypes = ofEach(tensors, ({ dtype }) => dtype);
    checkDtypes(op, dtypes, empty);
    const shapes = ofEach(tensors, ({ shape }) => shape);
    const shape = resultShape(op, shapes, count, batchDims);
    const ofX = { rows: x.shape[batchDims], of: 'x', wraps: true } as const;
    checkRowIndices(caller, 'sources', sources, [ofX], outOfBounds);
    checkSegmentIds(caller, targets, count, outOfBounds, 'targets');
    const rows = layOut(tensors, batchDims);
    return reshape(op.combine({ ...rows, caller, count, empty }), shape);
  });
}

function toTensors(caller: string, { x, sources, targets, weights }: Edgewise<Input>) {
  return {
    x: toTensor(caller, 'x', x),
    sources: toIndexTensor(caller, 'sources', sources),
    targets: toIndexTensor(caller, 'targets', targets),
    weights: weights === undefined ? weights : toTensor(caller, 'weights', weights, 'float32'),
  };
}

function ofEach<Fact>(
  { x, sources, targets, weights }: Edgewise<Tensor>,
  read: (tensor: Tensor) => Fact,
): Edgewise<Fact> {
  const facts = { x: read(x), sources: read(sources), targets: read(targets) };
  return weights ? { ...facts, weights: read(weights) } : facts;
}

/** Reshapes inputs for the kernel; without a batch, to a batch of one. */
function layOut(
  { x, sources, targets, weights }: Edgewise<Tensor>,
  batchDims: number,
): Pick<Rows, 'edges' | 'x' | 'weights'> {
  const batch = batchDims > 0 ? x.shape[0] : 1;
  const sites = [batch, sources.shape[batchDims]];
  const wraps = { data: false, sources: true };
  return {
    edges: { indices: reshape(targets, sites), sources: reshape(sources, sites), wraps },
    x: reshape(x, [batch, x.shape[batchDims], sizeOf(x.shape.slice(batchDims + 1))]),
    weights: weights && reshape(weights, [...sites, weights.shape[batchDims + 1] ?? 1]),
  };
}
