/** Accelerated products on wasm, with and without threads, against their definition. */
import { describeInPage } from '../support/page/describe.js';

const FORMS = [false, true].flatMap((transposeA) =>
  [false, true].flatMap((transposeB) =>
    [[], [3]].map((batch) => ({ transposeA, transposeB, batch })),
  ),
);

describe.each(['/', '/isolated'] as const)('%s:', (path) => {
  describeInPage('wasm', { flags: {}, backend: 'wasm', path }, (page) => {
    test.each(FORMS)('the product of %j', async (form) => {
      const { size, farthest } = await page().evaluate(async ({ tf, ops, argument }) => {
        const { transposeA, transposeB, batch } = argument;
        // Large enough for threads, and no multiples of what the module multiplies at once.
        const [rows, inner, columns] = [131, 150, 62];
        const shaped = (shape: number[], isTransposed: boolean) => {
          const ends = isTransposed ? [...shape].reverse() : shape;
          return tf.randomUniform([...batch, ...ends], -1, 1, 'float32', 7);
        };
        const [a, b] = [shaped([rows, inner], transposeA), shaped([inner, columns], transposeB)];
        const undo = ops.accelerateBuiltins();
        const found = await tf.matMul(a, b, transposeA, transposeB).data();
        undo();
        const [left, right] = [await a.data(), await b.data()];
        const errors = [...found].map((value, at) => {
          const column = at % columns;
          const row = Math.floor(at / columns) % rows;
          const stack = Math.floor(at / (rows * columns));
          let sum = 0;
          for (let k = 0; k < inner; k++) {
            const atA = transposeA ? k * rows + row : row * inner + k;
            const atB = transposeB ? column * inner + k : k * columns + column;
            sum += left[stack * rows * inner + atA] * right[stack * inner * columns + atB];
          }
          return Math.abs(value - sum);
        });
        return { size: errors.length, farthest: Math.max(...errors) };
      }, form);
      expect(size).toBe(131 * 62 * (form.batch[0] ?? 1));
      expect(farthest).toBeLessThan(1e-4);
    });
  });
});
