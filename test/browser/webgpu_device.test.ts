/** Calls on webgpu read nothing back; a lost device or a removed backend leaves nothing behind. */
import { callsWhenLost } from '../support/page/calls_when_lost.js';
import { describeInPage, ON_WEBGPU } from '../support/page/describe.js';
import { REDUCTIONS } from '../support/oracle_words.js';

describeInPage(
  'the device',
  ON_WEBGPU,
  (page) => {
    test.each(REDUCTIONS)(
      'gradients of both orders, of gathers and of scatters by %s, read nothing back',
      async (reduction) => {
        const found = await page().evaluate(async (globals) => {
          const { tf, ops, segments, webgpu, count, argument } = globals;
          const options = { reduction: argument } as const;
          // Computed, so that no values are on the host.
          const data = tf.add(tf.tensor2d([[1], [0], [3]]), tf.scalar(0));
          const updates = tf.add(tf.tensor2d([[2], [0]]), tf.scalar(0));
          const tuples = tf.add(tf.tensor2d([[0], [0]], undefined, 'int32'), tf.scalar(0, 'int32'));
          const loss = (d: typeof data, u: typeof data) => {
            const nd = ops.scatterND(d, tuples, u, options).mul(ops.gatherND(d, [[1], [2], [0]]));
            const elements = ops.scatterElements(d, tuples, u, options);
            const ids = tf.reshape(tuples, [2]);
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
          const lookup = (d: typeof data) =>
            tf
              .gather(d, tf.reshape(tuples, [2]))
              .square()
              .sum();
          const readers = [
            count(webgpu(), 'readSync'),
            count(webgpu(), 'read'),
            count(webgpu(), 'getBufferData'),
          ];
          const grads = [
            ...tf.grads(loss)([data, updates]),
            ...tf.grads(gradients)([data, updates]),
            tf.grad(lookup)(data),
          ];
          const reads = readers.map(({ calls }) => calls);
          for (const reader of readers) reader.stop();
          undo();
          const values = [];
          for (const grad of grads) values.push(...(await grad.data()));
          return { reads, finite: values.every(Number.isFinite), size: values.length };
        }, reduction);
        expect(found).toEqual({ reads: [0, 0, 0], finite: true, size: 13 });
      },
    );

    test('a second call with uploaded indices throws like the first', async () => {
      const messages = await page().evaluate(({ tf, ops }) => {
        const ids = tf.tensor1d([0, 5], 'int32');
        ops.gatherElements(tf.zeros([9]), ids).dispose();
        return [1, 2].map(() => {
          try {
            return String(ops.gatherElements(tf.zeros([3]), ids).shape);
          } catch (error) {
            return String(error);
          }
        });
      });
      for (const message of messages) expect(message).toContain('indices has the value 5 at [1]');
    });

    test('ids that are only on the GPU are rejected where they determine a shape', async () => {
      const found = await page().evaluate(async ({ tf, runConverterOp }) => {
        const computed = tf.add(tf.tensor1d([0, 2], 'int32'), tf.scalar(0, 'int32'));
        const uploaded = tf.tensor1d([0, 2], 'int32');
        const sum = (ids: typeof computed) =>
          runConverterOp('SegmentSum', [tf.tensor1d([1, 2]), ids]);
        const results = [sum(uploaded), sum(uploaded)];
        let message = '';
        try {
          sum(computed);
        } catch (error) {
          message = String(error);
        }
        await computed.data();
        results.push(sum(computed));
        return {
          message,
          values: await Promise.all(results.map(async (x) => [...(await x.data())])),
        };
      });
      expect(found.message).toMatch(
        /^Error: SegmentSum: the values of segment_ids are on the GPU only, .* Await segment_ids\.data\(\)/,
      );
      expect(found.values).toEqual([
        [1, 0, 2],
        [1, 0, 2],
        [1, 0, 2],
      ]);
    });

    test('removing a backend frees its orders', async () => {
      const found = await page().evaluate(async ({ tf, ops, webgpu, cachedOrders }) => {
        const before = cachedOrders().count;
        const ids = tf.tensor1d(new Int32Array(300), 'int32');
        ops.scatterElements([0], ids, tf.ones([300]), { reduction: 'add' }).dispose();
        const kept = cachedOrders().count - before;
        tf.getKernel('ScatterND', 'webgpu').disposeFunc?.(webgpu());
        const after = cachedOrders().count;
        const again = ops.scatterElements([0], ids, tf.ones([300]), { reduction: 'add' });
        return { kept, after, values: [...(await again.data())] };
      });
      expect(found).toEqual({ kept: 1, after: 0, values: [300] });
    });

    test('a lost device is a clear error', async () => {
      const messages = await callsWhenLost(page(), async ({ tf, webgpu }) => {
        // A device that no call has used yet.
        const start = tf.findBackendFactory('webgpu');
        tf.removeBackend('webgpu');
        tf.registerBackend('webgpu', start);
        await tf.setBackend('webgpu');
        webgpu().device.destroy();
        await webgpu().device.lost;
        await new Promise((resolve) => setTimeout(resolve, 0));
      });
      expect(messages).toHaveLength(5);
      for (const message of messages) {
        expect(message).toMatch(/^Error: (gather|scatter)\w+: the WebGPU device is lost \(/);
      }
    });
  },
  { backend: 'webgpu' },
);
