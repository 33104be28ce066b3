/** Arrays that tfjs hands out: their owner may write into them, and what is known of a tensor stays true. */
import type * as Tfjs from '@tensorflow/tfjs';

import { describeInPage, ON_GPU, ORDERED, WEBGPU } from '../support/page/describe.js';

const WHERE = {
  webgl: { flags: ON_GPU },
  'webgl, ordered': { flags: ORDERED },
  webgpu: WEBGPU,
};

describe.each(Object.entries(WHERE))('on %s', (_, where) => {
  describeInPage('what is written into an array that tfjs read', where, (page) => {
    test.each([
      ['before the first call', false],
      ['between calls', true],
    ])('%s changes no sites', async (_, isUsedBefore) => {
      const found = await page().evaluate(async ({ tf, ops, argument: isUsedBefore }) => {
        const values = Int32Array.from({ length: 300 }, (_, i) => i % 3);
        const distinct = Int32Array.from(values, (_, i) => i);
        const sum = async (ids: Tfjs.Tensor) => {
          const options = { reduction: 'add' } as const;
          const sums = ops.scatterElements(tf.zeros([300]), ids, tf.ones([300]), options);
          return [...(await sums.data()).subarray(0, 4)];
        };
        const results: unknown[] = [];
        for (const ids of [tf.tensor1d(values.slice()), tf.add(values, tf.scalar(0, 'int32'))]) {
          if (isUsedBefore) results.push(await sum(ids));
          else tf.sub(0, ids).dispose();
          for (let time = 0; time < 2; time++) {
            const array = await ids.data();
            results.push([...array.subarray(0, 4)]);
            array.set(distinct);
            results.push(await sum(ids));
          }
          results.push([...(await tf.sub(0, ids).data()).subarray(0, 4)]);
        }
        return results;
      }, isUsedBefore);
      const sums = [100, 100, 100, 0];
      const calls = [[0, 1, 2, 0], sums, [0, 1, 2, 0], sums, [0, -1, -2, 0]];
      const once = isUsedBefore ? [sums, ...calls] : calls;
      expect(found).toEqual([...once, ...once]);
    });

    test('hides no index out of bounds, and makes none', async () => {
      const found = await page().evaluate(async ({ tf, ops, errorOf }) => {
        const computed = (values: number[]) =>
          tf.add(tf.tensor1d(values, 'int32'), tf.scalar(0, 'int32'));
        const [inside, outside] = [computed([0, 1]), computed([0, 7])];
        (await inside.data()).fill(9);
        (await outside.data()).fill(1);
        return [inside, outside].map((ids) => errorOf(() => ops.gatherElements([1, 2, 3], ids)));
      });
      const message = 'indices has the value 7 at [1]';
      expect(found).toEqual(['returned 2', expect.stringContaining(message)]);
    });

    test('changes no mask, and no factors of a product', async () => {
      const found = await page().evaluate(async ({ tf, ops, indexing: { at } }) => {
        const x = tf.tensor1d([1, 2, 3, 4]);
        const mask = tf.greater(x, 2);
        (await mask.data()).fill(1);
        const factors = tf.sub(x, [1, 0, 0, 0]);
        (await factors.data()).fill(1);
        const product = (factors: Tfjs.Tensor) =>
          ops.scatterElements(tf.ones([2]), [0, 0, 1, 1], factors, { reduction: 'mul' });
        const picked = at(x, mask).get();
        return Promise.all([picked.array(), tf.grad(product)(factors).array()]);
      });
      expect(found).toEqual([
        [3, 4],
        [2, 0, 4, 3],
      ]);
    });
  });
});
