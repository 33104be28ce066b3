/**
 * The fused products as functions of tensors, and their gradients, which are fused products as well.
 */
import type { NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { engine, ones, reshape, tidy } from '../../kernels/tfjs/seam.js';
import { named } from '../../kernels/call/errors.js';
import { GATHER_SEGMENT, SAMPLED_DOT } from '../../kernels/call/fused.js';
import { makeZeros, requireKernels } from '../backends.js';
import { keeping } from '../tape.js';
import { readInOrder } from './reads.js';
import { countSites } from './sites.js';
import { stopGradient } from './with_gradient.js';

/** The rows that sites connect: they are read at the source, in x, and combined at the target, in data. */
export interface Edges {
  /** The targets [...batch, sites], or without `sources`, pairs [...batch, sites, 2]. */
  indices: Tensor;
  /** [...batch, sites]. */
  sources?: Tensor;
  /** Which index of a pair is the target. Default: 0. */
  column?: 0 | 1;
  /** Whether negative targets count from the end, and negative sources. Default: false. */
  wrapNegatives?: boolean;
  wrapSources?: boolean;
}

/**
 * A call of GatherSegment, which combines rows of x with `data` [...batch, segments, ...row]: zeros for a sum.
 */
export interface Gathered {
  edges: Edges;
  data: Tensor;
  /** [...batch, rows, ...row]. */
  x: Tensor;
  /** [...batch, sites], or [...batch, sites, heads]. */
  weights?: Tensor;
  reduction: 'add' | 'mean' | 'max' | 'min';
  /** Tensors of x's and data's shape. Where they differ at a site, 0 replaces the product. */
  like?: Alike;
  /** The product that a source out of bounds gives. */
  fill?: number;
}

type Alike = Record<'source' | 'target', Tensor>;

/** Combines rows of x, times weights, with data at their segments. It may overwrite data. */
export function gatherSegment(call: Gathered): Tensor {
  const { edges, data, x, weights, reduction, like, fill = 0 } = call;
  const isExtremum = reduction === 'max' || reduction === 'min';
  // Spreads come last: V8 is slow to add a key to a spread object.
  const inputs: Record<string, Tensor> = { data, x, ...indexInputs(edges) };
  if (weights) inputs.weights = weights;
  if (like) Object.assign(inputs, { sourceLike: like.source, targetLike: like.target });
  const includeSelf = reduction === 'add';
  const attrs = {
    reduction,
    includeSelf,
    fill,
    intoData: true,
    dataIsZero: !isExtremum,
    ...indexAttributes(edges),
  };
  const unread = weights || isExtremum ? ['data'] : ['data', 'x'];
  const names = Object.keys(inputs).filter((name) => !unread.includes(name));
  if (isExtremum) names.push('y');
  const shapes = { data: data.shape, x: x.shape };
  const heads = weights?.shape[attrs.batchDims + 1];
  named('gatherSegment', requireKernels);
  const run = () => engine().runKernel<Tensor>(GATHER_SEGMENT, inputs, attrs);
  return keeping(inputs, names, run, (dy, kept) => {
    const { x, weights, y, sourceLike, targetLike } = kept;
    const here = edgesIn(kept, edges);
    const like = isExtremum ? { source: x, target: y } : { source: sourceLike, target: targetLike };
    const compares = 'y' in kept || 'targetLike' in kept;
    const ofRows = tidy(() => dividedAmong(dy, { edges: here, reduction, like }, shapes));
    return {
      x: () =>
        gatherSegment({
          edges: reversed(here),
          data: makeZeros(shapes.x),
          x: ofRows,
          weights,
          reduction: 'add',
          like: compares ? { source: like.target, target: like.source } : undefined,
        }),
      weights: () => sampledDot(here, ofRows, x, heads),
    };
  });
}

/** Returns the dot products of rows of data and of x: [...batch, sites], or with `heads` one for each. */
export function sampledDot(edges: Edges, data: Tensor, x: Tensor, heads?: number): Tensor {
  const inputs = { data, x, ...indexInputs(edges) };
  const attrs: NamedAttrMap = indexAttributes(edges);
  if (heads !== undefined) attrs.heads = heads;
  named('sampledDot', requireKernels);
  const run = () => engine().runKernel<Tensor>(SAMPLED_DOT, inputs, attrs);
  return keeping(inputs, Object.keys(inputs), run, (weights, kept) => {
    const here = edgesIn(kept, edges);
    const sumOf = (edges: Edges, x: Tensor, { shape }: Tensor) =>
      gatherSegment({ edges, data: makeZeros(shape), x, weights, reduction: 'add' });
    return {
      data: () => sumOf(here, kept.x, kept.data),
      x: () => sumOf(reversed(here), kept.data, kept.x),
    };
  });
}

/** Returns the same edges with the indices that the tape kept. */
function edgesIn({ indices, sources }: Record<string, Tensor>, edges: Edges): Edges {
  return { ...edges, indices, sources };
}

/** Returns edges from the targets to the sources. */
function reversed({ indices, sources, column, wrapNegatives, wrapSources }: Edges): Edges {
  if (!sources) return { indices, column: column === 1 ? 0 : 1 };
  return {
    indices: sources,
    sources: indices,
    wrapNegatives: wrapSources,
    wrapSources: wrapNegatives,
  };
}

function indexInputs({ indices, sources }: Edges): Record<string, Tensor> {
  return { indices, ...(sources && { sources }) };
}

function indexAttributes({ indices, sources, ...edges }: Edges) {
  const { column = 0, wrapNegatives = false, wrapSources = false } = edges;
  return { column, batchDims: indices.rank - (sources ? 1 : 2), wrapNegatives, wrapSources };
}

/** Divides dy by the number of rows of each segment that receive its gradient. */
function dividedAmong(
  dy: Tensor,
  { edges, reduction, like }: Pick<Gathered, 'edges' | 'reduction' | 'like'>,
  shapes: Record<'data' | 'x', number[]>,
): Tensor {
  if (reduction === 'add') return dy;
  // All rows receive the gradient of a mean. An extremum's goes to the rows that attain it, value by value.
  const terms = stopGradient(() => {
    const { indices } = edges;
    if (reduction === 'mean') {
      return countSites(reshape(indices, [...indices.shape, 1]), shapes.data[indices.rank - 1]);
    }
    const call = { edges, data: makeZeros(shapes.data), x: ones(shapes.x), like, fill: 1 };
    return gatherSegment({ ...call, reduction: 'add' });
  });
  return readInOrder(dy, { over: terms });
}
