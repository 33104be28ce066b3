/** Sizes at which products of floats, and then floats themselves, become too coarse. */
import { describeInPage } from '../support/page/describe.js';

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
];

/** More than 2^24 values, which WebGL 1 rejects. */
const HUGE: [rows: number, length: number] = [3_355_451, 5];

describe.each([
  ['webgl 2', { WEBGL_VERSION: 2 }, [...SIZES, HUGE]],
  ['webgl 1', { WEBGL_VERSION: 1 }, SIZES],
])('on %s', (_, flags, sizes) => {
  describeInPage('large tensors', { flags }, (page) => {
    test.each(sizes)('%i rows of %i, gathered and scattered in reverse', async (...size) => {
      const wrong = await page().evaluate(
        ({ tf, ops, argument: [rows, length] }) =>
          tf.tidy(() => {
            const values = Float32Array.from({ length: rows * length }, (_, i) => i % 4093);
            const reversed = Int32Array.from({ length: rows }, (_, i) => rows - 1 - i);
            const data = tf.tensor(values, [rows, length]);
            const indices = tf.tensor(reversed, [rows, 1], 'int32');
            const results = [
              ops.gatherND(data, indices),
              ...(tf.env().getNumber('WEBGL_VERSION') === 2
                ? [ops.scatterND(tf.zerosLike(data), indices, data)]
                : []),
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

describeInPage(
  'on webgl 1, more values than floats can count',
  { flags: { WEBGL_VERSION: 1 } },
  (page) => {
    test('are refused', async () => {
      const messages = await page().evaluate(({ tf, ops, errorOf }) => {
        const [row, rows] = [tf.zeros([1, 4096]), tf.zeros([4097, 1], 'int32')];
        return [
          errorOf(() => ops.gatherND(tf.zeros([4097, 4096]), [[0]])),
          errorOf(() => ops.gatherND(row, rows)),
        ];
      });
      const expected = 'expected at most 16777216, the limit in WebGL 1.';
      expect(messages).toEqual([
        `Error: gatherND: data has 16781312 values (shape [4097, 4096]), ${expected}`,
        `Error: gatherND: the values at the indices have 16781312 values (shape [4097, 4096]), ${expected}`,
      ]);
    });
  },
);
