/** Inputs in the forms that tfjs keeps: packed, sliced, reshaped, as uniforms; and odd texture sizes. */
import { describeInPage, DRAWN, ON_GPU, ORDERED } from '../support/page/describe.js';
import type { Flags } from '../support/page/main.js';
import { REDUCTIONS } from '../support/oracle_words.js';

const MODES: [string, Flags][] = [
  ['drawn', DRAWN],
  ['ordered', ORDERED],
  ['inputs as uniforms', { WEBGL_CPU_FORWARD: false }],
];

describe.each(MODES)('%s', (_, flags) => {
  describeInPage('inputs', { flags }, (page) => {
    test.each(['uploaded', 'packed', 'sliced', 'reshaped', 'computed'])('%s', async (kind) => {
      const [found, expected] = await page().evaluate(
        async ({ tf, ops, onBoth, argument: [kind, reductions] }) => {
          type Tensor = ReturnType<typeof tf.zeros>;
          const wrap: Record<string, (x: Tensor) => Tensor> = {
            uploaded: (x) => x,
            // tfjs' elementwise ops and concat draw packed textures.
            packed: (x) => tf.concat([x, x], 0).slice(0, x.shape[0]).neg().neg(),
            // A slice of a texture with an offset, without a copy.
            sliced: (x) => {
              const values = [...x.dataSync()];
              const shape = [x.shape[0] + 2, ...x.shape.slice(1)];
              const line = new Array<number>(values.length / x.shape[0]).fill(1);
              return tf.tensor([...line, ...values, ...line], shape, x.dtype).slice(1, x.shape[0]);
            },
            reshaped: (x) => {
              const line = tf.concat([tf.reshape(x, [1, -1])], 1);
              return tf.reshape(line.neg().neg(), x.shape);
            },
            computed: (x) => tf.mul(x, tf.onesLike(x)),
          };
          type Value = (i: number) => number;
          const made = (dtype: 'float32' | 'int32', shape: number[], value: Value) => {
            const length = tf.util.sizeFromShape(shape);
            return tf.tensor(
              Array.from({ length }, (_, i) => value(i)),
              shape,
              dtype,
            );
          };
          const results = async (like: (x: Tensor) => Tensor) => {
            const d = like(made('float32', [7, 5, 3], (i) => ((i * 37) % 11) - 4));
            const i = like(made('int32', [7, 4, 3], (i) => ((i * 7) % 10) - 5));
            const t = like(made('int32', [9, 2], (i) => ((i * 5) % 9) - 4));
            const r = like(made('float32', [9, 3], (i) => (i % 5) - 2));
            const u = like(made('float32', [7, 4, 3], (i) => (i % 7) - 3));
            const all = [
              ops.gatherElements(d, i, { axis: 1 }),
              ops.gatherND(d, t, { outOfBounds: 'drop' }),
              ...reductions.flatMap((reduction) => [
                ops.scatterElements(d, i, u, { axis: 1, reduction }),
                ops.scatterND(d, t, r, { reduction, includeSelf: false, outOfBounds: 'clamp' }),
              ]),
            ];
            return Promise.all(all.map(async (tensor) => [...(await tensor.data())]));
          };
          return onBoth((backendName) =>
            results(backendName === 'webgl' ? wrap[kind] : (x: Tensor) => x),
          );
        },
        [kind, REDUCTIONS] as const,
      );
      expect(found).toHaveLength(2 + 2 * REDUCTIONS.length);
      found.forEach((values, i) => {
        values.forEach((value, j) => {
          expect(value).toBeCloseTo(expected[i][j], 5);
        });
      });
    });

    test('textures whose last line is not full, and slices across lines', async () => {
      const differences = await page().evaluate(async ({ tf, ops, onBoth }) => {
        const [rows, width] = [997, 7];
        const run = async () => {
          const cells = Float32Array.from({ length: rows * width }, (_, i) => i % 13);
          const places = Int32Array.from({ length: 600 }, (_, i) => (i * 331) % rows);
          const values = Float32Array.from({ length: 600 * width }, (_, i) => i % 17);
          const data = tf.tensor(cells, [rows, width]);
          const indices = tf.tensor(places, [600, 1]);
          const updates = tf.tensor(values, [600, width]);
          return [
            ...(await ops.scatterND(data, indices, updates, { reduction: 'add' }).data()),
            ...(await ops.gatherND(data, indices).data()),
          ];
        };
        const [found, expected] = await onBoth(run);
        return expected.filter((value, i) => value !== found[i]).length;
      });
      expect(differences).toBe(0);
    });
  });
});

describeInPage('large inputs', { flags: DRAWN }, (page) => {
  test('more values than floats can divide exactly', async () => {
    const differences = await page().evaluate(async ({ tf, ops, onBoth }) => {
      const [rows, width] = [5999, 1511];
      const run = async () => {
        // The slice starts in the middle of a texture's line.
        const values = Float32Array.from({ length: (rows + 1) * width }, (_, i) => i % 65521);
        const data = tf.slice(tf.tensor(values, [rows + 1, width]), 1, rows);
        const places = Int32Array.from({ length: 2000 }, (_, i) =>
          i % 2 === 0 ? (i * 7919) % rows : (i * 104729) % width,
        );
        const indices = tf.tensor(places, [1000, 2]);
        const reversed = Int32Array.from({ length: rows }, (_, i) => rows - 1 - i);
        const whole = tf.tensor(reversed, [rows, 1]);
        const gathered = await ops.gatherND(data, indices).data();
        const turned = await ops.gatherND(data, whole).data();
        return [...gathered, ...turned.filter((_, i) => i % 97 === 0)];
      };
      const [found, expected] = await onBoth(run);
      return expected.filter((value, i) => value !== found[i]).length;
    });
    expect(differences).toBe(0);
  });
});

// Node 20 has no Float16Array.
describeInPage('half floats', { flags: ON_GPU }, (page) => {
  test('a Float16Array holds floats, alone and in lists', async () => {
    const found = await page().evaluate(async ({ ops, segments }) => {
      const { Float16Array } = globalThis as unknown as { Float16Array: Float32ArrayConstructor };
      const halves = Float16Array.of(1, 2.5);
      const results = [
        ops.gatherND(halves, [[1]]),
        ops.gatherND([halves], [[0, 1]]),
        ops.scatterElements([0.5, 0.5], [1, 0], halves),
        segments.unsortedSegmentMean(halves, [0, 0], 1),
        segments.bincount([0, 0], { size: 1, weights: halves }),
      ];
      const values = results.map(async (x) => [x.dtype, ...(await x.data())]);
      return [Object.prototype.toString.call(halves), await Promise.all(values)];
    });
    expect(found).toEqual([
      '[object Float16Array]',
      [
        ['float32', 2.5],
        ['float32', 2.5],
        ['float32', 2.5, 1],
        ['float32', 1.75],
        ['float32', 3.5],
      ],
    ]);
  });
});

describeInPage('packed', { flags: DRAWN }, (page) => {
  test.each(['indices', 'tables'])(
    '%s are unpacked once, and stay right for all that share them',
    async (role) => {
      const found = await page().evaluate(
        async ({ tf, ops, backend, count, context, argument }) => {
          const memory = () => [backend().memory().numBytesInGPU, backend().numDataIds()];
          const areIndices = argument === 'indices';
          const data = tf.ones([64, 3]);
          ops.gatherElements(data, [[0, 0, 0]]).dispose();
          const before = memory();
          const given = tf.tensor2d(
            Array.from({ length: 21 }, (_, i) => [i, 20 - i, i]),
            [21, 3],
            areIndices ? 'int32' : 'float32',
          );
          // A packed op uploads its inputs packed.
          const packed = tf.concat([given, given]);
          const clone = tf.clone(packed);
          const reshaped = tf.reshape(packed, [2, 21, 3]);
          const isPacked = () => Boolean(backend().texData.get(packed.dataId).isPacked);
          const wasPacked = isPacked();
          const draws = () => {
            const counted = count(context(), 'drawElements');
            (areIndices
              ? ops.gatherElements(data, packed)
              : ops.gatherElements(packed, [[0, 0, 0]])
            ).dispose();
            counted.stop();
            return counted.calls;
          };
          const drawn = [draws(), draws()];
          const slice = tf.slice(packed, [1, 0], [2, 3]);
          const results = [packed, clone, reshaped, slice, tf.add(clone, packed), tf.neg(reshaped)];
          const values = [];
          for (const x of results) values.push(String([...(await x.data())]));
          packed.dispose();
          const sum = tf.add(clone, clone);
          const left = [...(await sum.data())];
          const hadPacked = wasPacked && !backend().texData.get(clone.dataId).isPacked;
          tf.dispose([given, clone, reshaped, sum, ...results]);
          return { drawn, hadPacked, values, left: String(left), before, after: memory() };
        },
        role,
      );
      const once = Array.from({ length: 42 }, (_, i) => [i % 21, 20 - (i % 21), i % 21]);
      const all = once.flat();
      expect(found.hadPacked).toBe(true);
      expect(found.drawn[1]).toBeLessThan(found.drawn[0]);
      expect(found.values).toEqual(
        [
          all,
          all,
          all,
          once.slice(1, 3).flat(),
          all.map((x) => 2 * x),
          all.map((x) => -x || 0),
        ].map(String),
      );
      expect(found.left).toBe(String(all.map((x) => 2 * x)));
      expect(found.after).toEqual(found.before);
    },
  );
});

describe.each(MODES)('%s', (_, flags) => {
  describeInPage('results along packed values', { flags }, (page) => {
    test.each([1, 2, 3, 4, 5, 6, 7, 8])('of rank %i can be read again', async (rank) => {
      const [found, expected] = await page().evaluate(({ tf, ops, onBoth, argument: rank }) => {
        // An even number of rows, as tfjs' packed matrices have no gaps then.
        const inner = Array.from({ length: rank - 1 }, (_, d) => [1, 2][(rank - d) % 2]);
        const size = tf.util.sizeFromShape(inner);
        return onBoth(async () => {
          // tfjs packs negated values, and reshapes them to any rank.
          const packed = (rows: number) =>
            tf
              .range(0, rows * size)
              .neg()
              .reshape([rows, ...inner]);
          const sums = ops.scatterND(tf.zeros([4, ...inner]), [[2], [0]], packed(2));
          const rows = ops.gatherND(sums, [[2], [1], [0]]);
          const sum = ops.scatterND(rows, [[1]], packed(1), { reduction: 'add' });
          const all = [sums, rows, sum, tf.neg(sum.flatten())];
          return Promise.all(all.map(async (tensor) => [...(await tensor.data())]));
        });
      }, rank);
      expect(found).toEqual(expected);
      expect(found[2]).toHaveLength((3 * found[0].length) / 4);
    });
  });
});
