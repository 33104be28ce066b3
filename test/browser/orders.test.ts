/** Orders of sites, which are sorted once and cached: on webgl by the host, in textures; and exact indices there. */
import type * as Tfjs from '@tensorflow/tfjs';
import {
  describeInPage,
  HALF_FLOATS,
  NO_BLENDING,
  ON_GPU,
  WEBGPU,
} from '../support/page/describe.js';

describe.each([
  ['webgl', { flags: ON_GPU }, [1, 1, 2]],
  ['webgpu', WEBGPU, [1, 1, 1]],
])('orders on %s', (backend, opening, counts) => {
  describeInPage('are cached', opening, (page) => {
    test('for later calls, until their data is freed', async () => {
      const found = await page().evaluate(async (globals) => {
        const { tf, ops, cachedOrders, namesOfPrograms } = globals;
        const rows = Int32Array.from({ length: 3000 }, (_, i) => (i * 7919) % 500);
        const ids = tf.tensor2d(rows, [3000, 1]);
        const results: Float32Array[] = [];
        const add = async (sliceSize: number) => {
          const updates = tf.mul(tf.range(0, 3000 * sliceSize).reshape([3000, sliceSize]), 0.1);
          const data = tf.zeros([500, sliceSize]);
          let result = data;
          const before = tf.memory();
          const names = namesOfPrograms(() => {
            result = ops.scatterND(data, ids, updates, { reduction: 'add' });
          });
          const { numTensors, numDataBuffers } = tf.memory();
          results.push((await result.data()) as Float32Array);
          tf.dispose([updates, data, result]);
          return {
            sorts: names.some((name) => name.startsWith('Sort')),
            tensors: numTensors - before.numTensors,
            buffers: numDataBuffers - before.numDataBuffers,
            kept: cachedOrders().count,
          };
        };
        const calls = [await add(1), await add(1), await add(8)];
        const same = results[0].every((value, i) => value === results[1][i]);
        const { bytes } = cachedOrders();
        ids.dispose();
        const others = tf.tensor2d(new Int32Array(3000), [3000, 1]);
        ops.scatterND(tf.zeros([9]), others, tf.zeros([3000]), { reduction: 'add' }).dispose();
        return { calls, same, bytes, after: cachedOrders().count };
      });
      // On webgl, the host sorts, and a slice of another length is another order.
      expect(found.calls).toEqual(
        counts.map((kept, n) => ({
          sorts: backend === 'webgpu' && n === 0,
          tensors: 1,
          buffers: 1,
          kept,
        })),
      );
      expect(found).toMatchObject({ same: true, after: 1 });
      if (backend === 'webgpu') expect(found.bytes).toBe(24_000);
    });
  });
});

describeInPage('orders on webgl', { flags: ON_GPU }, (page) => {
  test('do not grow with new graphs, and are freed with the backend', async () => {
    const found = await page().evaluate(async (globals) => {
      const { tf, sparse, cachedOrders, count, context } = globals;
      const gl = context();
      const made = count(gl, 'createTexture');
      const freed = count(gl, 'deleteTexture');
      const sum = (seed: number) => {
        const values = Int32Array.from({ length: 200 }, (_, i) => (i * seed) % 40);
        const ids = tf.tensor1d(values, 'int32');
        const [weights, x] = [tf.ones([200]), tf.ones([40, 3])];
        tf.dispose([sparse.gatherSegmentSum(x, ids, ids, 40, { weights }), ids, weights, x]);
      };
      for (let seed = 1; seed < 100; seed++) sum(seed);
      const few = { ...cachedOrders(), alive: made.calls - freed.calls };
      for (let seed = 1; seed < 1000; seed++) sum(seed);
      const many = { ...cachedOrders(), alive: made.calls - freed.calls };
      freed.stop();
      const atEnd = count(gl, 'deleteTexture');
      const start = tf.findBackendFactory('webgl');
      const kept = cachedOrders().count;
      tf.removeBackend('webgl');
      tf.registerBackend('webgl', start);
      await tf.setBackend('webgl');
      return { few, many, kept, freed: atEnd.calls };
    });
    expect(found.many).toEqual(found.few);
    expect(found.many.count).toBe(1);
    expect(found.kept).toBe(1);
    expect(found.freed).toBeGreaterThan(0);
  });

  test('are freed after tf.disposeVariables', async () => {
    const found = await page().evaluate(({ tf, ops, cachedOrders }) => {
      const ids = () => tf.tensor1d(new Int32Array(300), 'int32');
      const run = (ids: Tfjs.Tensor1D) => {
        const options = { reduction: 'add' } as const;
        ops.scatterElements(tf.zeros([9]), ids, tf.ones([300]), options).dispose();
        return cachedOrders().count;
      };
      const [initial, first, second] = [ids(), ids(), ids()];
      const variable = tf.variable(initial, false);
      initial.dispose();
      const counts = [run(variable), run(first)];
      tf.disposeVariables();
      counts.push(run(second));
      tf.dispose([first, second]);
      return counts;
    });
    expect(found).toEqual([1, 2, 2]);
  });

  test('at most 128 MiB are cached, the most recently used ones', async () => {
    const found = await page().evaluate(({ tf, ops, cachedOrders }) => {
      const run = (length: number) => {
        const ids = tf.tensor1d(new Int32Array(length), 'int32');
        const result = ops.scatterElements(tf.zeros([9]), ids, tf.ones([length]), {
          reduction: 'add',
        });
        tf.dispose(result);
        return ids;
      };
      const kept = [run(2 ** 12), run(2 ** 24), run(2 ** 24 + 2 ** 23)];
      const { bytes } = cachedOrders();
      tf.dispose(kept);
      return { bytes };
    });
    expect(found.bytes).toBeLessThanOrEqual(2 ** 27);
    expect(found.bytes).toBeGreaterThan(2 ** 26);
  });

  test('stay those of the values at the first call', async () => {
    const found = await page().evaluate(async ({ tf, ops }) => {
      const values = Int32Array.from({ length: 300 }, (_, i) => i % 3);
      const ids = tf.tensor1d(values, 'int32');
      const sum = () =>
        ops.scatterElements(tf.zeros([4]), ids, tf.ones([300]), { reduction: 'add' }).arraySync();
      const results = [sum()];
      values.fill(3);
      results.push(sum());
      // tfjs, too, takes the values of that call.
      results.push(await tf.sum(tf.oneHot(ids, 4), 0).array());
      return results;
    });
    expect(found).toEqual(Array(3).fill([100, 100, 100, 0]));
  });
});

describe.each([
  ['half floats', HALF_FLOATS],
  ['without blending', NO_BLENDING],
])('%s', (_, flags) => {
  describeInPage('tables and graphs of more than 2,048 rows', { flags }, (page) => {
    test('are exact where the host knows the indices', async () => {
      const found = await page().evaluate(async ({ tf, ops, sparse, segments, onBoth }) => {
        const nodes = 5000;
        const ints = (count: number, step: number, below: number) =>
          Int32Array.from({ length: count }, (_, i) => (i * step) % below);
        return onBoth(async () => {
          // Sums stay below 2048.
          const table = tf.tensor2d(ints(3 * nodes, 7, 16), [nodes, 3], 'float32');
          const one = (values: Int32Array) => tf.tensor1d(values, 'int32');
          const [from, to] = [one(ints(9000, 577, nodes)), one(ints(9000, 7919, nodes))];
          const few = one(ints(9000, 7, 50));
          const rows = tf.tensor2d(ints(27_000, 5, 4), [9000, 3], 'float32');
          const tuples = to.expandDims(1);
          const pairs = tf.tensor2d(
            Int32Array.from([2999, 2998, 2501, 2050, 2049].flatMap((row, i) => [i, row])),
            [5, 2],
            'int32',
          );
          const loss = (x: Tfjs.Tensor) =>
            sparse.gatherSegmentSum(x as typeof table, from, to, nodes).mul(table);
          const weights = tf.tensor1d(ints(9000, 3, 3), 'float32');
          const calls: Record<string, () => Tfjs.Tensor> = {
            gather: () => ops.gatherND(table, tuples),
            scatter: () => ops.scatterND(table, tuples, rows, { reduction: 'add' }),
            last: () => ops.scatterND(table, tuples, rows),
            segments: () => segments.unsortedSegmentSum(rows, to, nodes),
            maxima: () => segments.unsortedSegmentMax(rows, to, nodes),
            along: () => sparse.gatherSegmentSum(table, from, to, nodes),
            'into few': () => sparse.gatherSegmentSum(table, from, few, 50),
            largest: () => sparse.gatherSegmentMax(table, from, to, nodes),
            dots: () => sparse.sampledDenseMatMul(pairs, rows, table),
            gradient: () => tf.grad(loss)(table),
            'by weights': () =>
              tf.grad((weights) => sparse.gatherSegmentSum(table, from, few, 50, { weights }))(
                weights,
              ),
            'of a gather': () => tf.grad((x) => ops.gatherND(x, tuples))(table),
          };
          const results: Record<string, number[]> = {};
          for (const [name, call] of Object.entries(calls)) {
            results[name] = [...(await call().data())];
          }
          return results;
        });
      });
      const [onWebGL, onCpu] = found;
      expect(onWebGL).toEqual(onCpu);
    });

    test('start values of extremes stay out of textures', async () => {
      const found = await page().evaluate(({ tf, segments }) => {
        const rows = tf.tensor1d([1, 5, 3, 4]);
        const ids = tf.tensor1d([0, 1, 0, 1], 'int32');
        return [
          segments.unsortedSegmentMax(rows, ids, 2),
          segments.unsortedSegmentMin(rows, ids, 2),
          segments.unsortedSegmentSum(rows, ids, 2),
        ].map((tensor) => [...tensor.dataSync()]);
      });
      expect(found).toEqual([
        [3, 5],
        [1, 4],
        [4, 9],
      ]);
    });
  });
});

describeInPage('indices only on the GPU', { flags: NO_BLENDING }, (page) => {
  test('are read back once, and then throw where they are out of bounds', async () => {
    const found = await page().evaluate(({ tf, ops, errorOf, countReads }) => {
      const ids = tf.add(tf.tensor1d([0, 2, 7], 'int32'), tf.scalar(0, 'int32'));
      const add = (size: number) =>
        ops.scatterElements(tf.zeros([size]), ids, tf.ones([3]), { reduction: 'add' });
      const stop = countReads();
      const message = errorOf(() => add(5));
      const reads = stop();
      const stopAgain = countReads();
      const again = [errorOf(() => add(5)), errorOf(() => add(8))];
      return { message, again, reads, later: stopAgain() };
    });
    const thrown = /^Error: scatterElements: indices has the value 7 at \[2\]/;
    expect(found.message).toMatch(thrown);
    expect(found.again).toEqual([expect.stringMatching(thrown), 'returned 8']);
    expect(found.reads).toBeGreaterThan(0);
    expect(found.later).toBe(0);
  });
});

describeInPage('half floats', { flags: HALF_FLOATS }, (page) => {
  test('that rounded indices are an error, even after they are read', async () => {
    const found = await page().evaluate(async ({ tf, ops, errorOf }) => {
      const ids = tf.add(tf.tensor1d([2999, 1], 'int32'), tf.scalar(0, 'int32'));
      const data = tf.zeros([4000]);
      const messages = [errorOf(() => ops.gatherElements(data, ids))];
      await ids.data();
      messages.push(errorOf(() => ops.gatherElements(data, ids)));
      return messages;
    });
    const thrown = /^Error: gatherElements: data has length 4000 on axis 0 .* half floats/;
    expect(found).toEqual(Array(2).fill(expect.stringMatching(thrown)));
  });
});
