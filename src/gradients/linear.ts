/**
 * Gradients of reductions that are linear in data and updates, so they depend only on dy.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import {
  cast,
  div,
  logicalOr,
  neg,
  notEqual,
  ones,
  reshape,
  tensor1d,
  zeros,
} from '../../kernels/tfjs/seam.js';
import type { GradientName } from '../../kernels/call/gradient_plan.js';
import { currentLimits, makeZeros, runKernel } from '../backends.js';
import { OPS } from '../../kernels/call/ops.js';
import type { DifferentiatedCall, ScatterGradient } from './scatter_gradient.js';
import { flatten, type Scattering, type Sites } from './sites.js';
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
 * Computes a gradient with the backend's kernel if it has one, else with `compose`. The scatter is linear, so
 * the derivative by dy is the scatter itself, with v in place of this input and zeros for the other.
 */
function linearIn(
  dy: Tensor,
  sites: Sites,
  of: GradientName,
  how: Scattering,
  compose: (dy: Tensor) => Tensor,
): Tensor {
  return withGradient(
    [dy],
    (dy) => sites.gradients([of], dy, { ...how, tensors: null })?.[0] ?? compose(dy),
    (v) => [
      of === 'data'
        ? sites.scatter(v, zeros([sites.valuesSize]), how)
        : sites.scatter(zeros([sites.dataSize]), v, how),
    ],
  );
}

/** Divides dy by the number of terms of each mean. Places without updates keep dy. */
function shareOf(dy: Tensor, { sites, includeSelf }: DifferentiatedCall): Tensor {
  if (dy.size === 0) return dy;
  const slices = sites.perSlice();
  const how: Scattering = { reduction: 'add', includeSelf };
  const terms = slices.scatter(ones(slices.dataShape), ones(slices.valuesShape), how);
  return reshape(div(reshape(dy, [terms.size, -1]), reshape(terms, [-1, 1])), [-1]);
}

/** Gathers dy, but only at the last site of each slice, which a scatter of the sites' numbers finds. */
function takeAtLastSites(dy: Tensor, sites: Sites): Tensor {
  const taken = sites.gather(dy);
  if (taken.size === 0) return taken;
  const slices = sites.perSlice();
  const areOthers = numbersOf(slices.valuesSize).map((numbers) => {
    const last = slices.scatter(makeZeros(slices.dataShape), numbers, REPLACE);
    return notEqual(slices.gather(last), numbers);
  });
  // Index 1 is out of bounds, so it reads 0. tfjs' where would first spread the mask to whole slices.
  const indices = reshape(cast(areOthers.reduce(logicalOr), 'int32'), [-1, 1, 1]);
  const data = reshape(taken, [indices.size, 1, taken.size / indices.size]);
  return flatten(runKernel(OPS.GatherND, { data, indices }, { batchDims: 1, outOfBounds: 'drop' }));
}

/** Numbers the sites, in several digits if the backend's tensors cannot hold the numbers exactly. */
function numbersOf(count: number): Tensor[] {
  const { exactIntegers: base } = currentLimits('float32');
  const digits: Tensor[] = [];
  for (let unit = 1; unit === 1 || unit < count; unit *= base) {
    const digit = new Float32Array(count);
    for (let i = 0; i < count; i++) digit[i] = Math.floor(i / unit) % base;
    digits.push(tensor1d(digit));
  }
  return digits;
}
