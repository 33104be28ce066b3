/** The kernels' programs: how few there are, for which backend, and when they are freed. */
import type * as Tfjs from '@tensorflow/tfjs';
import type { Reduction } from 'tfjs-gather-scatter';
import { describeInPage, DRAWN, ORDERED, WEBGPU } from '../support/page/describe.js';
import { REDUCTIONS } from '../support/oracle_words.js';

const ON_WEBGL = [
  ['drawn', DRAWN],
  ['ordered', ORDERED],
] as const;

/** The stated maximum for an op with one reduction, one policy and one depth of indices. */
describe.each([
  ...ON_WEBGL.map(([title, flags]) => [title, { flags }, 9] as const),
  ['webgpu', WEBGPU, 24] as const,
])('%s', (_, opening, bound) => {
  describeInPage('programs', opening, (page) => {
    test('do not multiply with the number of shapes', async () => {
      const counts = await page().evaluate(async (globals) => {
        const { tf, ops, webgpu, count, context, randomNumbers, argument } = globals;
        const isWebGPU = tf.getBackend() === 'webgpu';
        const random = randomNumbers();
        const int = (low: number, high: number) => low + Math.floor(random() * (high - low));
        const onHost = (shape: number[], dtype: 'float32' | 'int32') => {
          const size = tf.util.sizeFromShape(shape);
          const values = dtype === 'int32' ? new Int32Array(size) : new Float32Array(size);
          return tf.tensor(values, shape, dtype);
        };
        const programCount = () => {
          if (!isWebGPU) return 0;
          const pipelines = Reflect.get(webgpu(), 'pipelineCache') as object;
          return Object.keys(pipelines).filter((key) => key.startsWith('gatherScatter')).length;
        };
        const measure = async (reduction?: Reduction) => {
          const before = programCount();
          let links = 0;
          const run = (shape: number[], length: number) => {
            const sites = shape.map((size, d) => (d === 1 ? length : size));
            const [data, updates] = [onHost(shape, 'float32'), onHost(sites, 'float32')];
            const indices = onHost(sites, 'int32');
            const linked = isWebGPU ? undefined : count(context(), 'linkProgram');
            const result = reduction
              ? ops.scatterElements(data, indices, updates, { axis: 1, reduction })
              : ops.gatherElements(data, indices, { axis: 1 });
            linked?.stop();
            links += linked?.calls ?? 0;
            tf.dispose([data, updates, indices]);
            return result;
          };
          for (let i = 0; i < 50; i++) {
            const shape = Array.from({ length: int(2, 7) }, () => int(1, 6));
            const results = [
              run(shape, int(1, 40)),
              run([int(1, 90), int(1, 90), int(1, 5)], int(1, 30)),
            ];
            if (isWebGPU && i % 5 === 0) await results[0].data();
            tf.dispose(results);
          }
          return isWebGPU ? programCount() - before : links;
        };
        const found = [await measure()];
        for (const reduction of argument) found.push(await measure(reduction));
        return found;
      }, REDUCTIONS);
      for (const programs of counts) expect(programs).toBeLessThanOrEqual(bound);
      expect(counts[0]).toBeGreaterThan(0);
    });
  });
});

describe.each(ON_WEBGL)('%s', (_, flags) => {
  describeInPage('programs', { flags }, (page) => {
    test('serve a second backend under another name, and are freed with it', async () => {
      const found = await page().evaluate(async (globals) => {
        const { tf, ops, MathBackendWebGL, count, context } = globals;
        tf.registerBackend('second-webgl', () => new MathBackendWebGL());
        await tf.setBackend('second-webgl');
        ops.registerKernels('second-webgl', 'webgl');
        const read = count(context(), 'readPixels');
        const linked = count(context(), 'linkProgram');
        const y = ops.scatterND([1, 2, 3], [[1], [1]], [5, 7], { reduction: 'add' });
        const reads = read.calls;
        const programs = linked.calls;
        const values = [...(await y.data())];
        const deleted = count(context(), 'deleteProgram');
        await tf.setBackend('webgl');
        tf.removeBackend('second-webgl');
        return { reads, values, programs, deleted: deleted.calls };
      });
      expect(found.values).toEqual([1, 14, 3]);
      expect(found.reads).toBe(0);
      expect(found.programs).toBeGreaterThan(0);
      expect(found.deleted).toBeGreaterThanOrEqual(found.programs);
    });

    test('a run that only compiles draws nothing, and the next one compiles nothing and is correct', async () => {
      const found = await page().evaluate(async (globals) => {
        const { tf, count, compileOnly, context, indexing, gradientsOfAll } = globals;
        const calls = gradientsOfAll({ rows: 9, features: 6, sites: 7, segments: 5 });
        // tfjs packs inputs of its own ops in these only when it draws.
        delete calls.histogramFixedWidth;
        delete calls['take, of axis 1'];
        const all: Record<string, () => Tfjs.Tensor[]> = {
          ...calls,
          'between ops of tfjs': () => [
            tf.add(indexing.take(tf.add(tf.ones([600]), 1), [0, 2]), 1),
          ],
          'of a slice': () => [indexing.take(tf.slice(tf.range(0, 600), 100, 400), [0, 2])],
          'at computed indices': () => [
            indexing.take(
              tf.range(0, 600),
              tf.add(tf.tensor1d([0, 2, 3], 'int32'), tf.scalar(1, 'int32')),
            ),
          ],
        };
        const valuesOf = async (results: Tfjs.Tensor[]) => {
          const values = [];
          for (const result of results) values.push(...(await result.data()));
          return values;
        };
        await tf.setBackend('cpu');
        const expected: Record<string, number[]> = {};
        for (const name in all) expected[name] = await valuesOf(all[name]());
        await tf.setBackend('webgl');
        const draws = (['drawArrays', 'drawElements', 'readPixels'] as const).map((method) =>
          count(context(), method),
        );
        await compileOnly(() => {
          for (const name in all) tf.tidy(() => void all[name]());
        });
        for (const { stop } of draws) stop();
        const wrong: string[] = [];
        let programs = 0;
        for (const name in all) {
          const links = count(context(), 'linkProgram');
          const results = all[name]();
          links.stop();
          programs += links.calls;
          const values = await valuesOf(results);
          const isRight = (value: number, i: number) =>
            Math.abs(value - expected[name][i]) <= 1e-4 * Math.abs(value) + 1e-4;
          const { length } = expected[name];
          if (values.length !== length || !values.every(isRight)) wrong.push(name);
        }
        return { draws: draws.map(({ calls }) => calls), programs, wrong };
      });
      expect(found).toEqual({ draws: [0, 0, 0], programs: 0, wrong: [] });
    });
  });
});

describeInPage("programs, with tfjs' own flags", { flags: {} }, (page) => {
  test('an op of tfjs can follow in a run that only compiles', async () => {
    const found = await page().evaluate(async ({ tf, compileOnly, indexing }) => {
      const run = () => tf.add(indexing.take(tf.add(tf.ones([600]), 1), [0, 2]), 1);
      const { shape, dtype } = await compileOnly(run);
      return { shape, dtype, values: [...(await run().data())] };
    });
    expect(found).toEqual({ shape: [2], dtype: 'float32', values: [3, 3] });
  });
});

describeInPage('programs of every function and gradient', { flags: DRAWN }, (page) => {
  test('serve other sizes: new rows, features, sites and segments compile nothing', async () => {
    const found = await page().evaluate(({ tf, count, context, gradientsOfAll }) => {
      const sizes = { rows: 50, features: 10, sites: 60, segments: 40 };
      const compiling: string[] = [];
      for (const name in gradientsOfAll(sizes)) {
        const linksAt = (changed: Partial<typeof sizes>) => {
          const links = count(context(), 'linkProgram');
          tf.tidy(() => void gradientsOfAll({ ...sizes, ...changed })[name]());
          links.stop();
          return links.calls;
        };
        linksAt({});
        for (const [size, value] of Object.entries(sizes)) {
          if (linksAt({ [size]: value + 2 }) > 0) compiling.push(`${name}: ${size}`);
        }
      }
      return compiling;
    });
    // These two end in ops of tfjs, whose programs depend on shapes.
    expect(found).toEqual(
      ['histogramFixedWidth', 'sparseSoftmaxCrossEntropy'].flatMap((name) => [
        `${name}: rows`,
        `${name}: features`,
      ]),
    );
  });
});
