/**
 * Gradients of reductions that are linear in data and updates, so they depend only on dy.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { scalar, tensor1d } from '../../kernels/tfjs/seam.js';
import { sizeOf } from '../../kernels/call/shapes.js';
import { currentLimits, makeZeros } from '../backends.js';
import { keeping, stopGradient } from '../tape.js';
import { inShape, readInOrder } from './reads.js';
import type { ScatterGradient } from './scatter_gradient.js';
import type { Sites } from './sites.js';

export const addGradient: ScatterGradient = {
  of: (dy, { sites }) => ({ data: () => dy, updates: () => sites.read(dy) }),
};

export const subGradient: ScatterGradient = {
  of: (dy, { sites }) => ({
    data: () => dy,
    updates: () => readInOrder(sites.read(dy), { from: scalar(0), intoData: true }),
  }),
};

/** Divides dy by the number of terms of each mean. Places without updates keep dy. */
export const meanGradient: ScatterGradient = {
  sharesWork: true,
  of(dy, { sites, includeSelf }) {
    const terms = stopGradient(() => sites.count(includeSelf));
    const share = readInOrder(dy, { over: terms });
    return { data: () => share, updates: () => sites.read(share) };
  },
};

/** Only the last site at each offset gets a gradient, because it overwrote the others. */
export const noneGradient: ScatterGradient = {
  of: (dy, { sites }) => ({
    data: () => zeroAtSites(dy, sites),
    updates: () => dyAtLastSites(dy, sites),
  }),
};

const REPLACE = { reduction: 'none' } as const;

/** Returns 0 at the sites, dy elsewhere: the gradient of data that updates replace. */
export function zeroAtSites(dy: Tensor, sites: Sites): Tensor {
  // Made in the shape that they are used in: webgl would need a draw to change the layout of flat ones.
  return sites.scatter(dy, makeZeros(sites.valuesShape), REPLACE);
}

/** Returns dy at the last site of each offset, else 0: the gradient of updates that replace data. */
export function dyAtLastSites(dy: Tensor, sites: Sites): Tensor {
  return keeping(
    { dy: inShape(dy, sites.dataShape) },
    [],
    () => takeAtLastSites(dy, sites),
    (v) => ({ dy: () => sites.scatter(makeZeros(sites.dataShape), v, REPLACE) }),
  );
}

/** Gathers dy, but only at the last site of each slice, which a scatter of the sites' numbers finds. */
function takeAtLastSites(dy: Tensor, sites: Sites): Tensor {
  const slices = sites.perSlice();
  const count = sizeOf(slices.valuesShape);
  if (count === 0 || dy.size === 0) return sites.read(dy);
  const [first, ...others] = numbersOf(count);
  const lastOf = (numbers: Tensor) =>
    slices.scatter(makeZeros(slices.dataShape), numbers, { ...REPLACE, intoData: true });
  const taken = sites.read(dy, { sourceLike: lastOf(first), targetLike: first });
  return others.reduce((taken, numbers) => {
    const sourceLike = slices.read(lastOf(numbers));
    return readInOrder(taken, { sourceLike, targetLike: numbers });
  }, taken);
}

/** Numbers the sites, in several digits if the backend's tensors cannot hold the numbers exactly. */
function numbersOf(count: number): Tensor[] {
  const { exactIntegers: base } = currentLimits('float32');
  const digits: Tensor[] = [];
  for (let unit = 1; unit === 1 || unit < count; unit *= base) {
    const digit = new Float32Array(count);
    for (let i = 0; i < count; i++) digit[i] = count > base ? Math.floor(i / unit) % base : i;
    digits.push(tensor1d(digit));
  }
  return digits;
}
