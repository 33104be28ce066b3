/**
 * The gradient of max and min: dy is split evenly over the operands that attain the result, or over the
 * NaN operands if the result is NaN. It is linear in dy, and so are its derivatives.
 */
import { scalar } from '../../kernels/tfjs/seam.js';
import { makeZeros } from '../backends.js';
import { stopGradient } from '../tape.js';
import { readInOrder } from './reads.js';
import { castBool, type ScatterGradient } from './scatter_gradient.js';
import { flatten } from './sites.js';

export const extremumGradient: ScatterGradient = {
  sharesWork: true,
  of(dy, { sites, includeSelf, tensors }) {
    // They are compared in their own dtype: as float32, different int32 values may be equal.
    const { data, updates, output } = tensors;
    const [ours, others, result] = [data, updates, output].map((x) =>
      x.dtype === 'bool' ? castBool(flatten(x), 'int32') : x,
    );
    const ofData = { sourceLike: result, targetLike: ours };
    // 1 for each update that attains the result.
    const mask = stopGradient(() =>
      sites.read(dy, { constant: 1, sourceLike: result, targetLike: others }),
    );
    const ofUpdates = { sourceLike: scalar(1), targetLike: mask };
    const ties = stopGradient(() => {
      const self = includeSelf
        ? readInOrder(dy, { constant: 1, ...ofData })
        : makeZeros(sites.dataShape);
      return sites.scatter(self, mask, { reduction: 'add', intoData: true });
    });
    const share = readInOrder(dy, { over: ties });
    return {
      data: () => readInOrder(share, { ...ofData, intoData: true }),
      updates: () => sites.read(share, ofUpdates),
    };
  },
};
