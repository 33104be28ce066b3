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

/** How sites address the rows of a tensor. */
interface End {
  /** [...batch, sites], or pairs [...batch, sites, 2]. */
  indices: Tensor;
  /** Which index of a pair addresses a row here. The other end has the same pairs. */
  column?: 0 | 1;
  /** Whether negative indices count from the end. */
  wraps?: boolean;
}

/** The rows that sites connect: they are read at the source, and combined at the target. */
export interface Ends {
  source: End;
  target: End;
}

/** Makes the ends of pairs. `column` is the one that addresses the target. */
export function endsOfPairs(indices: Tensor, column: 0 | 1): Ends {
  return { target: { indices, column }, source: { indices, column: column === 0 ? 1 : 0 } };
}

/**
 * A call of GatherSegment, which combines rows of x with `data` [...batch, segments, ...row]: zeros for a sum.
 */
export interface Gathered {
  ends: Ends;
  data: Tensor;
  /** [...batch, rows, ...row]. */
  x: Tensor;
  /** [...batch, sites], or [...batch, sites, heads]. */
  weights?: Tensor;
  reduction: 'add' | 'mean' | 'max' | 'min';
  /** Tensors of x's and data's shape. Where they differ at a site, 0 replaces the product. */
  like?: Record<keyof Ends, Tensor>;
  /** The product that a source out of bounds gives. */
  fill?: number;
}

/** Combines rows of x, times weights, with data at their segments. It may overwrite data. */
export function gatherSegment(call: Gathered): Tensor {
  const { data, x, weights, reduction, like, fill = 0 } = call;
  const isExtremum = reduction === 'max' || reduction === 'min';
  // Spreads come last: V8 is slow to add a key to a spread object.
  const inputs: Record<string, Tensor> = { data, x, ...indexInputs(call.ends) };
  if (weights) inputs.weights = weights;
  if (like) Object.assign(inputs, { sourceLike: like.source, targetLike: like.target });
  const includeSelf = reduction === 'add';
  const attrs = {
    reduction,
    includeSelf,
    fill,
    intoData: true,
    dataIsZero: !isExtremum,
    ...indexAttributes(call.ends),
  };
  const unread = weights || isExtremum ? ['data'] : ['data', 'x'];
  const names = Object.keys(inputs).filter((name) => !unread.includes(name));
  if (isExtremum) names.push('y');
  const shapes = { data: data.shape, x: x.shape };
  const heads = weights?.shape[batchDimsOf(call.ends) + 1];
  named('gatherSegment', requireKernels);
  const run = () => engine().runKernel<Tensor>(GATHER_SEGMENT, inputs, attrs);
  return keeping(inputs, names, run, (dy, kept) => {
    const { x, weights, y, sourceLike, targetLike } = kept;
    const ends = endsIn(kept, call.ends);
    const like = isExtremum ? { source: x, target: y } : { source: sourceLike, target: targetLike };
    const ofRows = tidy(() => dividedAmong(dy, { ends, reduction, shapes, like }));
    return {
      x: () =>
        gatherSegment({
          ends: swapped(ends),
          data: makeZeros(shapes.x),
          x: ofRows,
          weights,
          reduction: 'add',
          like: 'y' in kept || 'targetLike' in kept ? swapped(like) : undefined,
        }),
      weights: () => sampledDot(ends, ofRows, x, heads),
    };
  });
}

/** Returns the dot products of rows of data and of x: [...batch, sites], or with `heads` one for each. */
export function sampledDot(ends: Ends, data: Tensor, x: Tensor, heads?: number): Tensor {
  const inputs = { data, x, ...indexInputs(ends) };
  const attrs: NamedAttrMap = indexAttributes(ends);
  if (heads !== undefined) attrs.heads = heads;
  named('sampledDot', requireKernels);
  const run = () => engine().runKernel<Tensor>(SAMPLED_DOT, inputs, attrs);
  return keeping(inputs, Object.keys(inputs), run, (weights, kept) => {
    const here = endsIn(kept, ends);
    const sumOf = (ends: Ends, x: Tensor, { shape }: Tensor) =>
      gatherSegment({ ends, data: makeZeros(shape), x, weights, reduction: 'add' });
    return {
      data: () => sumOf(here, kept.x, kept.data),
      x: () => sumOf(swapped(here), kept.data, kept.x),
    };
  });
}

function swapped<T>({ source, target }: Record<keyof Ends, T>): Record<keyof Ends, T> {
  return { source: target, target: source };
}

/** Returns the same ends with the indices that the tape kept. */
function endsIn(kept: Record<string, Tensor>, { source, target }: Ends): Ends {
  const { indices, sources = indices } = kept;
  return { target: { ...target, indices }, source: { ...source, indices: sources } };
}

function isOfPairs({ target }: Ends): boolean {
  return target.column !== undefined;
}

function indexInputs(ends: Ends): Record<string, Tensor> {
  const { indices } = ends.target;
  return isOfPairs(ends) ? { indices } : { indices, sources: ends.source.indices };
}

function batchDimsOf(ends: Ends): number {
  return ends.target.indices.rank - (isOfPairs(ends) ? 2 : 1);
}

function indexAttributes(ends: Ends) {
  const { source, target } = ends;
  return {
    column: target.column ?? 0,
    batchDims: batchDimsOf(ends),
    wrapNegatives: target.wraps ?? false,
    wrapSources: source.wraps ?? false,
  };
}

/** Divides dy by the number of rows of each segment that receive its gradient. */
function dividedAmong(
  dy: Tensor,
  call: Pick<Gathered, 'ends' | 'reduction' | 'like'> & {
    shapes: Record<'data' | 'x', number[]>;
  },
): Tensor {
  const { ends, reduction, shapes, like } = call;
  if (reduction === 'add') return dy;
  // All rows receive the gradient of a mean. An extremum's goes to the rows that attain it, value by value.
  const terms = stopGradient(() => {
    const { indices } = ends.target;
    if (reduction === 'mean') {
      return countSites(reshape(indices, [...indices.shape, 1]), shapes.data[indices.rank - 1]);
    }
    const call = { ends, data: makeZeros(shapes.data), x: ones(shapes.x), like, fill: 1 };
    return gatherSegment({ ...call, reduction: 'add' });
  });
  return readInOrder(dy, { over: terms });
}
