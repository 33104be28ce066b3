/** The package in a worker, where the webgl backend uses an OffscreenCanvas. */
import type * as tf from '@tensorflow/tfjs';
import { testSample } from '../support/sample.js';
import { describeInPage, ON_GPU } from '../support/page/describe.js';
import { inOpenPage } from '../support/page/driver.js';
import { openWorker } from '../support/page/open.js';

describeInPage('a worker', { flags: ON_GPU, open: openWorker }, (page) => {
  testSample(inOpenPage(page));

  test('has an OffscreenCanvas and no document', async () => {
    const found = await page().evaluate(({ context }) => ({
      canvas: context().canvas.constructor.name,
      hasDocument: 'document' in globalThis,
    }));
    expect(found).toEqual({ canvas: 'OffscreenCanvas', hasDocument: false });
  });

  test('scatters and differentiates on the GPU', async () => {
    const found = await page().evaluate(async ({ context, count, ops, tf }) => {
      const draws = count(context(), 'drawArrays');
      const indices = tf.tensor1d([2, 0, 2], 'int32');
      const scatter = (x: tf.Tensor, updates: tf.Tensor) =>
        ops.scatterElements(x, indices, updates, { reduction: 'add' });
      const [x, updates] = [tf.tensor1d([1, 2, 4]), tf.tensor1d([10, 20, 40])];
      const y = scatter(x, updates);
      const loss = (x: tf.Tensor, updates: tf.Tensor) => tf.square(scatter(x, updates));
      const [byX, byUpdates] = tf.grads(loss)([x, updates]);
      draws.stop();
      return {
        drawn: draws.calls > 0,
        values: await Promise.all([y, byX, byUpdates].map((tensor) => tensor.array())),
      };
    });
    expect(found).toEqual({
      drawn: true,
      values: [
        [21, 2, 54],
        [42, 4, 108],
        [108, 42, 108],
      ],
    });
  });
});
