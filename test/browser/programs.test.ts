/** The kernels' programs: how few there are, for which backend, and when they are freed. */
import type { Reduction } from 'tfjs-gather-scatter';
import { describeInPage, DRAWN, SCANNED, WEBGL_1 } from '../support/page/describe.js';
import { REDUCTIONS } from '../support/oracle_words.js';

/** The stated maximum for an op with one reduction, one policy and one depth of indices. */
const BOUND = 9;

describe.each([
  ['drawn', DRAWN],
  ['scanned', SCANNED],
  ['webgl 1', WEBGL_1],
])('%s', (_, flags) => {
  describeInPage('programs', { flags }, (page) => {
    test('do not multiply with the number of shapes', async () => {
      const counts = await page().evaluate((globals) => {
        const { tf, ops, programCount, count, context, randomNumbers, argument } = globals;
        const random = randomNumbers();
        const int = (low: number, high: number) => low + Math.floor(random() * (high - low));
        const onHost = (shape: number[], dtype: 'float32' | 'int32') => {
          const size = shape.reduce((product, length) => product * length, 1);
          const values = dtype === 'int32' ? new Int32Array(size) : new Float32Array(size);
          return tf.tensor(values, shape, dtype);
        };
        const measure = (reduction?: Reduction) => {
          const run = (shape: number[], length: number) => {
            const sites = shape.map((size, d) => (d === 1 ? length : size));
            const [data, updates] = [onHost(shape, 'float32'), onHost(sites, 'float32')];
            const indices = onHost(sites, 'int32');
            const links = count(context(), 'linkProgram');
            const result = reduction
              ? ops.scatterElements(data, indices, updates, { axis: 1, reduction })
              : ops.gatherElements(data, indices, { axis: 1 });
            links.stop();
            tf.dispose([data, updates, indices, result]);
            return links.calls;
          };
          const before = programCount();
          let links = 0;
          for (let i = 0; i < 50; i++) {
            links += run(
              Array.from({ length: int(2, 7) }, () => int(1, 6)),
              int(1, 9),
            );
            links += run([int(1, 90), int(1, 90), int(1, 5)], int(1, 30));
          }
          return { links, programs: programCount() - before };
        };
        return [measure(), ...argument.map((each) => measure(each))];
      }, REDUCTIONS);
      for (const { programs, links } of counts) {
        expect(links).toBe(programs);
        expect(programs).toBeLessThanOrEqual(BOUND);
      }
      expect(counts[0].programs).toBeGreaterThan(0);
    });

    test('a run that only compiles draws nothing, and the next one is correct', async () => {
      const found = await page().evaluate(async ({ tf, ops, count, context }) => {
        const run = () => ops.scatterND(ops.gatherND([1, 2, 3], [[2], [0]]), [[1], [1]], [5, 7]);
        const draws = count(context(), 'drawArrays');
        tf.env().set('ENGINE_COMPILE_ONLY', true);
        const { shape, dtype } = run();
        tf.env().set('ENGINE_COMPILE_ONLY', false);
        draws.stop();
        return { draws: draws.calls, shape, dtype, values: [...(await run().data())] };
      });
      expect(found).toEqual({ draws: 0, shape: [2], dtype: 'float32', values: [3, 7] });
    });

    test('serve a second backend under another name, and are freed with it', async () => {
      const found = await page().evaluate(async (globals) => {
        const { tf, ops, MathBackendWebGL, programCount, count, context } = globals;
        tf.registerBackend('second-webgl', () => new MathBackendWebGL());
        await tf.setBackend('second-webgl');
        ops.registerKernels('second-webgl', 'webgl');
        const read = count(context(), 'readPixels');
        const y = ops.scatterND([1, 2, 3], [[1], [1]], [5, 7], { reduction: 'add' });
        const reads = read.calls;
        const values = [...(await y.data())];
        const programs = programCount();
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
  });
});
