/** Sizes at which products of floats, and then floats themselves, become too coarse. */
import { describeInPage, NO_BLENDING, ON_GPU } from '../support/page/describe.js';

/** Rows and their lengths. 64 and 63 divide the widths of their textures. */
const SIZES: [rows: number, length: number][] = [
  [2 ** 22 - 1, 1],
  [2 ** 22 + 1, 1],
  [1_398_101, 3],
  [2 ** 16 + 1, 64],
  [66_575, 63],
  [266_175, 63],
  [2 ** 17, 64],
  [2 ** 24 - 1, 1],
  [2 ** 24 + 1, 1],
  [3_355_451, 5],
];

describe.each([
  ['with blending', ON_GPU],
  ['without blending', NO_BLENDING],
])('%s', (_, flags) => {
  describeInPage('large tensors', { flags }, (page) => {
    test.each(SIZES)('%i rows of %i, gathered and scattered in reverse', async (...size) => {
      const wrong = await page().evaluate(
        ({ tf, ops, argument: [rows, length] }) =>
          tf.tidy(() => {
            const values = Float32Array.from({ length: rows * length }, (_, i) => i % 4093);
            const reversed = Int32Array.from({ length: rows }, (_, i) => rows - 1 - i);
            const data = tf.tensor(values, [rows, length]);
            const indices = tf.tensor(reversed, [rows, 1], 'int32');
            const results = [
              ops.gatherND(data, indices),
              ops.scatterND(tf.zerosLike(data), indices, data, { reduction: 'add' }),
            ];
            return results.map((result) => {
              const found = result.dataSync();
              let wrong = 0;
              for (let row = 0; row < rows; row++) {
                for (let i = 0; i < length; i++) {
                  if (found[row * length + i] !== values[(rows - 1 - row) * length + i]) wrong++;
                }
              }
              return wrong;
            });
          }),
        size,
      );
      expect(wrong.every((count) => count === 0)).toBe(true);
      expect(wrong.length).toBeGreaterThan(0);
    });
  });
});
