/** Gradients of max, min and mul, for slices shorter and longer than the length that selects the loops. */
import * as tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import { scatterND } from 'tfjs-gather-scatter';
import { composeGradients } from '../support/composed.js';
import { chance, int, pick } from '../support/random_values.js';
import { testRandomly } from '../support/seed.js';
import type { Draw } from '../support/seed.js';

const FACTORS = [0, -0, 0.5, -1, 1, 3];
const NON_FINITE = [Infinity, -Infinity, NaN];

type Numeric = 'float32' | 'int32' | 'bool';

beforeAll(() => tf.setBackend('cpu'));

/** Half of the values are zero or tied; half of the float tensors also have some that are not finite. */
function drawTensor(draw: Draw, shape: number[], dtype: Numeric = 'float32'): tf.Tensor {
  const size = tf.util.sizeFromShape(shape);
  const finite = fc.constantFrom(...FACTORS);
  const odd = { arbitrary: fc.constantFrom(...NON_FINITE), weight: 1 };
  const value =
    dtype !== 'float32' || chance(draw, 2)
      ? finite
      : fc.oneof({ arbitrary: finite, weight: 40 }, odd);
  return tf
    .tensor(
      draw(() => fc.array(value, { minLength: size, maxLength: size })),
      shape,
    )
    .cast(dtype);
}

describe.each(['max', 'min', 'mul'] as const)('gradients of %s', (reduction) => {
  describe.each([15, 16, 33, 2500])('of slices of %d', (sliceSize) => {
    testRandomly('match the composed ones', sliceSize > 1000 ? 4 : 20, (draw) => {
      const shape = [5, sliceSize];
      const sites = int(draw, 0, 8);
      const rows = Array.from({ length: sites }, () => [int(draw, -6, 5)]);
      const indices = tf.tensor2d(rows, [sites, 1], 'int32');
      const dtype = pick(draw, ['float32', 'float32', 'int32', 'bool'] as const);
      const [data, dy] = [drawTensor(draw, shape, dtype), drawTensor(draw, shape)];
      const updates = drawTensor(draw, [sites, sliceSize], dtype);
      const includeSelf = chance(draw, 2);
      const outOfBounds = pick(draw, ['drop', 'clamp'] as const);
      const call = (data: tf.Tensor, updates: tf.Tensor) =>
        scatterND(data, indices, updates, { reduction, includeSelf, outOfBounds });
      const gradients = () =>
        [
          ...tf.grads(call)([data, updates], dy),
          // On a tape, each is computed separately.
          tf.grad((dy: tf.Tensor) => tf.grads(call)([data, updates], dy)[0])(dy),
          tf.grad((dy: tf.Tensor) => tf.grads(call)([data, updates], dy)[1])(dy),
        ].map((tensor) => [...tensor.dataSync()]);
      const own = gradients();
      const undo = composeGradients();
      const wanted = gradients();
      undo();
      expect(own).toEqual(wanted);
      return Promise.resolve();
    });
  });
});
