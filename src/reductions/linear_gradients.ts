/**
 * Gradients of the reductions that are linear in data and updates. They are linear in dy as well
 * and built from gathers and scatters, so that differentiating them again needs nothing more.
 */
import {
  cast,
  div,
  equal,
  fill,
  maximum,
  mul,
  neg,
  ones,
  range,
  reshape,
  zeros,
} from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import type { ScatterCall, ScatterGradient, Sites } from './row.js';

export const addGradient: ScatterGradient = {
  data: (dy) => dy,
  updates: (dy, { sites }) => sites.gather(dy),
};

export const subGradient: ScatterGradient = {
  data: (dy) => dy,
  updates: (dy, { sites }) => neg(sites.gather(dy)),
};

export const meanGradient: ScatterGradient = {
  data: (dy, call) => shareOf(dy, call),
  updates: (dy, call) => call.sites.gather(shareOf(dy, call)),
};

/** Only the site that came last at its place was written, and only it has a gradient. */
export const noneGradient: ScatterGradient = {
  updates: (dy, { sites }) => scaleSlices(sites.gather(dy), isLast(sites.perSlice())),
};

/** dy divided by the number of terms of each mean; where nothing landed it is not read. */
function shareOf(dy: Tensor, { sites, includeSelf }: ScatterCall): Tensor {
  const slices = sites.perSlice();
  const self = includeSelf ? ones([slices.dataSize]) : zeros([slices.dataSize]);
  const terms = slices.scatter(self, ones([slices.valuesSize]), 'add');
  return scaleSlices(dy, div(1, maximum(terms, 1)));
}

/** For each site 1 if no later one has the same place, else 0. */
function isLast(slices: Sites): Tensor {
  const numbers = range(0, slices.valuesSize, 1, 'int32');
  const nobody = fill([slices.dataSize], -1, 'int32');
  const last = slices.gather(slices.scatter(nobody, numbers, 'none'));
  return cast(equal(last, numbers), 'float32');
}

/** Multiplies all values of a slice by the slice's own factor. */
function scaleSlices(values: Tensor, factors: Tensor): Tensor {
  if (values.size === 0) return values;
  return reshape(mul(reshape(values, [factors.size, -1]), reshape(factors, [-1, 1])), [-1]);
}
