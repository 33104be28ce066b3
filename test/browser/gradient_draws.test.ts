/** The number of draws for a scatter and both of its gradients, and for a sum along edges. */
import { describeInPage, ON_GPU } from '../support/page/describe.js';

/** The most draws by reduction. */
const MOST = { none: 5, add: 2, mean: 7, max: 8, min: 8, mul: 10 } as const;

describeInPage('draws', { flags: ON_GPU }, (page) => {
  test.each([
    ['single values', [64], [48]],
    ['rows', [64, 8], [48, 8]],
  ])('of %s are few', async (_, dataShape, updatesShape) => {
    const counts = await page().evaluate(
      ({ tf, ops, backend, count, context, argument }) => {
        const { reductions, dataShape, updatesShape } = argument;
        const uploaded = <T extends import('@tensorflow/tfjs').Tensor>(tensor: T) => {
          backend().uploadToGPU(tensor.dataId);
          return tensor;
        };
        const random = (shape: number[]) => uploaded(tf.randomUniform(shape, -1, 1, 'float32', 1));
        const ids = Array.from({ length: 48 }, (_, i) => [(i * 7) % 64]);
        const indices = uploaded(tf.tensor2d(ids, [48, 1], 'int32'));
        const [data, dy, updates] = [dataShape, dataShape, updatesShape].map(random);
        return reductions.map((reduction) => {
          const scatter = (d: typeof data, u: typeof data) =>
            ops.scatterND(d, indices, u, { reduction });
          const draws = [count(context(), 'drawArrays'), count(context(), 'drawElements')];
          tf.dispose(tf.grads(scatter)([data, updates], dy));
          for (const draw of draws) draw.stop();
          return draws[0].calls + draws[1].calls;
        });
      },
      { reductions: Object.keys(MOST) as (keyof typeof MOST)[], dataShape, updatesShape },
    );
    Object.entries(MOST).forEach(([reduction, most], i) => {
      expect(`${reduction}: ${counts[i] <= most}`).toBe(`${reduction}: true`);
    });
  });

  test('a sum along edges draws once into a cleared texture, and its gradient too', async () => {
    const calls = await page().evaluate(({ tf, sparse, count, context }) => {
      const nodes = [40, 8];
      const ids = tf.tensor1d(
        Array.from({ length: 200 }, (_, i) => (i * 7) % 40),
        'int32',
      );
      const [x, dy] = [tf.add(tf.ones(nodes), 1), tf.add(tf.ones(nodes), 2)];
      const weights = tf.add(tf.ones([200]), 1);
      const sum = (x: typeof dy) => sparse.gatherSegmentSum(x, ids, ids, 40, { weights });
      tf.dispose(tf.grad(sum)(x, dy));
      const gl = context() as WebGL2RenderingContext;
      const names = ['drawArrays', 'clear', 'copyTexSubImage2D', 'texSubImage2D'] as const;
      const counts = names.map((name) => count(gl, name));
      tf.dispose(tf.grad(sum)(x, dy));
      for (const { stop } of counts) stop();
      return counts.map(({ calls }) => calls);
    });
    expect(calls).toEqual([2, 0, 0, 0]);
  });

  test('a step of a small graph network has packed sums', async () => {
    const names = await page().evaluate(({ tf, sparse, namesOfPrograms }) => {
      const [nodes, edges, features] = [400, 4000, 32];
      const ids = (step: number) =>
        tf.tensor1d(
          Array.from({ length: edges }, (_, i) => (i * step) % nodes),
          'int32',
        );
      const [sources, targets] = [ids(7), ids(3)];
      const weights = tf.fill([edges], 0.1);
      const product = (x: ReturnType<typeof tf.matMul>) =>
        sparse.gatherSegmentSum(x, sources, targets, nodes, { weights });
      const [x, wanted] = [1, 2].map((seed) =>
        tf.randomNormal<import('@tensorflow/tfjs').Rank.R2>(
          [nodes, features],
          0,
          1,
          'float32',
          seed,
        ),
      );
      const kernels = [3, 4].map((seed) =>
        tf.randomNormal([features, features], 0, 1, 'float32', seed),
      );
      const step = () => {
        const gradients = tf.grads((first, second) => {
          const hidden = tf.relu(product(tf.matMul(x, first)));
          return tf.losses.meanSquaredError(wanted, product(tf.matMul(hidden, second)));
        });
        tf.dispose(gradients(kernels));
      };
      step();
      return namesOfPrograms(step);
    });
    const count = (name: string) => names.filter((each) => each === name).length;
    const counts = Object.fromEntries(
      [...new Set(names)].sort().map((name) => [name, count(name)]),
    );
    expect(counts).toEqual({
      // Sums along edges, two forward and two backward, and their inputs, which tfjs packed.
      ScatterOrderedProgram: 4,
      UnpackProgram: 4 + 2,
      // Dense products, and their gradients.
      MatMulPackedProgram: 5,
      // relu, and its gradient's mask, which tfjs neither reads nor writes packed.
      UnaryOpPackedProgram: 1,
      UnaryOpProgram: 1,
      // The loss: differences, the mean of all, and gradients. tfjs uploads four numbers for it.
      BinaryOpPackedProgram: 8,
      EncodeMatrixPackedProgram: 4,
      ReshapePackedProgram: 1,
      ReduceProgram: 3,
      // The mask and the sum.
      PackProgram: 2,
    });
    expect(names).toHaveLength(35);
  });
});
