/** Gradients of both orders stay on the GPU: computing them reads no values back, except some indices on webgl. */
import { describeInPage, DRAWN, ON_GPU, WEBGPU } from '../support/page/describe.js';
import { REDUCTIONS } from '../support/oracle_words.js';

describe.each([
  ['drawn', { flags: DRAWN }],
  ['as chosen', { flags: ON_GPU }],
  ['webgpu', WEBGPU],
])('%s', (_, opening) => {
  describeInPage('gradients', opening, (page) => {
    test.each(REDUCTIONS)('by %s read nothing back', async (reduction) => {
      const found = await page().evaluate(async (globals) => {
        const { tf, ops, segments, countReads, argument } = globals;
        const options = { reduction: argument } as const;
        // Computed, so that no values are on the host.
        const data = tf.add(tf.tensor2d([[1], [0], [3]]), tf.scalar(0));
        const updates = tf.add(tf.tensor2d([[2], [0]]), tf.scalar(0));
        const indices = () => tf.tensor2d([[0], [0]], undefined, 'int32');
        const computed = tf.add(indices(), tf.scalar(0, 'int32'));
        // On webgl, reductions that are not drawn need indices that the host knows.
        const isWebGPU = tf.getBackend() === 'webgpu';
        const isDrawn = argument === 'add' || argument === 'none';
        const tuples = isWebGPU || isDrawn ? computed : indices();
        const ids = tf.reshape(isWebGPU ? computed : indices(), [2]);
        const loss = (d: typeof data, u: typeof data) => {
          const nd = ops.scatterND(d, tuples, u, options).mul(ops.gatherND(d, [[1], [2], [0]]));
          const elements = ops.scatterElements(d, tuples, u, options);
          const soft = segments.unsortedSegmentSoftmax(u, ids, 2).square();
          const most = segments.unsortedSegmentMax(u, ids, 2).slice([0, 0], [1, 1]);
          const both = nd.add(elements.mul(ops.gatherElements(d, tuples).sum()));
          return tf.sum(both).add(tf.sum(soft)).add(tf.sum(most));
        };
        const gradients = (d: typeof data, u: typeof data) => {
          const [byData, byUpdates] = tf.grads(loss)([d, u]);
          return tf.sum(byData.square()).add(tf.sum(byUpdates.square()));
        };
        const undo = ops.accelerateBuiltins();
        const lookup = (d: typeof data) => tf.sum(tf.square(tf.gather(d, ids)));
        const stop = countReads();
        const grads = [
          ...tf.grads(loss)([data, updates]),
          ...tf.grads(gradients)([data, updates]),
          tf.grad(lookup)(data),
        ];
        const reads = stop();
        undo();
        const values = [];
        for (const grad of grads) values.push(...(await grad.data()));
        return { reads, finite: values.every(Number.isFinite), size: values.length };
      }, reduction);
      expect(found).toEqual({ reads: 0, finite: true, size: 13 });
    });

    test('second derivatives of mul are right in rank 7', async () => {
      const found = await page().evaluate(async ({ tf, ops }) => {
        const onGpu = (values: number[], shape: number[]) =>
          tf.add(tf.tensor1d(values), tf.scalar(0)).reshape(shape);
        const row = [1, 1, 1, 1, 1, 1];
        const [data, updates] = [onGpu([2, 3], [2, ...row]), onGpu([5], [1, ...row])];
        const sumOf = (x: typeof data) => tf.sum(tf.square(tf.reshape(x, [-1])));
        const loss = (d: typeof data, u: typeof data) =>
          sumOf(ops.scatterND(d, [[1]], u, { reduction: 'mul' }));
        const gradients = (d: typeof data, u: typeof data) => {
          const [byData, byUpdates] = tf.grads(loss)([d, u]);
          return tf.sum(tf.reshape(byData, [-1])).add(tf.sum(tf.reshape(byUpdates, [-1])));
        };
        const grads = tf.grads(gradients)([data, updates]);
        return Promise.all(grads.map(async (grad) => [...(await grad.data())]));
      });
      expect(found).toEqual([[2, 110], [78]]);
    });
  });
});
