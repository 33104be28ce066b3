/**
 * The fused products as functions of tensors, and their gradients, which are fused products as well.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { engine, ones, tidy } from '../../kernels/tfjs/seam.js';
import { COMBINE, DOT } from '../../kernels/call/ops.js';
import { withGradient, asConstant } from '../tape.js';
import { readInOrder } from './reads.js';
import { countSites } from './sites.js';

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

/** A product, which combines rows of x in a tensor of `shape` [...batch, segments, ...row]. */
interface Gathered extends Factors {
  edges: Edges;
  shape: number[];
  /** What segments without sites get. */
  empty: number;
  /** [...batch, rows, ...row]. */
  x: Tensor;
  reduction: 'add' | 'mean' | 'max' | 'min';
}

/** How rows change on the way. */
interface Factors {
  /** [...batch, sites], or [...batch, sites, heads]. */
  weights?: Tensor;
  /** Tensors of x's and data's shape. Where they differ at a site, 0 replaces the product. */
  sourceLike?: Tensor;
  targetLike?: Tensor;
  /** The product that a source out of bounds gives. */
  fill?: number;
}

/** Combines rows of x, times weights, at their segments. */
export function gatherSegment(call: Gathered): Tensor {
  const { edges, shape, empty, x, weights, reduction, fill = 0 } = call;
  const isExtremum = reduction === 'max' || reduction === 'min';
  const { inputs, where } = kernelCall(edges, x, call);
  const start = { start: empty, shape, dtype: x.dtype };
  const attrs = {
    op: 'Product',
    reduction,
    includeSelf: reduction === 'add',
    fill,
    ...start,
    ...where,
  };
  const readsX = weights !== undefined || isExtremum;
  const names = Object.keys(inputs).filter((name) => readsX || name !== 'x');
  if (isExtremum) names.push('y');
  const shapes = { data: shape, x: x.shape };
  const heads = weights?.shape[attrs.batchDims + 1];
  const run = () => engine().runKernel<Tensor>(COMBINE, inputs, attrs);
  return withGradient(inputs, names, run, (dy, kept) => {
    const { x, weights, y } = kept;
    const here = edgesIn(kept, edges);
    // An extremum's gradient goes to the rows that attain it, value by value.
    const like = isExtremum ? { sourceLike: x, targetLike: y } : kept;
    const { sourceLike, targetLike }: Factors = like;
    const countTerms = () =>
      reduction === 'mean'
        ? countSites(here.indices, shapes.data[attrs.batchDims])
        : sumRows(here, ones(shapes.x), shapes.data, { sourceLike, targetLike, fill: 1 });
    const share =
      reduction === 'add' ? dy : tidy(() => readInOrder(dy, { over: asConstant(countTerms) }));
    const exchanged = { weights, sourceLike: targetLike, targetLike: sourceLike };
    return {
      x: () => sumRows(reversed(here), share, shapes.x, exchanged),
      weights: () => sampledDot(here, share, x, heads),
    };
  });
}

/** Sums rows of x, times weights, at the targets of edges, in a tensor of this shape. */
export function sumRows(edges: Edges, x: Tensor, shape: number[], factors: Factors): Tensor {
  return gatherSegment({ edges, shape, empty: 0, x, reduction: 'add', ...factors });
}

/** Returns the dot products of rows of data and of x: [...batch, sites], or with `heads` one for each. */
export function sampledDot(edges: Edges, data: Tensor, x: Tensor, heads?: number): Tensor {
  const { inputs: others, where } = kernelCall(edges, x, {});
  const inputs = { data, ...others };
  const attrs = heads === undefined ? where : { ...where, heads };
  const run = () => engine().runKernel<Tensor>(DOT, inputs, attrs);
  return withGradient(inputs, Object.keys(inputs), run, (weights, kept) => {
    const here = edgesIn(kept, edges);
    return {
      data: () => sumRows(here, kept.x, kept.data.shape, { weights }),
      x: () => sumRows(reversed(here), kept.data, kept.x.shape, { weights }),
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

/** Lists the tensors of a call, and the attributes that say which rows its sites connect. */
function kernelCall(edges: Edges, x: Tensor, factors: Factors) {
  const { indices, sources, column = 0, wrapNegatives = false, wrapSources = false } = edges;
  const { weights, sourceLike, targetLike } = factors;
  // Those that few calls have come last: V8 is slow to add keys.
  const inputs: Record<string, Tensor> = { x, indices };
  if (sources) inputs.sources = sources;
  if (weights) inputs.weights = weights;
  if (sourceLike && targetLike) Object.assign(inputs, { sourceLike, targetLike });
  const batchDims = indices.rank - (sources ? 1 : 2);
  const where = { column, batchDims, wrapNegatives, wrapSources, outOfBounds: 'drop' };
  return { inputs, where };
}
