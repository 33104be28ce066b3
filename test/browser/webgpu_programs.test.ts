/** The webgpu backend's programs: named, with any number of threads, and on any tensors. */
import { describeInPage, WEBGPU } from '../support/page/describe.js';

describeInPage('programs on webgpu', WEBGPU, (page) => {
  test('have names in tf.time', async () => {
    const info = await page().evaluate(async ({ tf, ops }) => {
      const x = tf.ones([2000]);
      const info: object = await tf.time(() => {
        ops.gatherElements(x, tf.zeros([2000], 'int32'));
        ops.scatterElements(x, tf.zeros([2000], 'int32'), x, { reduction: 'add' });
      });
      if (!('getExtraProfileInfo' in info) || typeof info.getExtraProfileInfo !== 'function') {
        throw new Error('tfjs gave no names');
      }
      return String(Reflect.apply(info.getExtraProfileInfo, info, []));
    });
    expect(info).toMatch(/\bGather: \d/);
    expect(info).toMatch(/\bSortPlace: \d/);
    expect(info).toMatch(/\bScatterRuns: \d/);
  });

  test('computed indices cannot be checked during a call, as an error says if the flag asks for that', async () => {
    const found = await page().evaluate(async ({ tf, ops, errorOf }) => {
      const indices = tf.add(tf.tensor1d([0, 4], 'int32'), tf.scalar(1, 'int32'));
      const outcomes = [];
      for (const flag of ['DEBUG', 'GATHER_SCATTER_CHECK_INDICES']) {
        tf.env().set(flag, true);
        outcomes.push(errorOf(() => ops.gatherElements([10, 20, 30], indices)));
        tf.env().set(flag, false);
      }
      await indices.data();
      return [...outcomes, errorOf(() => ops.gatherElements([10, 20, 30], indices))];
    });
    expect(found).toEqual([
      'returned 2',
      expect.stringMatching(
        /^Error: gatherElements: the flag .* expected `await checkIndices\(data, indices\)` before the call/,
      ),
      expect.stringContaining('indices has the value 5 at [1]'),
    ]);
  });

  test.each(['max', 'min'] as const)('%s of a NaN of either sign is NaN', async (reduction) => {
    const found = await page().evaluate(({ tf, ops, argument }) => {
      const values = [0x7fc00000, -0x400000].map((nan) => {
        const bits = Int32Array.of(nan, 0x3f800000, -0x40800000);
        const updates = tf.tensor1d(new Float32Array(bits.buffer));
        const data = tf.tensor1d([0.5]);
        return ops.scatterElements(data, [0, 0, 0], updates, { reduction: argument }).data();
      });
      return Promise.all(values.map(async (each) => [...(await each)]));
    }, reduction);
    expect(found).toEqual([[NaN], [NaN]]);
  });

  test('run with more threads than one dimension of workgroups has', async () => {
    const found = await page().evaluate(async ({ tf, ops }) => {
      const count = 65_535 * 64 + 100;
      const indices = Int32Array.from({ length: count }, (_, i) => (i % 3) - 1);
      const gathered = ops.gatherElements(tf.tensor1d([10, 20, 30]), tf.tensor1d(indices));
      const ends = [0, count - 3].map((begin) => tf.slice1d(gathered, begin, 3));
      // Lines of one site each have their own thread.
      const columns = tf.reshape(tf.range(0, 2 * count), [count, 2]);
      const picked = ops.gatherElements(columns, tf.ones([count, 1], 'int32'), { axis: 1 });
      ends.push(...[0, count - 3].map((begin) => tf.slice1d(picked.flatten(), begin, 3)));
      const [three, ones] = [tf.zeros([3], 'int32'), tf.ones([count], 'int32')];
      const options = { reduction: 'add' } as const;
      const summed = ops.scatterElements(three, tf.tensor1d(indices), ones, options);
      return Promise.all([...ends, summed].map((x) => x.array()));
    });
    const count = 65_535 * 64 + 100;
    const valueAt = (i: number) => [30, 10, 20][i % 3];
    const last = [count - 3, count - 2, count - 1].map(valueAt);
    const timesOf = (rest: number) => Math.floor((count - rest + 2) / 3);
    expect(found).toEqual([
      [30, 10, 20],
      last,
      [1, 3, 5],
      [count - 3, count - 2, count - 1].map((i) => 2 * i + 1),
      [1, 2, 0].map(timesOf),
    ]);
  });

  test('clear the zeros that they sum into, instead of uploading them', async () => {
    const found = await page().evaluate(async ({ tf, segments, sparse, webgpu }) => {
      const ids = tf.tensor1d(Int32Array.from({ length: 300 }, (_, i) => (i % 3) + 1));
      const x = tf.ones([300, 2]);
      const run = () => [
        segments.unsortedSegmentSum(x, ids, 600),
        sparse.gatherSegmentSum(x, ids, ids, 600),
      ];
      // Uploads x and ids, and sorts the sites.
      tf.dispose(run());
      const { device } = webgpu();
      const createBuffer = device.createBuffer.bind(device);
      const uploads: number[] = [];
      device.createBuffer = (descriptor) => {
        if (descriptor.mappedAtCreation) uploads.push(descriptor.size);
        return createBuffer(descriptor);
      };
      const results = run();
      Reflect.deleteProperty(device, 'createBuffer');
      const values = await Promise.all(results.map((each) => each.data()));
      return { uploads, values: values.map((each) => [...each.slice(0, 9), each[1199]]) };
    });
    const sums = [0, 0, 100, 100, 100, 100, 100, 100, 0, 0];
    expect(found).toEqual({ uploads: [], values: [sums, sums] });
  });

  test('throw for a buffer that the device cannot bind, and name it', async () => {
    const messages = await page().evaluate(({ tf, ops, webgpu, errorOf }) => {
      const limits = {
        maxStorageBufferBindingSize: 4000,
        maxBufferSize: 2 ** 28,
        maxComputeWorkgroupsPerDimension: 65_535,
      };
      Object.defineProperty(webgpu().device, 'limits', { value: limits, configurable: true });
      const call = (size: number, sites: number) =>
        errorOf(() => {
          const x = tf.zeros([sites]);
          const indices = tf.zeros([sites], 'int32');
          return ops.scatterElements(tf.zeros([size]), indices, x, { reduction: 'add' });
        });
      const found = [call(1001, 10), call(10, 1001), call(10, 501), call(1000, 10)];
      Reflect.deleteProperty(webgpu().device, 'limits');
      return found;
    });
    expect(messages).toEqual([
      expect.stringContaining('scatterElements: data has 1001 values (shape [1001]), expected'),
      expect.stringContaining('indices has 1001 values (shape [1001]), expected at most 1000, the'),
      expect.stringContaining('the call, for the order of sites, needs 1002 values (shape [1002])'),
      'returned 1000',
    ]);
  });

  test('run on tensors that tfjs casts without converting them', async () => {
    const found = await page().evaluate(async ({ tf, ops }) => {
      const integers = tf.add(tf.tensor1d([7, -2, 16_777_217], 'int32'), tf.scalar(0, 'int32'));
      const floats = tf.cast(integers, 'float32');
      const gathered = ops.gatherElements(floats, [1, 0]);
      const options = { reduction: 'add' } as const;
      const summed = ops.scatterElements(floats, [0, 0], floats.slice(0, 2), options);
      return Promise.all([gathered, summed].map(async (x) => [x.dtype, ...(await x.data())]));
    });
    expect(found).toEqual([
      ['float32', -2, 7],
      ['float32', 12, -2, 16_777_216],
    ]);
  });

  test("only compile in tfjs' compile-only mode, and the next run is correct", async () => {
    const found = await page().evaluate(async ({ tf, ops, compileOnly, cachedOrders }) => {
      const ids = tf.tensor1d(new Int32Array(1500).fill(1));
      const run = () => ops.scatterElements([1, 2], ids, tf.ones([1500]), { reduction: 'add' });
      const before = cachedOrders().count;
      const { shape } = await compileOnly(run);
      const kept = cachedOrders().count - before;
      return { shape, kept, values: [...(await run().data())] };
    });
    expect(found).toEqual({ shape: [2], kept: 0, values: [1, 1502] });
  });

  test('throw for indices that a call has uploaded, like for others', async () => {
    const messages = await page().evaluate(({ tf, ops, errorOf }) => {
      const ids = tf.tensor1d([0, 5], 'int32');
      ops.gatherElements(tf.zeros([9]), ids).dispose();
      return [1, 2].map(() => errorOf(() => ops.gatherElements(tf.zeros([3]), ids)));
    });
    for (const message of messages) expect(message).toContain('indices has the value 5 at [1]');
  });

  test('await ids that determine a shape only if the host has not seen them', async () => {
    const found = await page().evaluate(async ({ tf, runConverterOp }) => {
      const computed = tf.add(tf.tensor1d([0, 2], 'int32'), tf.scalar(0, 'int32'));
      const uploaded = tf.tensor1d([0, 2], 'int32');
      const sum = (ids: typeof computed) =>
        runConverterOp('SegmentSum', [tf.tensor1d([1, 2]), ids]);
      const results = [uploaded, uploaded, computed, computed].map(sum);
      const areLate = results.map((result) => result instanceof Promise);
      const sums = await Promise.all(results.map((result) => Promise.resolve(result)));
      areLate.push(sum(computed) instanceof Promise);
      return { areLate, values: await Promise.all(sums.flat().map((x) => x.array())) };
    });
    expect(found).toEqual({
      areLate: [false, false, true, true, false],
      values: Array(4).fill([1, 0, 2]),
    });
  });

  test('reject ids in a buffer that may change where they determine a shape', async () => {
    const message = await page().evaluate(async ({ tf, runConverterOp, webgpu }) => {
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
      const buffer = webgpu().device.createBuffer({ size: 8, usage });
      const ids = tf.tensor({ buffer, zeroCopy: true }, [2], 'int32');
      return Promise.resolve(runConverterOp('SegmentSum', [tf.tensor1d([1, 2]), ids])).catch(
        String,
      );
    });
    expect(message).toContain('SegmentSum: the values of segment_ids are in a buffer of the GPU');
  });
});
