/**
 * Gradients of reductions that are linear in data and updates, so they depend only on dy.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import {
  div,
  fill,
  neg,
  ones,
  reshape,
  slice,
  stack,
  tensor1d,
  zeros,
} from '../../kernels/contract/tfjs_seam.js';
import type { GradientName } from '../../kernels/contract/gradient_plan.js';
import { OPS } from '../../kernels/contract/ops.js';
import { currentLimits } from '../backends.js';
import type { ScatterGradient } from './scatter_gradient.js';
import { type Scattering, type Sites, sitesOf } from './sites.js';
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
  data: (dy, call) =>
    linearIn(dy, call.sites, 'data', call, (dy) => shareOf(dy, call.sites, call.includeSelf)),
  updates: (dy, call) =>
    linearIn(dy, call.sites, 'updates', call, (dy) =>
      call.sites.gather(shareOf(dy, call.sites, call.includeSelf)),
    ),
  together(dy, { sites, includeSelf }) {
    if (sites.hasGradientKernel()) return null;
    const data = shareOf(dy, sites, includeSelf);
    return { data, updates: sites.gather(data) };
  },
};

/** Only the last site at each offset gets a gradient, because it overwrote the others. */
export const noneGradient: ScatterGradient = {
  updates: (dy, { sites }) => dyAtLastSites(dy, sites),
};

const REPLACE: Scattering = { reduction: 'none', includeSelf: true };

/** Returns dy at the last site of each offset, else 0: the gradient of updates that replace data. */
export function dyAtLastSites(dy: Tensor, sites: Sites): Tensor {
  return linearIn(dy, sites, 'updates', REPLACE, (dy) => putAtLastSites(dy, sites));
}

/** Returns 0 at the sites, dy elsewhere: the gradient of data that updates replace. */
export function zeroAtSites(dy: Tensor, sites: Sites): Tensor {
  return linearIn(dy, sites, 'data', REPLACE, (dy) => sites.scatter(dy, sites.zeros(), REPLACE));
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
  const { reduction, includeSelf } = how;
  return withGradient(
    [dy],
    (dy) =>
      sites.gradients([of], dy, { reduction, includeSelf, tensors: null })?.[0] ?? compose(dy),
    (v) => [
      of === 'data'
        ? sites.scatter(v, zeros([sites.valuesSize]), how)
        : sites.scatter(zeros([sites.dataSize]), v, how),
    ],
  );
}

/** Divides dy by the number of terms of each mean. Places without updates keep dy. */
function shareOf(dy: Tensor, sites: Sites, includeSelf: boolean): Tensor {
  if (dy.size === 0) return dy;
  const slices = sites.perSlice();
  const how: Scattering = { reduction: 'add', includeSelf };
  const terms = slices.scatter(ones(slices.dataShape), ones(slices.valuesShape), how);
  return reshape(div(reshape(dy, [terms.size, -1]), reshape(terms, [-1, 1])), [-1]);
}

/** Finds the last site of each slice by scattering the numbers of the sites, and puts dy there. */
function putAtLastSites(dy: Tensor, sites: Sites): Tensor {
  if (dy.size === 0 || sites.valuesSize === 0) return sites.zeros();
  const slices = sites.perSlice();
  const sliceSize = dy.size / slices.dataSize;
  const { digits, shape } = numberSites(slices.valuesSize);
  const none = fill(fillable(slices), -1, 'int32');
  const remembered = digits.map((digit) => slices.scatter(none, tensor1d(digit, 'int32'), REPLACE));
  const [first, ...others] = remembered;
  const tuples = others.length > 0 ? stack(remembered, 1) : reshape(first, [-1, 1]);
  const backShape = sliceSize === 1 ? shape : [...shape, sliceSize];
  const back = sitesOf(OPS.ScatterND, backShape, tuples, {
    ...sites.attributes,
    axisOrBatchDims: 0,
    outOfBounds: 'drop',
    wrapNegatives: false,
  });
  const to = others.length > 0 ? zeros([back.dataSize]) : sites.zeros();
  const put = back.scatter(to, dy, REPLACE);
  return others.length > 0 ? slice(put, 0, sites.valuesSize) : put;
}

/**
 * Returns a shape that tfjs can fill on a GPU, which needs at most 6 dimensions. It prefers data's own,
 * because webgl needs a draw to change the layout.
 */
function fillable({ dataShape, dataSize }: Sites): number[] {
  return dataShape.length > 6 ? [dataSize] : dataShape;
}

/** Numbers the sites, in several digits if the backend's tensors cannot hold the numbers exactly. */
function numberSites(count: number): { digits: Int32Array[]; shape: number[] } {
  const { exactIntegers: base } = currentLimits('int32');
  const digits: Int32Array[] = [];
  const shape: number[] = [];
  for (let unit = 1; unit === 1 || unit < count; unit *= base) {
    const digit = new Int32Array(count);
    for (let i = 0; i < count; i++) digit[i] = Math.floor(i / unit) % base;
    digits.unshift(digit);
    shape.unshift(Math.min(base, Math.ceil(count / unit)));
  }
  return { digits, shape };
}
