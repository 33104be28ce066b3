/** Gradients of both orders stay on the GPU: computing them reads no values back. */
import { describeInPage, ON_GPU } from '../support/page/describe.js';
import { REDUCTIONS } from '../support/oracle_words.js';

describe.each([
  ['drawn', { GATHER_SCATTER_STRATEGY: 'drawn' }],
  ['scanned', { GATHER_SCATTER_STRATEGY: 'scanned' }],
])('%s', (_, flags) => {
  describeInPage('gradients', { ...ON_GPU, ...flags }, (page) => {
    test.each(REDUCTIONS)(
      'of gathers and of scatters by %s read nothing back',
      async (reduction) => {
        const found = await page().evaluate(async (globals) => {
          const { tf, ops, backend, count, context, argument } = globals;
          const gl = context();
          const options = { reduction: argument } as const;
          // Computed, so that no values are on the host.
          const data = tf.add(tf.tensor2d([[1], [0], [3]]), tf.scalar(0));
          const updates = tf.add(tf.tensor2d([[2], [0]]), tf.scalar(0));
          const tuples = tf.add(tf.tensor2d([[0], [0]], undefined, 'int32'), tf.scalar(0, 'int32'));
          const loss = (d: typeof data, u: typeof data) => {
            const nd = ops.scatterND(d, tuples, u, options).mul(ops.gatherND(d, [[1], [2], [0]]));
            const elements = ops.scatterElements(d, tuples, u, options);
            return tf.sum(nd.add(elements.mul(ops.gatherElements(d, tuples).sum())));
          };
          const gradients = (d: typeof data, u: typeof data) => {
            const [byData, byUpdates] = tf.grads(loss)([d, u]);
            return tf.sum(byData.square()).add(tf.sum(byUpdates.square()));
          };
          const readers = [
            count(gl, 'readPixels'),
            count(gl as WebGL2RenderingContext, 'getBufferSubData'),
            count(gl, 'finish'),
            count(backend(), 'readSync'),
            count(backend(), 'read'),
          ];
          const grads = [
            ...tf.grads(loss)([data, updates]),
            ...tf.grads(gradients)([data, updates]),
          ];
          const reads = readers.map(({ calls }) => calls);
          for (const reader of readers) reader.stop();
          const values = [];
          for (const grad of grads) values.push(...(await grad.data()));
          return { reads, finite: values.every(Number.isFinite), size: values.length };
        }, reduction);
        // Only index values that the host already has are checked, and they are read from there.
        const [pixels, buffers, finishes, readSyncs, asyncReads] = found.reads;
        expect([pixels, buffers, finishes, asyncReads]).toEqual([0, 0, 0, 0]);
        expect(readSyncs).toBe(0);
        expect(found).toMatchObject({ finite: true, size: 10 });
      },
    );
  });
});
