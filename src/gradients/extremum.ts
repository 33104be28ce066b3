/**
 * The gradient of max and min: dy is split evenly over the operands that attain the result, or over the
 * NaN operands if the result is NaN. It is linear in dy, and so are its derivatives.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { scalar } from '../../kernels/tfjs/seam.js';
import { makeZeros } from '../backends.js';
import {
  castBool,
  type DifferentiatedCall,
  required,
  type ScatterGradient,
} from './scatter_gradient.js';
import { flatten, type GradientName, readInOrder, ADD } from './sites.js';
import { withGradient } from './with_gradient.js';

export const extremumGradient: ScatterGradient = {
  data: (dy, call) => sharesOf('data', dy, call),
  updates: (dy, call) => sharesOf('updates', dy, call),
  both(dy, call) {
    const among = attaining(dy, call);
    const share = among.divide(dy);
    const updates = among.updates(share);
    return { data: among.data(share), updates };
  },
};

/**
 * Returns the shares of dy of data or of the updates. Data's depend only on dy at their own places, so the
 * derivative is the same function.
 */
function sharesOf(of: GradientName, dy: Tensor, call: DifferentiatedCall): Tensor {
  return withGradient(
    [dy],
    (dy) => {
      const among = attaining(dy, call);
      return among[of](among.divide(dy));
    },
    (v) => [of === 'data' ? sharesOf('data', v, call) : ofAttaining(v, call)],
  );
}

/** Returns the mean of v at each place over the operands that attain the result; data contributes 0. */
function ofAttaining(v: Tensor, call: DifferentiatedCall): Tensor {
  return withGradient(
    [v],
    (v) => {
      const { sites } = call;
      const sums = makeZeros([sites.dataSize]);
      const { divide, ofUpdates } = attaining(sums, call);
      const attained = readInOrder(v, { like: ofUpdates });
      return divide(sites.scatter(sums, attained, { ...ADD, intoData: true }));
    },
    (dy) => [sharesOf('updates', dy, call)],
  );
}

/**
 * Finds the operands that attain the result, and returns functions that divide dy among them. `floats` are any of
 * data's size.
 */
function attaining(floats: Tensor, { sites, includeSelf, tensors }: DifferentiatedCall) {
  // tfjs keeps these tensors as long as derivatives may run. They are compared in their own dtype: as
  // float32, different int32 values may be equal.
  const { data, updates, output } = required(tensors);
  const [ours, others, result] = [data, updates, output].map((x) =>
    x.dtype === 'bool' ? castBool(flatten(x), 'int32') : flatten(x),
  );
  const ofData = { source: result, target: ours };
  // 1 for each update that attains the result.
  const mask = sites.gather(floats, { constant: 1, like: { source: result, target: others } });
  const ofUpdates = { source: scalar(1), target: mask };
  const self = includeSelf
    ? readInOrder(floats, { constant: 1, like: ofData })
    : makeZeros([sites.dataSize]);
  const ties = sites.scatter(self, mask, { ...ADD, intoData: true });
  return {
    ofUpdates,
    divide: (x: Tensor) => readInOrder(x, { over: ties }),
    /** May overwrite the share. */
    data: (share: Tensor) => readInOrder(share, { like: ofData, intoData: true }),
    updates: (share: Tensor) => sites.gather(share, { like: ofUpdates }),
  };
}
