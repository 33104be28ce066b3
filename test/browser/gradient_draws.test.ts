/** The number of draws for a scatter and both of its gradients, and for a sum along edges. */
import { describeInPage, ON_GPU } from '../support/page/describe.js';

/** The most draws by reduction. */
const MOST = { none: 5, add: 2, mean: 7, max: 8, min: 8, mul: 10 } as const;

describeInPage('draws', { flags: ON_GPU }, (page) => {
  test.each([
    ['single values', [64], [48]],
    ['rows', [64, 8], [48, 8]],
  ])('of %s are few', async (_, dataShape, updatesShape) => {
    const counts = await page().evaluate(
      ({ tf, ops, backend, count, context, argument }) => {
        const { reductions, dataShape, updatesShape } = argument;
        const uploaded = <T extends import('@tensorflow/tfjs').Tensor>(tensor: T) => {
          backend().uploadToGPU(tensor.dataId);
          return tensor;
        };
        const random = (shape: number[]) => uploaded(tf.randomUniform(shape, -1, 1, 'float32', 1));
        const ids = Array.from({ length: 48 }, (_, i) => [(i * 7) % 64]);
        const indices = uploaded(tf.tensor2d(ids, [48, 1], 'int32'));
        const [data, dy, updates] = [dataShape, dataShape, updatesShape].map(random);
        return reductions.map((reduction) => {
          const scatter = (d: typeof data, u: typeof data) =>
            ops.scatterND(d, indices, u, { reduction });
          const draws = [count(context(), 'drawArrays'), count(context(), 'drawElements')];
          tf.dispose(tf.grads(scatter)([data, updates], dy));
          for (const draw of draws) draw.stop();
          return draws[0].calls + draws[1].calls;
        });
      },
      { reductions: Object.keys(MOST) as (keyof typeof MOST)[], dataShape, updatesShape },
    );
    Object.entries(MOST).forEach(([reduction, most], i) => {
      expect(`${reduction}: ${counts[i] <= most}`).toBe(`${reduction}: true`);
    });
  });

  test('a sum along edges draws once into a cleared texture, and its gradient too', async () => {
    const calls = await page().evaluate(({ tf, sparse, count, context }) => {
      const nodes = [40, 8];
      const ids = tf.tensor1d(
        Array.from({ length: 200 }, (_, i) => (i * 7) % 40),
        'int32',
      );
      const [x, dy] = [tf.add(tf.ones(nodes), 1), tf.add(tf.ones(nodes), 2)];
      const weights = tf.add(tf.ones([200]), 1);
      const sum = (x: typeof dy) => sparse.gatherSegmentSum(x, ids, ids, 40, { weights });
      tf.dispose(tf.grad(sum)(x, dy));
      const gl = context() as WebGL2RenderingContext;
      const names = ['drawArrays', 'clear', 'copyTexSubImage2D', 'texSubImage2D'] as const;
      const counts = names.map((name) => count(gl, name));
      tf.dispose(tf.grad(sum)(x, dy));
      for (const { stop } of counts) stop();
      return counts.map(({ calls }) => calls);
    });
    expect(calls).toEqual([2, 0, 0, 0]);
  });
});
