/** More live index tensors than textures that the package keeps on webgl. */
import { MAX_CACHED_TEXTURES } from '../../kernels/webgl/strategy.js';
import { describeInPage, ORDERED } from '../support/page/describe.js';

describeInPage('many index tensors', { flags: ORDERED }, (page) => {
  test('share a bounded number of textures', async () => {
    // Each order has two textures here.
    const count = MAX_CACHED_TEXTURES / 2 + 100;
    const found = await page().evaluate(
      async ({ tf, ops, context, count: countCalls, cachedOrders, argument: count }) => {
        const ids = Array.from({ length: count }, (_, i) => tf.tensor1d([i % 7, 3], 'int32'));
        const sum = (at: number) =>
          ops.scatterElements(tf.zeros([7]), ids[at], [1, 2], { reduction: 'add' });
        const sumAll = () => {
          for (const at of ids.keys()) tf.tidy(() => void sum(at));
        };
        sumAll();
        const methods = (['createTexture', 'deleteTexture'] as const).map((method) =>
          countCalls(context(), method),
        );
        sumAll();
        for (const { stop } of methods) stop();
        const [made, deleted] = methods.map(({ calls }) => calls);
        const results = await Promise.all([0, count - 1].map((at) => sum(at).array()));
        tf.dispose(ids);
        return { orders: cachedOrders().count, made, deleted, results };
      },
      count,
    );
    const last = [0, 0, 0, 2, 0, 0, 0];
    last[(count - 1) % 7]++;
    expect(found).toEqual({
      orders: MAX_CACHED_TEXTURES / 2,
      made: 2 * count,
      deleted: 2 * count,
      results: [[1, 0, 0, 2, 0, 0, 0], last],
    });
  });
});
