/** Indices that webgpu has uploaded; a removed backend leaves nothing behind. */
import { describeInPage, WEBGPU } from '../support/page/describe.js';

describeInPage('the device', WEBGPU, (page) => {
  test('a second call with uploaded indices throws like the first', async () => {
    const messages = await page().evaluate(({ tf, ops, errorOf }) => {
      const ids = tf.tensor1d([0, 5], 'int32');
      ops.gatherElements(tf.zeros([9]), ids).dispose();
      return [1, 2].map(() => errorOf(() => ops.gatherElements(tf.zeros([3]), ids)));
    });
    for (const message of messages) expect(message).toContain('indices has the value 5 at [1]');
  });

  test('ids that are only on the GPU are rejected where they determine a shape', async () => {
    const found = await page().evaluate(async ({ tf, runConverterOp, errorOf }) => {
      const computed = tf.add(tf.tensor1d([0, 2], 'int32'), tf.scalar(0, 'int32'));
      const uploaded = tf.tensor1d([0, 2], 'int32');
      const sum = (ids: typeof computed) =>
        runConverterOp('SegmentSum', [tf.tensor1d([1, 2]), ids]);
      const results = [sum(uploaded), sum(uploaded)];
      const message = errorOf(() => sum(computed));
      await computed.data();
      results.push(sum(computed));
      return { message, values: await Promise.all(results.map((x) => x.array())) };
    });
    expect(found.message).toMatch(
      /^Error: SegmentSum: the values of segment_ids are only on the GPU, .* Await segment_ids\.data\(\)/,
    );
    expect(found.values).toEqual(Array(3).fill([1, 0, 2]));
  });

  test('removing a backend frees its orders', async () => {
    const found = await page().evaluate(async ({ tf, ops, webgpu, cachedOrders }) => {
      const before = cachedOrders().count;
      const ids = tf.tensor1d(new Int32Array(300), 'int32');
      ops.scatterElements([0], ids, tf.ones([300]), { reduction: 'add' }).dispose();
      const kept = cachedOrders().count - before;
      tf.getKernel('ScatterND', 'webgpu').disposeFunc?.(webgpu());
      const after = cachedOrders().count;
      const again = ops.scatterElements([0], ids, tf.ones([300]), { reduction: 'add' });
      return { kept, after, values: [...(await again.data())] };
    });
    expect(found).toEqual({ kept: 1, after: 0, values: [300] });
  });
});
