/**
 * The gradient of max and min: dy is split evenly over the operands that attain the result, over the
 * NaN operands where it is NaN. It is linear in dy, and so are its derivatives.
 */
import { cast, div, equal, logicalOr, onesLike, zeros } from '@tensorflow/tfjs-core';
import type { Tensor } from '@tensorflow/tfjs-core';

import { required } from '../../kernels/contract/gradient_plan.js';
import { isNaN, orZero } from '../ops/mended_ops.js';
import { ownBoth, zeroOrOne } from './scatter_gradient.js';
import type { Both, DifferentiatedCall, ScatterGradient } from './scatter_gradient.js';
import { flatten, SUM } from './sites.js';
import type { Scattering } from './sites.js';
import { withGradient } from './with_gradient.js';

export const extremumGradient: ScatterGradient = {
  data: ofData,
  updates: ofUpdates,
  together: (dy, call) => ownBoth(dy, call) ?? composeBoth(dy, call),
};

/** Returns the shares of data's own values: each depends on dy at its place, so this is symmetric. */
function ofData(dy: Tensor, call: DifferentiatedCall): Tensor {
  return withGradient(
    [dy],
    (dy) => call.sites.gradients(['data'], dy, call)?.[0] ?? composeBoth(dy, call).data,
    (v) => [ofData(v, call)],
  );
}

/** Returns the shares of updates. */
function ofUpdates(dy: Tensor, call: DifferentiatedCall): Tensor {
  return withGradient(
    [dy],
    (dy) => call.sites.gradients(['updates'], dy, call)?.[0] ?? composeBoth(dy, call).updates,
    (v) => [ofAttaining(v, call)],
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

/** Returns at each place the mean over the operands that attain its result, 0 for those of data. */
function ofAttaining(v: Tensor, call: DifferentiatedCall): Tensor {
  const { sites } = call;
  return withGradient(
    [v],
    (v) => {
      const masks = attaining(call);
      const sums = sites.scatter(zeros([sites.dataSize]), orZero(masks.updates, v), SUM);
      return shareOf(sums, masks, call);
    },
    (dy) => [ofUpdates(dy, call)],
  );
}

/** Divides by the number of operands that attain the result of each place. */
function shareOf(x: Tensor, masks: Both, { sites, includeSelf }: DifferentiatedCall): Tensor {
  const self = includeSelf ? cast(masks.data, 'float32') : onesLike(x);
  const how: Scattering = { reduction: 'add', includeSelf };
  return div(x, sites.scatter(self, cast(masks.updates, 'float32'), how));
}

/** Returns masks of the operands that attain the result. */
function attaining({ sites, tensors }: DifferentiatedCall): Both {
  const { data, updates, output } = required(tensors);
  // tfjs keeps these tensors for as long as derivatives are asked for. As float32 two int32 may be equal
  // that are not.
  const flat = (x: Tensor) => zeroOrOne(flatten(x));
  const result = flat(output);
  return {
    data: attains(flat(data), result),
    updates: attains(flat(updates), sites.gather(result)),
  };
}

/** Returns where an operand attains the result; a NaN operand makes the result NaN. */
function attains(operands: Tensor, result: Tensor): Tensor {
  const areEqual = equal(operands, result);
  return operands.dtype === 'float32' ? logicalOr(areEqual, isNaN(operands)) : areEqual;
}
