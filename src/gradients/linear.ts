/**
 * Gradients of reductions that are linear in data and updates, so they depend only on dy.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { neg, ones, tensor1d, zeros } from '../../kernels/tfjs/seam.js';
import { currentLimits, makeZeros } from '../backends.js';
import type { DifferentiatedCall, ScatterGradient } from './scatter_gradient.js';
import { type GradientName, readInOrder, type Scattering, type Sites, ADD } from './sites.js';
import { withGradient } from './with_gradient.js';

export const addGradient: ScatterGradient = {
  data: (dy) => dy,
  updates: (dy, { sites }) => sites.gather(dy),
};

export const subGradient: ScatterGradient = {
  data: (dy) => dy,
  updates: (dy, { sites }) => neg(sites.gather(dy)),
};

export const meanGradient: ScatterGradient = {
  data: (dy, call) => linearIn(dy, call.sites, 'data', call, (dy) => shareOf(dy, call)),
  updates: (dy, call) =>
    linearIn(dy, call.sites, 'updates', call, (dy) => call.sites.gather(shareOf(dy, call))),
  both(dy, call) {
    const data = shareOf(dy, call);
    return { data, updates: call.sites.gather(data) };
  },
};

/** Only the last site at each offset gets a gradient, because it overwrote the others. */
export const noneGradient: ScatterGradient = {
  updates: (dy, { sites }) => dyAtLastSites(dy, sites),
};

const REPLACE: Scattering = { reduction: 'none' };

/** Returns dy at the last site of each offset, else 0: the gradient of updates that replace data. */
export function dyAtLastSites(dy: Tensor, sites: Sites): Tensor {
  return linearIn(dy, sites, 'updates', REPLACE, (dy) => takeAtLastSites(dy, sites));
}

/** Returns 0 at the sites, dy elsewhere: the gradient of data that updates replace. */
export function zeroAtSites(dy: Tensor, sites: Sites): Tensor {
  return linearIn(dy, sites, 'data', REPLACE, (dy) => {
    // Made in the shape that they are used in: webgl would need a draw to change the layout of flat ones.
    return sites.scatter(dy, makeZeros(sites.valuesShape), REPLACE);
  });
}

/**
 * Computes a gradient. The scatter is linear, so the derivative by dy is the scatter itself, with v in place of this
 * input and zeros for the other.
 */
function linearIn(
  dy: Tensor,
  sites: Sites,
  of: GradientName,
  how: Scattering,
  compute: (dy: Tensor) => Tensor,
): Tensor {
  return withGradient([dy], compute, (v) => [
    of === 'data'
      ? sites.scatter(v, zeros([sites.valuesSize]), how)
      : sites.scatter(zeros([sites.dataSize]), v, how),
  ]);
}

/** Divides dy by the number of terms of each mean. Places without updates keep dy. */
function shareOf(dy: Tensor, { sites, includeSelf }: DifferentiatedCall): Tensor {
  if (dy.size === 0) return dy;
  const slices = sites.perSlice();
  const self = (includeSelf ? ones : zeros)(slices.dataShape, 'int32');
  return readInOrder(dy, { over: slices.scatter(self, 1, { ...ADD, intoData: true }) });
}

/** Gathers dy, but only at the last site of each slice, which a scatter of the sites' numbers finds. */
function takeAtLastSites(dy: Tensor, sites: Sites): Tensor {
  if (sites.valuesSize === 0 || sites.dataSize === 0) return sites.gather(dy);
  const slices = sites.perSlice();
  const [first, ...others] = numbersOf(slices.valuesSize);
  const lastOf = (numbers: Tensor) =>
    slices.scatter(makeZeros(slices.dataShape), numbers, { ...REPLACE, intoData: true });
  const taken = sites.gather(dy, { like: { source: lastOf(first), target: first } });
  return others.reduce((taken, numbers) => {
    const like = { source: slices.gather(lastOf(numbers)), target: numbers };
    return readInOrder(taken, { like });
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
