/** Inputs of the stages: checks without a tensor, random indices, arrays of 1M values. */
import type { IndexCheck } from '../../kernels/contract/bounds.js';
import { ndGeometry } from '../../kernels/contract/geometry.js';
import type { IndexGeometry } from '../../kernels/contract/geometry.js';
import type { OutOfBounds } from '../../src/index.js';

export const M = 2 ** 20;

export function checkOf(geometry: IndexGeometry, outOfBounds: OutOfBounds = 'error'): IndexCheck {
  const attributes = { caller: 'bench', outOfBounds, wrapNegatives: true };
  return { attributes, geometry, indices: { shape: [] } };
}

/** Random indices below a size; of so many in a thousand, `other` instead. */
export function indicesBelow(size: number, count: number, perMille = 0, other = -1): Int32Array {
  return Int32Array.from({ length: count }, () =>
    Math.random() * 1000 < perMille ? other : Math.floor(Math.random() * size),
  );
}

/** As many slices as make about 1M values, at random places among as many. */
export function slicesOf(sliceSize: number): { check: IndexCheck; indices: Int32Array } {
  const slices = Math.floor(M / sliceSize);
  const check = checkOf(ndGeometry([slices, sliceSize], [slices, 1], 0));
  return { check, indices: indicesBelow(slices, slices) };
}

export const floats = { from: new Float32Array(M).fill(1), to: new Float32Array(M).fill(1) };
export const integers = { from: new Int32Array(M).fill(1), to: new Int32Array(M).fill(1) };
