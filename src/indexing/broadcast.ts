/**
 * NumPy's broadcasting, for tensors of any rank and dtype on every backend, and a check of indices before it.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { show, wrong } from '../../kernels/call/errors.js';
import { reshape } from '../../kernels/tfjs/seam.js';
import type { BoundsPolicy } from '../../kernels/call/attributes.js';
import { checkKnown } from '../backends.js';
import { repeat } from '../ops/rows.js';

/** Returns the shape that all shapes broadcast to; throws if there is none. */
export function broadcastShape(name: string, shapes: number[][]): number[] {
  const rank = Math.max(0, ...shapes.map((shape) => shape.length));
  const padded = shapes.map((shape) => padTo(shape, rank));
  return Array.from({ length: rank }, (_, d) => {
    const lengths = padded.map((shape) => shape[d]);
    const longest = lengths.find((length) => length !== 1) ?? 1;
    if (lengths.every((length) => length === 1 || length === longest)) return longest;
    const found = `${name} have the shapes ${shapes.map(show).join(' and ')}`;
    throw wrong(found, 'shapes that broadcast to one another');
  });
}

/** Returns whether a shape broadcasts to another one. */
export function broadcasts(shape: number[], to: number[]): boolean {
  const missing = to.length - shape.length;
  return missing >= 0 && shape.every((length, d) => length === 1 || length === to[missing + d]);
}

/** Broadcasts a tensor to a shape that fits, by repeating it along axes. */
export function broadcastTo(x: Tensor, shape: number[]): Tensor {
  return shape.reduce(
    (result, length, axis) => {
      if (result.shape[axis] === length) return result;
      const without = result.shape.filter((_, d) => d !== axis);
      return repeat(reshape(result, without), axis, length);
    },
    reshape(x, padTo(x.shape, shape.length)),
  );
}

function padTo(shape: number[], rank: number): number[] {
  return [...Array<number>(rank - shape.length).fill(1), ...shape];
}

/**
 * Checks the values of indices into one axis, if they are known. The kernel gets them repeated or
 * joined, so its own error would name a position that does not exist in the caller's indices.
 */
export function checkValues(
  indices: Tensor,
  dataShape: number[],
  axis: number,
  { outOfBounds = 'error', wrapNegatives = true }: Partial<BoundsPolicy>,
): void {
  const geometry = { indexSizes: [dataShape[axis]], indexAxes: [axis] };
  // The kernel refuses indices of another dtype.
  if (indices.dtype === 'int32') checkKnown({ outOfBounds, wrapNegatives, geometry, indices });
}
