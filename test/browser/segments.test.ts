/** Segment ops whose ids are only on the GPU, and derivatives that stay there. */
import type * as Tfjs from '@tensorflow/tfjs';

import { describeInPage, ON_GPU } from '../support/page/describe.js';

describeInPage('segments on the GPU', { flags: ON_GPU }, (page) => {
  test('gradients of both orders, fills and counts are right, and those of sums read nothing back', async () => {
    const found = await page().evaluate(async ({ countReads, ops, segments, tf }) => {
      const ids = tf.add(tf.tensor1d([0, 2, 2, -1], 'int32'), tf.scalar(0, 'int32'));
      const x = tf.add(tf.tensor1d([1, 2, 4, 8]), 0);
      const stop = countReads();
      const gradsOf = (names: RegExp) =>
        Object.entries(segments).flatMap(([name, op]) =>
          names.test(name) ? [secondOrder(op as typeof segments.unsortedSegmentSum)] : [],
        );
      const secondOrder = (op: typeof segments.unsortedSegmentSum) => {
        const idsOf = (x: Tfjs.Tensor) => tf.add(ids, tf.cast(tf.mul(tf.argMin(x), 0), 'int32'));
        const gradient = tf.grad((x) => op(tf.square(x), idsOf(x), 3));
        return tf.grad((x) => tf.square(gradient(x)))(x);
      };
      const grads = gradsOf(/^unsorted.*(Sum|Mean|SqrtN)$/);
      const drop = { outOfBounds: 'drop' } as const;
      const others = [
        ops.gatherND(x, tf.reshape(tf.add(ids, tf.add(ids, ids)), [4, 1]), { ...drop, fill: 7 }),
        segments.bincount(ids, { size: 3 }),
        segments.histogramFixedWidth(x, [0, 8], 4),
      ];
      const reads = stop();
      others.push(segments.unsortedSegmentMax(x, ids, 2, { ...drop, empty: 0 }));
      grads.push(...gradsOf(/^unsorted.*(?<!Sum|Mean|SqrtN)$/));
      const values = [];
      for (const grad of grads) values.push(...(await grad.data()));
      const results = [];
      for (const other of others) results.push(await other.array());
      return { reads, results, finite: values.every(Number.isFinite), size: values.length };
    });
    const results = [
      [1, 7, 7, 2],
      [1, 0, 2],
      [1, 1, 1, 1],
      [1, 0],
    ];
    expect(found).toEqual({ reads: 0, results, finite: true, size: 4 * 12 });
  });

  test('another number of rows compiles nothing and needs no other texture, nor do gradients', async () => {
    const found = await page().evaluate(
      ({ backend, context, count, ops, segments, sparse, tf }) => {
        const { unsortedSegmentSoftmax: softmax, ...others } = segments;
        const int = (length: number) =>
          tf.tensor1d(
            Int32Array.from({ length }, (_, i) => (i * 7) % 10),
            'int32',
          );
        const random = (shape: number[]) => tf.randomUniform(shape, 0.5, 1, 'float32', 1);
        const nodes = random([10, 2]);
        const steps: Record<string, (rows: number) => unknown> = {
          attention(rows) {
            const [sources, targets] = [int(rows), int(rows)];
            const pairs = Array.from({ length: rows }, (_, i) => [(i * 7) % 10, (i * 3) % 10]);
            return tf.grad((x) => {
              const scores = sparse.sampledDenseMatMul(
                tf.tensor2d(pairs, [rows, 2], 'int32'),
                x,
                x,
              );
              const weights = softmax(scores, targets, 10);
              return sparse.gatherSegmentSum(x, sources, targets, 10, { weights });
            })(nodes);
          },
          ...Object.fromEntries(
            (['none', 'max', 'mul', 'mean'] as const).map((reduction) => [
              reduction,
              (rows: number) =>
                tf.grads((d, u) =>
                  ops.scatterND(d, tf.reshape(int(rows), [rows, 1]), u, { reduction }),
                )([nodes, random([rows, 2])], nodes),
            ]),
          ),
        };
        steps['second order of mul'] = (rows) =>
          tf.grads((dy, d, u) => {
            const indices = tf.reshape(int(rows), [rows, 1]);
            const scatter = (d: typeof dy, u: typeof dy) =>
              ops.scatterND(d, indices, u, { reduction: 'mul' });
            return tf.grads(scatter)([d, u], dy)[1];
          })([nodes, nodes, random([rows, 2])], random([rows, 2]));
        for (const [name, op] of Object.entries({ softmax, ...others })) {
          if (!/^unsorted|softmax/.test(name)) continue;
          const compute = op as typeof softmax;
          steps[name] = (rows) => {
            // Positions of extrema have no gradient.
            if (name.includes('Arg')) return compute(random([rows, 2]), int(rows), 10);
            const dy = random(name.endsWith('oftmax') ? [rows, 2] : [10, 2]);
            return tf.grad((x) => compute(x, int(rows), 10))(random([rows, 2]), dy);
          };
        }
        return Object.entries(steps)
          .filter(([, step]) => {
            tf.tidy(() => void step(97));
            const before = backend().memory().numBytesInGPUAllocated;
            const links = count(context(), 'linkProgram');
            for (const rows of [98, 99, 100]) tf.tidy(() => void step(rows));
            links.stop();
            return links.calls > 0 || backend().memory().numBytesInGPUAllocated > before;
          })
          .map(([name]) => name);
      },
    );
    expect(found).toEqual([]);
  });
});
