/** Runs of many sites into one slice, on the backends that cut them into pieces. */
import { describeInPage, NO_BLENDING, ORDERED, WEBGPU } from '../support/page/describe.js';

describe.each([
  ['webgpu', WEBGPU],
  ['webgl', { flags: ORDERED }],
  ['webgl without blending', { flags: NO_BLENDING }],
])('%s', (_, opening) => {
  describeInPage('long runs', opening, (page) => {
    test.each([
      ['add', 1],
      ['sub', 4],
      ['mul', 1],
      ['mean', 3],
    ] as const)('are cut into pieces of 4,096: %s, slices of %d', async (...argument) => {
      const found = await page().evaluate(async (globals) => {
        const { tf, ops, randomNumbers, argument } = globals;
        const [reduction, sliceSize] = argument;
        const PIECE = 4096;
        const counts = [3 * PIECE + 5, 0, PIECE, PIECE + 1, 7, 2 * PIECE];
        const siteCount = counts.reduce((a, b) => a + b);
        // Deals the sites out to slices in turn, while they still need any.
        const left = [...counts];
        const ids: number[] = [];
        for (let i = 0; ids.length < siteCount; i++) {
          const slice = (i * 5) % counts.length;
          if (left[slice]-- > 0) ids.push(slice);
        }
        const f = Math.fround;
        const spread = reduction === 'mul' ? 1e-4 : 1e3;
        const base = reduction === 'mul' ? 1 : 0;
        const random = randomNumbers();
        const value = () => f(base + (random() - 0.5) * spread);
        const data = Float32Array.from({ length: counts.length * sliceSize }, value);
        const updates = Float32Array.from({ length: siteCount * sliceSize }, value);
        const add = (a: number, b: number) => f(a + b);
        const subtract = (a: number, b: number) => f(a - b);
        const multiply = (a: number, b: number) => f(a * b);
        const step = { add, sub: subtract, mul: multiply, mean: add }[reduction];
        const among = reduction === 'sub' ? add : step;
        const expected = data.map((own, place) => {
          const slice = Math.floor(place / sliceSize);
          const values = ids.flatMap((id, site) =>
            id === slice ? [updates[site * sliceSize + (place % sliceSize)]] : [],
          );
          let value = values.slice(0, PIECE).reduce(step, own);
          for (let from = PIECE; from < values.length; from += PIECE) {
            value = step(value, values.slice(from, from + PIECE).reduce(among));
          }
          return reduction === 'mean' ? f(value / (values.length + 1)) : value;
        });
        const result = ops.scatterNDUpdate(
          tf.tensor2d(data, [counts.length, sliceSize]),
          tf.tensor2d(ids, [siteCount, 1], 'int32'),
          tf.tensor2d(updates, [siteCount, sliceSize]),
          { reduction },
        );
        const values = await result.data();
        return { differ: expected.filter((value, i) => value !== values[i]).length };
      }, argument);
      expect(found).toEqual({ differ: 0 });
    });
  });
});
