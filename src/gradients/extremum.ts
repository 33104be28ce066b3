/**
 * The gradient of max and min: dy is split evenly over the operands that attain the result, or over the
 * NaN operands if the result is NaN. It is linear in dy, and so are its derivatives.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { cast, div, onesLike, zeros } from '../../kernels/tfjs/seam.js';
import { type GradientName, required } from '../../kernels/call/gradient_plan.js';
import { attains, orZero } from '../ops/tfjs_workarounds.js';
import {
  type Both,
  computeOne,
  type DifferentiatedCall,
  type ScatterGradient,
  zeroOrOne,
} from './scatter_gradient.js';
import { flatten, type Scattering, SUM } from './sites.js';
import { withGradient } from './with_gradient.js';

export const extremumGradient: ScatterGradient = {
  data: (dy, call) => sharesOf('data', dy, call),
  updates: (dy, call) => sharesOf('updates', dy, call),
  both: composeBoth,
};

/**
 * Returns the shares of dy of data or of the updates. Data's depend only on dy at their own places, so the
 * derivative is the same function.
 */
function sharesOf(of: GradientName, dy: Tensor, call: DifferentiatedCall): Tensor {
  return withGradient(
    [dy],
    (dy) => computeOne(of, dy, call, composeBoth),
    (v) => [of === 'data' ? sharesOf('data', v, call) : ofAttaining(v, call)],
  );
}

function composeBoth(dy: Tensor, call: DifferentiatedCall): Both {
  const masks = attaining(call);
  const share = shareOf(dy, masks, call);
  return {
    data: orZero(masks.data, share),
    updates: orZero(masks.updates, call.sites.gather(share)),
  };
}

/** Returns the mean of v at each place over the operands that attain the result; data contributes 0. */
function ofAttaining(v: Tensor, call: DifferentiatedCall): Tensor {
  const { sites } = call;
  return withGradient(
    [v],
    (v) => {
      const masks = attaining(call);
      const sums = sites.scatter(zeros([sites.dataSize]), orZero(masks.updates, v), SUM);
      return shareOf(sums, masks, call);
    },
    (dy) => [sharesOf('updates', dy, call)],
  );
}

/** Divides by the number of operands that attain the result at each place. */
function shareOf(x: Tensor, masks: Both, { sites, includeSelf }: DifferentiatedCall): Tensor {
  const self = includeSelf ? cast(masks.data, 'float32') : onesLike(x);
  const how: Scattering = { reduction: 'add', includeSelf };
  return div(x, sites.scatter(self, cast(masks.updates, 'float32'), how));
}

/** Returns masks of the operands that attain the result. */
function attaining({ sites, tensors }: DifferentiatedCall): Both {
  // tfjs keeps these tensors as long as derivatives may run. They are compared in their own dtype: as
  // float32, different int32 values may be equal.
  const { data, updates, output } = required(tensors);
  const flat = (x: Tensor) => zeroOrOne(flatten(x));
  const result = flat(output);
  return {
    data: attains(flat(data), result),
    updates: attains(flat(updates), sites.gather(result)),
  };
}
