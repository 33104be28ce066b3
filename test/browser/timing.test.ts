/** The draws that tf.time and tf.profile report. */
import { describeInPage, DRAWN, ORDERED } from '../support/page/describe.js';

describe.each([
  ['drawn', DRAWN, 'CopyProgram: 1, ScatterTrianglesProgram: 1', 'ScatterTrianglesProgram'],
  ['ordered', ORDERED, 'ScatterOrderedProgram: 1', 'ScatterOrderedProgram'],
])('%s', (_, flags, ofValues, ofRows) => {
  describeInPage('measurements', { flags }, (page) => {
    test('count each draw by its name', async () => {
      const found = await page().evaluate(async ({ tf, ops, backend }) => {
        const data = tf.zeros([9]);
        const table = tf.zeros([9, 8]);
        const sites = tf.tensor2d([[1], [8]], undefined, 'int32');
        const updates = tf.ones([2]);
        const rows = tf.ones([2, 8]);
        // Uploads the inputs, which would be counted too.
        ops.scatterND(data, sites, updates);
        ops.scatterND(table, sites, rows);
        // A clock that reports 1 ms for each query, even on GPUs without one.
        const open = { queries: 0, most: 0 };
        Object.assign(backend().gpgpu, {
          beginQuery: () => {
            open.most = Math.max(open.most, ++open.queries);
            return {};
          },
          endQuery: () => open.queries--,
          waitForQueryAndGetTime: () => Promise.resolve(1),
        });
        tf.env().set('WEBGL_DISJOINT_QUERY_TIMER_EXTENSION_RELIABLE', true);
        const profile = async (call: () => object) => {
          const { kernels } = await tf.profile(() => call() as ReturnType<typeof tf.zeros>);
          const [{ name, kernelTimeMs, extraInfo }] = kernels;
          return { name, kernelTimeMs, extraInfo };
        };
        const time = await tf.time(() => ops.gatherND(data, sites));
        const profiles = [
          await profile(() => ops.gatherND(data, sites)),
          await profile(() => ops.scatterND(data, sites, updates, { reduction: 'add' })),
          await profile(() => ops.scatterND(table, sites, rows, { reduction: 'mean' })),
        ];
        const values = tf.zeros([2 ** 20]);
        const { uploadWaitMs } = await backend().time(() => {
          ops.gatherND(values, sites);
        });
        return { kernelMs: time.kernelMs, uploadWaitMs, profiles, open };
      });
      expect(found.kernelMs).toBe(1);
      expect(found.uploadWaitMs).toBeGreaterThan(0);
      expect(found.open).toEqual({ queries: 0, most: 1 });
      const [gather, scatter, mean] = found.profiles;
      expect(gather).toEqual({
        name: 'Combine@2',
        kernelTimeMs: 1,
        extraInfo: 'GatherProgram: 1',
      });
      expect(scatter.extraInfo).toBe(ofValues);
      expect(scatter.kernelTimeMs).toBe(ofValues.split(',').length);
      expect(mean.extraInfo).toContain(`${ofRows}: 1`);
    });
  });
});
