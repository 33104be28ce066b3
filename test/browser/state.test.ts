/** The kernels leak no memory, and leave tfjs' GL state unchanged. */
import { describeInPage, DRAWN } from '../support/page/describe.js';
import { REDUCTIONS } from '../support/oracle_words.js';

describeInPage('memory', { flags: DRAWN }, (page) => {
  test('is unchanged after a thousand calls', async () => {
    const [before, after] = await page().evaluate(
      async ({ tf, ops, backend, argument: reductions }) => {
        const data = tf.randomNormal([40, 6], 0, 1, 'float32', 1);
        const targets = tf.tensor2d([[3], [5], [3], [39]], undefined, 'int32');
        const updates = tf.randomNormal([4, 6], 0, 1, 'float32', 2);
        const columns = tf.tensor2d([[1, 5, 5]], undefined, 'int32');
        const call = async (i: number) => {
          const reduction = reductions[i % reductions.length];
          const includeSelf = i % 4 < 2;
          const results = [
            ops.scatterND(data, targets, updates, { reduction, includeSelf }),
            ops.scatterElements(data, columns, [[1, 2, 3]], { axis: 1, reduction, includeSelf }),
            ops.gatherND(data, targets),
            ops.gatherElements(data, columns, { axis: 1 }),
          ];
          // tfjs keeps the texture of a result until it is read or disposed of.
          if (i % 100 === 0) await results[0].data();
          tf.dispose(results);
        };
        const measure = () => {
          const { numTensors, numDataBuffers, numBytes } = tf.memory();
          const { numBytesInGPU } = backend().memory();
          return { numTensors, numDataBuffers, numBytes, numBytesInGPU };
        };
        for (let i = 0; i < 24; i++) await call(i);
        const before = measure();
        for (let i = 0; i < 250; i++) await call(i);
        return [before, measure()];
      },
      REDUCTIONS,
    );
    expect(after).toEqual(before);
    expect(before.numTensors).toBe(4);
  });

  test('a call allocates only its output, and a mean also its sum and a count', async () => {
    const grown = await page().evaluate(({ tf, ops, backend }) => {
      const indices = tf.tensor2d([[1], [2]], undefined, 'int32');
      const updates = tf.tensor1d([5, 6]);
      const bytes = () => backend().memory().numBytesInGPUAllocated;
      // Textures are pooled by size, so a new size needs a new texture. A call rounds up the size of data.
      const grow = (size: number, reduction: 'add' | 'mean') => {
        const data = tf.ones([size * size]);
        ops.gatherND(updates, indices, { outOfBounds: 'drop' }).dispose();
        ops.gatherND(data, indices).dispose();
        const before = bytes();
        ops.scatterND(data, indices, updates, { reduction });
        return bytes() - before;
      };
      return { add: grow(64, 'add'), mean: grow(80, 'mean') };
    });
    expect(grown).toEqual({ add: 64 * 64 * 4, mean: 3 * 80 * 80 * 4 });
  });
});

describe.each([
  ['webgl 2', DRAWN],
  ['half floats', { ...DRAWN, WEBGL_FORCE_F16_TEXTURES: true }],
])('%s', (_, flags) => {
  describeInPage('arrays that a call uploads', { flags }, (page) => {
    test("are used and freed like tfjs' own uploads", async () => {
      const [found, expected] = await page().evaluate(({ tf, ops, backend }) => {
        type Tensor = ReturnType<typeof tf.zeros>;
        // Sizes that a call does not round up.
        const shapes = [[1], [5], [9, 1], [3, 7], [2, 3, 5], [2, 1, 3, 1, 2], [128, 67], [9216]];
        const floats = (_: unknown, i: number) => [-1.5, Infinity, 0.1, 1000, -0, NaN][i % 6];
        const make = {
          float32: (length: number) => Float32Array.from({ length }, floats),
          int32: (length: number) => Int32Array.from({ length }, floats),
          bool: (length: number) => Uint8Array.from({ length }, (_, i) => [1, 0, 255][i % 3]),
        };
        const memory = () => [backend().memory().numBytesInGPU, backend().numDataIds()];
        const run = (upload: (tensor: Tensor) => void) =>
          shapes.flatMap((shape) =>
            (['float32', 'int32', 'bool'] as const).map((dtype) => {
              const before = memory();
              const tensor = tf.tensor(make[dtype](tf.util.sizeFromShape(shape)), shape, dtype);
              upload(tensor);
              const { texShape, isPacked, usage, values } = backend().texData.get(tensor.dataId);
              const held = memory();
              const used = [...tf.tidy(() => tf.concat([tensor, tensor]).add(1).dataSync())];
              const read = [...tensor.dataSync()];
              tensor.dispose();
              const after = memory();
              return { texShape, isPacked, usage, values, before, held, used, read, after };
            }),
          );
        const byTfjs = (tensor: Tensor) => {
          backend().uploadToGPU(tensor.dataId);
        };
        const byCall = (tensor: Tensor) => {
          ops.gatherND(tensor, [[]]).dispose();
        };
        return [run(byCall), run(byTfjs)];
      });
      expect(found).toEqual(expected);
      expect(found).toHaveLength(24);
    });
  });
});

describeInPage('the state of GL', { flags: DRAWN }, (page) => {
  test("tfjs' ops between ours give the same results as without", async () => {
    const { alone, between } = await page().evaluate(async ({ tf, ops, argument: reductions }) => {
      const x = tf.randomNormal([33, 17], 0, 1, 'float32', 3);
      const w = tf.randomNormal([17, 9], 0, 1, 'float32', 4);
      const theirs = [
        () => tf.matMul(x, w),
        () => tf.add(x, x),
        () => tf.softmax(x),
        () => tf.concat([x, x], 1),
        () => tf.transpose(x),
        () => tf.sum(x, 0),
        () => tf.gather(x, [3, 1]),
        () => tf.cumsum(x, 1),
      ];
      const run = async (ours: () => void) => {
        const values: number[][] = [];
        for (const op of theirs) {
          ours();
          values.push([...(await tf.tidy(op).data())]);
          ours();
        }
        return values;
      };
      const indices = tf.tensor2d([[1], [1], [32]], undefined, 'int32');
      const updates = tf.ones([3, 17]);
      const ours = () => {
        for (const reduction of reductions) {
          ops.scatterND(x, indices, updates, { reduction, includeSelf: false }).dispose();
        }
        ops.gatherND(x, indices).dispose();
      };
      return { alone: await run(() => undefined), between: await run(ours) };
    }, REDUCTIONS);
    expect(between).toEqual(alone);
  });

  test.each(['drawArrays', 'blendFunc', 'useProgram'] as const)(
    'is restored when %s throws, and nothing leaks',
    async (method) => {
      const found = await page().evaluate(async ({ tf, ops, context, errorOf, argument }) => {
        const gl = context();
        const data = tf.tensor1d([1, 2, 3, 4]);
        const scatter = () => ops.scatterND(data, [[1], [1]], [5, 6], { reduction: 'add' });
        scatter().dispose();
        const before = tf.memory().numTensors;
        Object.defineProperty(gl, argument, {
          configurable: true,
          value() {
            throw new Error('the draw fails');
          },
        });
        const message = errorOf(scatter);
        Reflect.deleteProperty(gl, argument);
        const leaked = tf.memory().numTensors - before;
        const blends = gl.isEnabled(gl.BLEND);
        const theirs = [...(await tf.add(data, data).data())];
        const ours = [...(await scatter().data())];
        return { message, leaked, blends, theirs, ours };
      }, method);
      expect(found).toEqual({
        message: 'Error: the draw fails',
        leaked: 0,
        blends: false,
        theirs: [2, 4, 6, 8],
        ours: [1, 13, 3, 4],
      });
    },
  );
});
