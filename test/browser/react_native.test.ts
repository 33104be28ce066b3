/** The backend of @tensorflow/tfjs-react-native: webgl's, and a copy of all its kernels, under the name rn-webgl. */
import { describeInPage, ON_GPU } from '../support/page/describe.js';

/** The package's own kernels are copied, too, if it was imported first. */
describe.each([
  ['before', true],
  ['after', false],
])('rn-webgl, with the package imported %s it', (_, copiesOurs) => {
  describeInPage('in a page', { flags: ON_GPU }, (page) => {
    test('training reads back only the ids of a maximum, once', async () => {
      const found = await page().evaluate(
        async ({ tf, ops, segments, sparse, MathBackendWebGL, countReads, argument }) => {
          class ReactNativeBackend extends MathBackendWebGL {}
          tf.registerBackend('rn-webgl', () => new ReactNativeBackend());
          const ours = /^(Gather|Scatter)(Elements|ND)$|^GatherSegment$|^SampledDot$/;
          for (const config of tf.getKernelsForBackend('webgl')) {
            const isCopied = argument || !ours.test(config.kernelName);
            if (isCopied) tf.registerKernel({ ...config, backendName: 'rn-webgl' });
          }
          await tf.setBackend('rn-webgl');
          const ids = (values: number[]) =>
            tf.add(tf.tensor1d(values, 'int32'), tf.scalar(0, 'int32'));
          const [sources, targets] = [ids([0, 1, 2, 0]), ids([1, 2, 0, 2])];
          const x = tf.randomNormal([3, 4]);
          const weights = tf.variable(tf.randomNormal([4, 4]));
          const optimizer = tf.train.sgd(0.1);
          const loss = () => {
            const hidden = sparse.gatherSegmentSum(tf.matMul(x, weights), sources, targets, 3);
            const rows = ops.gatherND(hidden, tf.reshape(sources, [4, 1]));
            const means = segments.unsortedSegmentMean(rows, targets, 3);
            const most = segments.unsortedSegmentMax(rows, targets, 3);
            return tf.losses.meanSquaredError(means, most);
          };
          const reads = countReads();
          for (let step = 0; step < 2; step++) optimizer.minimize(loss as never);
          const undo = ops.accelerateBuiltins();
          tf.scatterND(tf.reshape(sources, [4, 1]), tf.ones([4]), [3]);
          undo();
          const count = reads();
          const values = await ops.gatherND(tf.tensor1d([5, 6, 7]), [[2]]).array();
          return { count, values };
        },
        copiesOurs,
      );
      // Both tfjs' read and that of GL count.
      expect(found).toEqual({ count: 2, values: [7] });
    });
  });
});
