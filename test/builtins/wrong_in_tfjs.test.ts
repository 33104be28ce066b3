/**
 * What docs/repairs.md advises instead of what tfjs gets wrong is right on every backend. What is wrong was
 * seen in tfjs 4.22.
 */
import * as tfjs from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import * as losses from 'tfjs-gather-scatter/losses';
import { repairGradients } from 'tfjs-gather-scatter/repair';
import { startBackend, stopBackend } from '../support/in_process.js';
import { describeInPage, ON_GPU, WEBGPU } from '../support/page/describe.js';
import { shows } from '../support/tensors.js';

/** What a script sees, in this process or in a page. */
interface Given {
  tf: typeof tfjs;
  ops: typeof ops;
  losses: typeof losses;
  repairGradients: typeof repairGradients;
  argument: string;
  /** Returns whether a tensor has these values. */
  shows: (x: tfjs.Tensor, values: string) => Promise<boolean>;
}

/** Returns whether a result is right. */
type Script = (given: Given) => Promise<boolean>;

/** The second derivative of a function with repaired gradients, compared with a difference of first derivatives. */
const second: Script = async ({ tf, losses, repairGradients, argument }) => {
  const functions: Record<string, (x: tfjs.Tensor) => tfjs.Tensor> = {
    logSoftmax: (x) => x.sub(tf.logSumExp(x, -1, true)),
    logSigmoid: (x) => tf.softplus(x.neg()).neg(),
    softmaxCrossEntropy: (x) => losses.sparseSoftmaxCrossEntropy(tf.reshape(x, [1, 2]), [0]),
  };
  const undo = repairGradients();
  try {
    const weighted = (x: tfjs.Tensor) => tf.sum(tf.mul(x, tf.tensor1d([1, 3])));
    const first = tf.grad((x: tfjs.Tensor) => weighted(tf.mul(x, functions[argument](x))));
    const [at, step] = [[0.5, 0.75], 1 / 64];
    const weightedAt = (change: number) =>
      weighted(first(tf.tensor1d([at[0] + change, at[1]]))).data();
    const [[above], [below]] = [await weightedAt(step), await weightedAt(-step)];
    const [found] = await tf
      .grad((x: tfjs.Tensor) => weighted(first(x)))(tf.tensor1d(at))
      .data();
    return Math.abs(found - (above - below) / (2 * step)) < 0.01;
  } finally {
    undo();
  }
};

/** What each op is replaced by. */
const ADVICE: Record<string, Script> = {
  ...Object.fromEntries(
    ['logSoftmax', 'logSigmoid', 'softmaxCrossEntropy'].map((name) => [name, second]),
  ),
  'oneHot of float32': ({ tf, ops, shows }) =>
    shows(ops.scatterElements(tf.zeros([2, 2]), [[1], [0]], [[1], [1]], { axis: 1 }), '0,1,1,0'),
  'a sum of oneHot along an axis that is not the last': ({ tf, ops, shows }) => {
    const ids = tf.tensor3d([0, 1, 1], [1, 3, 1], 'int32');
    const y = ops.scatterElements(tf.zeros([1, 3, 2]), ids, tf.ones([1, 3, 1]), { axis: 2 });
    return shows(tf.sum(y, 1), '1,2');
  },
  'transpose of int32 of rank 3': ({ tf, shows }) => {
    const x = tf.tensor3d([1, 2, 3, 4], [1, 2, 2], 'int32');
    return shows(tf.transpose(tf.mul(x, tf.scalar(1, 'float32')), [2, 1, 0]), '1,3,2,4');
  },
  'cumsum from the end, of a second length': async ({ tf, shows }) => {
    await tf.reverse(tf.cumsum(tf.reverse(tf.tensor1d([1, 2, 3])))).data();
    return shows(tf.reverse(tf.cumsum(tf.reverse(tf.tensor1d([1, 2, 3, 4])))), '10,9,7,4');
  },
  'where of int32 and a number': ({ tf, shows }) => {
    const [mask, rest] = [tf.tensor1d([true, false]), tf.scalar(-1, 'int32')];
    return shows(tf.where<tfjs.Tensor>(mask, tf.tensor1d([1, 2], 'int32'), rest), '1,-1');
  },
  'maxPool3d of nothing positive': ({ tf, shows }) => {
    const x = tf.tensor5d([-3, -2, -5, -4], [1, 1, 2, 2, 1]);
    return shows(tf.maxPool3d(x.add<tfjs.Tensor5D>(8), [1, 1, 2], 1, 'valid').sub(8), '-2,-4');
  },
  'a product of stacks of which both repeat': ({ tf, shows }) => {
    const [a, b] = [tf.ones([1, 2, 1, 1]), tf.tensor4d([1, 2], [2, 1, 1, 1])];
    return shows(tf.matMul(a, tf.broadcastTo(b, [2, 2, 1, 1])), '1,1,2,2');
  },
  'cropAndResize of other images': ({ tf, shows }) => {
    const images = tf.gather(tf.tensor4d([1, 2], [2, 1, 1, 1]), tf.tensor1d([1, 1, 0], 'int32'));
    const boxes = tf.zeros<tfjs.Rank.R2>([3, 4]);
    const order = tf.range(0, 3, 1, 'int32');
    return shows(tf.image.cropAndResize(images, boxes, order, [1, 1]), '2,2,1');
  },
  'a strided slice beside one position': ({ tf, shows }) => {
    const x = tf.tensor2d([0, 1, 2, 3, 4, 5, 6, 7, 8], [3, 3]);
    return shows(tf.squeeze(tf.stridedSlice(x, [2, 0], [3, 3], [1, 2]), [0]), '6,8');
  },
  'avgPool padded by sides': ({ tf, shows }) => {
    const x = tf.tensor4d([1, 3, 5], [1, 1, 3, 1]);
    const sides: [number, number][] = [
      [0, 0],
      [0, 0],
      [1, 0],
      [0, 0],
    ];
    return shows(tf.avgPool(x, [1, 2], 1, sides as tfjs.backend_util.ExplicitPadding), '1,2,4');
  },
  'einsum with axes of one operand': ({ tf, shows }) => {
    // There is no einsum on wasm.
    if (tf.getBackend() === 'wasm') return Promise.resolve(true);
    const [x, y] = [tf.tensor2d([[1, 2]]), tf.tensor2d([[3, 4, 5]])];
    return shows(tf.einsum('a,a->a', x.sum(1), y.sum(1)), '36');
  },
  'products by two views of a matrix': async ({ tf, shows }) => {
    const w = tf.tensor1d([1, 2]);
    const column = await shows(tf.matMul(tf.tensor2d([[3, 4]]), tf.reshape(w, [2, 1])), '11');
    const row = tf.clone(tf.reshape(w, [1, 2]));
    return column && shows(tf.matMul(tf.tensor2d([[3]]), row), '3,6');
  },
  'sum of an empty tensor': ({ tf, shows }) =>
    shows(tf.sum(tf.concat1d([tf.zeros([0]), tf.zeros([1])])), '0'),
  'addition of tensors of rank 7': ({ tf, shows }) => {
    const x = tf.reshape(tf.tensor([1, 2], [1, 1, 1, 1, 1, 1, 2]), [-1]);
    return shows(tf.add(x, x), '2,4');
  },
};

function testAdvice(run: (script: Script, name: string) => Promise<boolean>): void {
  test.each(Object.entries(ADVICE))('%s', async (name, script) => {
    expect(await run(script, name)).toBe(true);
  });
}

if (PROJECT === 'unit') {
  describe.each(['cpu', 'wasm'] as const)('on %s', (backend) => {
    beforeAll(() => startBackend(backend));
    afterAll(() => stopBackend());
    testAdvice((script, argument) =>
      script({ tf: tfjs, ops, losses, repairGradients, argument, shows }),
    );
  });
} else {
  const pages = { webgl: { flags: ON_GPU }, webgpu: WEBGPU } as const;
  describe.each(Object.entries(pages))('on %s', (_, where) => {
    describeInPage('tfjs', where, (page) => {
      testAdvice((script, name) => page().evaluate<boolean, string>(script, name));
    });
  });
}
