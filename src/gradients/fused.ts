/**
 * The fused products as functions of tensors, and their gradients, which are fused products as well.
 * Importing this module registers the gradients.
 */
import type { GradConfig, NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import {
  div,
  engine,
  maximum,
  ones,
  registerGradients,
  type SingleGradFunc,
  tidy,
  zeros,
} from '../../kernels/contract/tfjs_seam.js';
import { GATHER_SEGMENT, SAMPLED_DOT } from '../../kernels/contract/fused.js';
import { makeZeros, requireKernels } from '../backends.js';
import { isTaped, runSaving, tapedGradient } from '../tape.js';
import { stopGradient } from './with_gradient.js';

/** The sites that connect rows of two tensors, as in kernels/contract/fused.ts. */
export interface Edges {
  /** [...batch, sites], or [sites, 2] without `sources`. */
  indices: Tensor;
  sources?: Tensor;
  /** Which index of a pair addresses data. */
  column?: 0 | 1;
  /** Whether negative indices count from the end. */
  wraps?: { data: boolean; sources: boolean };
}

/**
 * A call of GatherSegment, which combines rows of x with `data` [...batch, segments, ...row]: zeros for a sum.
 */
export interface Gathered {
  caller: string;
  edges: Edges;
  data: Tensor;
  /** [...batch, rows, ...row]. */
  x: Tensor;
  /** [...batch, sites], or [...batch, sites, heads]. */
  weights?: Tensor;
  reduction: 'add' | 'mean' | 'max' | 'min';
  /** Tensors of x's and data's shape. Where they differ at a site, 0 replaces the value of x. */
  like?: { source: Tensor; data: Tensor };
  /** The value that a source out of bounds reads. */
  fill?: number;
}

/** What the gradient knows about a call; the tape holds its tensors, in the order of `names`. */
type Taped = Pick<Gathered, 'caller' | 'edges' | 'reduction'> & {
  /** The number of weights of a site; undefined without a dimension of heads. */
  heads?: number;
  names: string[];
  shapes: Record<'data' | 'x', number[]>;
};

/** The calls on tapes, by their attributes, which the tape holds. */
const taped = new WeakMap<NamedAttrMap, Taped>();

/** Combines rows of x, times weights, with data at their segments. It may overwrite data. */
export function gatherSegment(call: Gathered): Tensor {
  const { caller, edges, data, x, weights, reduction, like, fill = 0 } = call;
  const isExtremum = reduction === 'max' || reduction === 'min';
  // Spreads come last: V8 is slow to add a key to a spread object.
  const inputs: Inputs = { data, x, ...indexInputs(edges) };
  if (weights) inputs.weights = weights;
  if (like) Object.assign(inputs, { sourceLike: like.source, dataLike: like.data });
  const includeSelf = reduction === 'add';
  const attrs = {
    reduction,
    includeSelf,
    fill,
    intoData: true,
    dataIsZero: includeSelf,
    ...indexAttributes(caller, edges),
  };
  const unread = weights || isExtremum ? ['data'] : ['data', 'x'];
  const heads = weights?.shape[batchDimsOf(edges) + 1];
  const taped = { caller, edges, reduction, heads };
  return runFused(GATHER_SEGMENT, taped, inputs, attrs, unread, isExtremum);
}

/** Returns the dot products of rows of data and of x: [...batch, sites], or with `heads` one for each. */
export function sampledDot(
  caller: string,
  edges: Edges,
  data: Tensor,
  x: Tensor,
  heads?: number,
): Tensor {
  const inputs = { data, x, ...indexInputs(edges) };
  const attrs: NamedAttrMap = indexAttributes(caller, edges);
  if (heads !== undefined) attrs.heads = heads;
  return runFused(SAMPLED_DOT, { caller, edges, reduction: 'add', heads }, inputs, attrs);
}

type Inputs = Record<string, Tensor> & Record<'data' | 'x', Tensor>;

/** Runs a kernel. If it is taped, the tape keeps its inputs except `unread`, and its output if asked to. */
function runFused(
  kernelName: string,
  call: Omit<Taped, 'names' | 'shapes'>,
  inputs: Inputs,
  attrs: NamedAttrMap,
  unread: string[] = [],
  output = false,
): Tensor {
  requireKernels(call.caller);
  if (!isTaped()) return engine().runKernel(kernelName, inputs, attrs);
  const names = Object.keys(inputs).filter((name) => !unread.includes(name));
  const shapes = { data: inputs.data.shape, x: inputs.x.shape };
  taped.set(attrs, { names, shapes, ...call });
  return runSaving(kernelName, inputs, attrs, { inputs: names, output });
}

function indexInputs({ indices, sources }: Edges): Record<string, Tensor> {
  return sources ? { indices, sources } : { indices };
}

function batchDimsOf({ indices, sources }: Edges): number {
  return sources ? indices.rank - 1 : 0;
}

function indexAttributes(caller: string, edges: Edges) {
  const { column = 0, wraps } = edges;
  return {
    caller,
    column,
    batchDims: batchDimsOf(edges),
    wrapNegatives: wraps?.data ?? false,
    wrapSources: wraps?.sources ?? false,
  };
}

registerGradients([
  config(GATHER_SEGMENT, (dy, call, tensors) => {
    const { caller, edges, reduction, shapes } = call;
    const { x, weights, y } = tensors;
    const ofSegments = tidy(() => dividedAmong(dy, call, x, y));
    const isExtremum = reduction === 'max' || reduction === 'min';
    const compares = isExtremum || 'dataLike' in tensors;
    const { sourceLike, dataLike } = isExtremum ? { sourceLike: x, dataLike: y } : tensors;
    const like = compares ? { source: dataLike, data: sourceLike } : undefined;
    return {
      x: () =>
        gatherSegment({
          caller,
          edges: transposed(edges),
          data: makeZeros(shapes.x),
          x: ofSegments,
          weights,
          reduction: 'add',
          like,
        }),
      weights: () => sampledDot(caller, edges, ofSegments, x, call.heads),
    };
  }),
  config(SAMPLED_DOT, (dy, { caller, edges, shapes }, { data, x }) => {
    const gathered = (edges: Edges, shape: number[], x: Tensor) =>
      gatherSegment({ caller, edges, data: makeZeros(shape), x, weights: dy, reduction: 'add' });
    return {
      data: () => gathered(edges, shapes.data, x),
      x: () => gathered(transposed(edges), shapes.x, data),
    };
  }),
]);

function config(
  kernelName: string,
  gradient: (
    dy: Tensor,
    call: Taped,
    tensors: Record<string, Tensor>,
  ) => ReturnType<SingleGradFunc>,
): GradConfig {
  return tapedGradient(kernelName, { inputs: [], output: false }, (dy, saved, attrs) => {
    const call = taped.get(attrs);
    if (!call) {
      throw new Error(
        `${kernelName}: the kernel was called directly, expected a function of tfjs-gather-scatter/sparse: ` +
          'only those have gradients.',
      );
    }
    const names = [...call.names, 'y'];
    const tensors = Object.fromEntries(saved.map((tensor, i) => [names[i], tensor]));
    const { indices, sources } = tensors;
    const edges = { ...call.edges, indices, sources };
    // Indices, and tensors that are only compared, get zeros: they may depend on a differentiated input.
    const zero = names.map((name) => [name, () => zeros(tensors[name].shape)] as const);
    return { ...Object.fromEntries(zero), ...gradient(dy, { ...call, edges }, tensors) };
  });
}

/** Returns the same sites with the roles of the two tensors exchanged. */
function transposed({ indices, sources, column = 0, wraps }: Edges): Edges {
  return {
    indices: sources ?? indices,
    sources: sources && indices,
    column: column === 0 ? 1 : 0,
    wraps: wraps && { data: wraps.sources, sources: wraps.data },
  };
}

/** Divides dy by the number of rows of each segment that receive its gradient. */
function dividedAmong(dy: Tensor, call: Taped, x: Tensor, y: Tensor): Tensor {
  const { caller, edges, reduction, shapes } = call;
  if (reduction === 'add') return dy;
  const count = (shapes: Taped['shapes'], like?: Gathered['like']) => {
    const given = { caller, edges, data: makeZeros(shapes.data), x: ones(shapes.x), like, fill: 1 };
    return stopGradient(() => gatherSegment({ ...given, reduction: 'add' }));
  };
  const one = (shape: number[]) => shape.map((n, d) => (d > batchDimsOf(edges) ? 1 : n));
  // All rows receive the gradient of a mean. An extremum's goes to the rows that attain it, value by value.
  const terms =
    reduction === 'mean'
      ? count({ data: one(shapes.data), x: one(shapes.x) })
      : count(shapes, { source: x, data: y });
  return div(dy, maximum(terms, 1));
}
