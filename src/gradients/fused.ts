/**
 * The fused products as functions of tensors, and their gradients, which are fused products again.
 */
import { div, engine, maximum, ones, reshape, tidy, zeros } from '@tensorflow/tfjs-core';
import type { GradConfig, NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { GATHER_SEGMENT, SAMPLED_DOT } from '../../kernels/contract/fused.js';
import { sizeOf } from '../../kernels/contract/shapes.js';
import { checkServed, makeZeros } from '../backends.js';
import { ofOneOutput } from './op_gradients.js';
import { stopGradient } from './with_gradient.js';

/** The sites that connect rows of two tensors, as both kernels take them; see kernels/contract/fused.ts. */
export interface Edges {
  /** [batches, sites], or [sites, 2] where there are no `sources`. */
  indices: Tensor;
  sources?: Tensor;
  /** Which index of a pair is that of data. */
  column?: 0 | 1;
  /** Whether negative indices count from the end. */
  wraps?: { data: boolean; sources: boolean };
}

/** A call of GatherSegment: what is combined with `data` [batches, segments, values]. */
export interface Gathered {
  caller: string;
  edges: Edges;
  data: Tensor;
  /** [batches, rows, values]. */
  x: Tensor;
  /** [batches, sites, heads]. */
  weights?: Tensor;
  reduction: 'add' | 'mean' | 'max' | 'min';
  /** Tensors of x's and of data's shape: where they differ at a site, 0 takes the place of x's value. */
  like?: { source: Tensor; data: Tensor };
  /** What a source out of bounds reads. */
  fill?: number;
}

/** A call as its gradient is told of it; the tape holds its tensors, in the order of `names`. */
type Taped = Pick<Gathered, 'caller' | 'edges' | 'reduction'> & {
  heads: number;
  names: string[];
  shapes: Record<'data' | 'x', number[]>;
};

/** The calls on tapes, by the attributes that those hold. */
const taped = new WeakMap<NamedAttrMap, Taped>();

/** The inputs that the tape is to keep of the call that runs, and whether it keeps its output. */
let kept: string[] = [];
let keepsOutput = false;

/** Returns rows of x, times weights, combined with data at their segments; data is nobody else's. */
export function gatherSegment(call: Gathered): Tensor {
  const { caller, edges, data, x, weights, reduction, like, fill = 0 } = call;
  const inputs = {
    ...indexInputs(edges),
    data,
    x,
    ...(weights && { weights }),
    ...(like && { sourceLike: like.source, dataLike: like.data }),
  };
  const includeSelf = reduction === 'add';
  const attrs = { ...indexAttributes(caller, edges), reduction, includeSelf, fill, intoData: true };
  const isExtremum = reduction === 'max' || reduction === 'min';
  const readsX = weights !== undefined || isExtremum;
  const names = Object.keys(inputs).filter((name) => name !== 'data' && (name !== 'x' || readsX));
  const shapes = { data: data.shape, x: x.shape };
  const heads = weights?.shape[2] ?? 1;
  taped.set(attrs, { caller, edges, reduction, heads, names, shapes });
  return run(GATHER_SEGMENT, inputs, attrs, names, isExtremum);
}

/** Returns the dot products of rows of data and of x, [batches, sites, heads]. */
export function sampledDot(
  caller: string,
  edges: Edges,
  data: Tensor,
  x: Tensor,
  heads: number,
): Tensor {
  const inputs = { ...indexInputs(edges), data, x };
  const attrs = { ...indexAttributes(caller, edges), heads };
  const names = Object.keys(inputs);
  const shapes = { data: data.shape, x: x.shape };
  taped.set(attrs, { caller, edges, reduction: 'add', heads, names, shapes });
  return run(SAMPLED_DOT, inputs, attrs, names, false);
}

function run(
  kernelName: string,
  inputs: Record<string, Tensor>,
  attrs: NamedAttrMap & { caller: string },
  names: string[],
  output: boolean,
): Tensor {
  checkServed(attrs.caller);
  kept = names;
  keepsOutput = output;
  try {
    return engine().runKernel(kernelName, inputs, attrs);
  } finally {
    kept = [];
    keepsOutput = false;
  }
}

function indexInputs({ indices, sources }: Edges): Record<string, Tensor> {
  return { indices, ...(sources && { sources }) };
}

function indexAttributes(caller: string, { column = 0, wraps }: Edges) {
  return {
    caller,
    column,
    wrapNegatives: wraps?.data ?? false,
    wrapSources: wraps?.sources ?? false,
  };
}

/** The gradients of both kernels, as tfjs registers them. */
export const FUSED_GRADIENTS: readonly GradConfig[] = [
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
          edges: exchanged(edges),
          data: zerosOf(shapes.x),
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
      gatherSegment({ caller, edges, data: zerosOf(shape), x, weights: dy, reduction: 'add' });
    return {
      data: () => gathered(edges, shapes.data, x),
      x: () => gathered(exchanged(edges), shapes.x, data),
    };
  }),
];

type Gradients = ReturnType<GradConfig['gradFunc']>;

function config(
  kernelName: string,
  gradient: (dy: Tensor, call: Taped, tensors: Record<string, Tensor>) => Gradients,
): GradConfig {
  return {
    kernelName,
    // tfjs reads these after each call.
    get inputsToSave() {
      return kept;
    },
    get outputsToSave() {
      return [keepsOutput];
    },
    gradFunc: ofOneOutput(kernelName, (dy, saved, attrs) => {
      const call = taped.get(attrs);
      if (!call) {
        throw new Error(
          `${kernelName}: was run as a kernel, expected a call of tfjs-gather-scatter/sparse, whose ` +
            'functions have gradients.',
        );
      }
      const names = [...call.names, 'y'];
      const tensors = Object.fromEntries(saved.map((tensor, i) => [names[i], tensor]));
      const edges = { ...call.edges, ...indexInputs(asEdges(tensors)) };
      // Indices, and tensors that are compared, may be on the path to what is differentiated.
      const zero = names.map((name) => [name, () => zeros(tensors[name].shape)] as const);
      return { ...Object.fromEntries(zero), ...gradient(dy, { ...call, edges }, tensors) };
    }),
  };
}

function asEdges({ indices, sources }: Record<string, Tensor>): Edges {
  return { indices, sources };
}

/** Returns the same sites, seen from the other tensor. */
function exchanged({ indices, sources, column = 0, wraps }: Edges): Edges {
  return {
    indices: sources ?? indices,
    sources: sources && indices,
    column: column === 0 ? 1 : 0,
    wraps: wraps && { data: wraps.sources, sources: wraps.data },
  };
}

/** Divides dy among the rows of each segment that its gradient goes to. */
function dividedAmong(dy: Tensor, call: Taped, x: Tensor, y: Tensor): Tensor {
  const { caller, edges, reduction, shapes } = call;
  if (reduction === 'add') return dy;
  const count = (values: number, like?: Gathered['like']) => {
    const [data, ofX] = [shapes.data, shapes.x].map((shape) => [...shape.slice(0, 2), values]);
    const given = { caller, edges, data: zerosOf(data), x: ones(ofX), like, fill: 1 };
    return stopGradient(() => gatherSegment({ ...given, reduction: 'add' }));
  };
  // Of a mean all rows, of an extremum those that attain it, value by value.
  const terms = reduction === 'mean' ? count(1) : count(shapes.x[2], { source: x, data: y });
  return div(dy, maximum(terms, 1));
}

function zerosOf(shape: number[]): Tensor {
  return reshape(makeZeros(sizeOf(shape)), shape);
}
