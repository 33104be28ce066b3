/** Sums of floats on webgpu, in the order of the sites, which is sorted once and cached. */
import { describeInPage, WEBGPU } from '../support/page/describe.js';

describeInPage('orders on webgpu', WEBGPU, (page) => {
  test('at most 128 MiB of orders are cached, the most recently used ones', async () => {
    const found = await page().evaluate(({ tf, ops, namesOfPrograms, cachedOrders }) => {
      // A few threads count these sites faster than those of a GPU.
      tf.env().set('GATHER_SCATTER_ADAPTER', 'software');
      const half = 2 ** 23;
      const tensors = [5000, half, half].map((length) => tf.fill([length], 1, 'int32'));
      const sorts = (at: number) =>
        namesOfPrograms(() => {
          const ids = tensors[at];
          const updates = tf.fill(ids.shape, 1);
          const result = ops.scatterElements(tf.zeros([9]), ids, updates, { reduction: 'add' });
          tf.dispose([updates, result]);
        }).some((name) => name.startsWith('Sort'));
      const sorted = [0, 1, 0, 2, 0].map(sorts);
      tf.env().set('GATHER_SCATTER_ADAPTER', 'gpu');
      tf.dispose(tensors);
      return { sorted, ...cachedOrders() };
    });
    expect(found).toEqual({
      sorted: [true, true, false, true, false],
      count: 2,
      bytes: 8 * (5000 + 2 ** 23),
    });
  });

  test('orders of indices that may change are not used again', async () => {
    const found = await page().evaluate(async ({ tf, ops, webgpu, cachedOrders }) => {
      const { device } = webgpu();
      const first = Int32Array.from({ length: 300 }, (_, i) => i % 3);
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
      const buffer = device.createBuffer({ size: first.byteLength, usage });
      const shared = tf.tensor({ buffer, zeroCopy: true }, [300], 'int32');
      const before = cachedOrders().count;
      const sum = async (ids: typeof shared, size = 4) => {
        const options = { reduction: 'add' } as const;
        const result = ops.scatterElements(tf.zeros([size]), ids, tf.ones([300]), options);
        return [...(await result.data())].slice(0, 4);
      };
      device.queue.writeBuffer(buffer, 0, first);
      const results = [await sum(shared)];
      device.queue.writeBuffer(buffer, 0, new Int32Array(300).fill(3));
      results.push(await sum(shared));
      // Indices that the host has seen, without shared slices at that time.
      const distinct = Int32Array.from({ length: 300 }, (_, i) => i);
      device.queue.writeBuffer(buffer, 0, distinct);
      await shared.data();
      results.push(await sum(shared, 300));
      device.queue.writeBuffer(buffer, 0, new Int32Array(300));
      results.push(await sum(shared, 300));
      const kept = cachedOrders().count - before;
      // Indices that the host overwrote after they had left the GPU.
      const moved = tf.add(tf.tensor1d(first), tf.scalar(0, 'int32'));
      results.push(await sum(moved));
      await moved.data();
      await tf.setBackend('cpu');
      tf.neg(moved).dispose();
      moved.dataSync().fill(3);
      await tf.setBackend('webgpu');
      // Uploaded by another op, which this package does not see.
      tf.neg(moved).dispose();
      results.push(await sum(moved));
      return { results, kept };
    });
    expect(found).toEqual({
      results: [
        [100, 100, 100, 0],
        [0, 0, 0, 300],
        [1, 1, 1, 1],
        [300, 0, 0, 0],
        [100, 100, 100, 0],
        [0, 0, 0, 300],
      ],
      kept: 0,
    });
  });

  test('without an order to cache, atomics combine', async () => {
    const found = await page().evaluate(async ({ tf, ops, namesOfPrograms }) => {
      const ids = tf.tensor1d(Int32Array.from({ length: 5000 }, (_, i) => i % 7));
      const updates = tf.ones([5000]);
      const run = (reduction: 'add' | 'mul' | 'mean') =>
        ops.scatterElements(tf.ones([7]), ids, updates, { reduction });
      tf.env().set('GATHER_SCATTER_ORDERED', false);
      const results: ReturnType<typeof run>[] = [];
      const names = namesOfPrograms(() => {
        results.push(run('add'), run('mul'));
      });
      results.push(run('mean'));
      tf.env().set('GATHER_SCATTER_ORDERED', true);
      return { names, values: await Promise.all(results.map((x) => x.array())) };
    });
    expect(found.names).toEqual(['ScatterAtomically', 'ScatterAtomically']);
    const counts = [715, 715, 714, 714, 714, 714, 714];
    expect(found.values).toEqual([
      counts.map((count) => count + 1),
      counts.map(() => 1),
      counts.map(() => 1),
    ]);
  });

  test('removing a backend frees its orders', async () => {
    const found = await page().evaluate(async ({ tf, ops, webgpu, cachedOrders }) => {
      const sum = () => {
        const ids = tf.tensor1d(new Int32Array(300), 'int32');
        return ops.scatterElements([0], ids, tf.ones([300]), { reduction: 'add' });
      };
      sum().dispose();
      const { bufferManager } = webgpu();
      const before = bufferManager.numBytesUsed >= cachedOrders().bytes;
      const start = tf.findBackendFactory('webgpu');
      tf.removeBackend('webgpu');
      const after = bufferManager.numBytesUsed;
      tf.registerBackend('webgpu', start);
      await tf.setBackend('webgpu');
      return { before, after, values: [...(await sum().data())], count: cachedOrders().count };
    });
    expect(found).toEqual({ before: true, after: 0, values: [300], count: 1 });
  });
});
