/**
 * What docs/inside_tensorflowjs.md says that tfjs gets wrong, and what to do instead. If a test fails because tfjs
 * is right, take the claim out of that page.
 */
import * as tfjs from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import * as losses from 'tfjs-gather-scatter/losses';
import { repairGradients } from 'tfjs-gather-scatter/repair';
import type { Driver } from '../support/driver.js';
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

/** Returns whether a result is right; it may also throw, which is wrong. */
type Script = (given: Given) => Promise<boolean>;

interface Claim {
  /** The backends where tfjs is wrong. */
  on: readonly Driver['backend'][];
  /** What the scripts get. */
  argument?: string;
  isRight: Script;
  /** The advice, which is right on every backend. */
  instead?: Script;
}

const EVERYWHERE = ['cpu', 'wasm', 'webgl', 'webgpu'] as const;

/**
 * The second derivative of a function with a gradient of its own, compared with a difference of first derivatives. An
 * argument that begins with 'own' is the function as the page advises to write it, with repaired gradients.
 */
const second: Script = async ({ tf, losses, repairGradients, argument }) => {
  const labels = tf.tensor2d([[1, 0]]);
  const functions: Record<string, (x: tfjs.Tensor) => tfjs.Tensor> = {
    logSoftmax: (x) => tf.logSoftmax(x),
    logSigmoid: (x) => tf.logSigmoid(tf.mul(x, 1)),
    softmaxCrossEntropy: (x) => tf.losses.softmaxCrossEntropy(labels, tf.reshape(x, [1, 2])),
    'own logSoftmax': (x) => x.sub(tf.logSumExp(x, -1, true)),
    'own logSigmoid': (x) => tf.softplus(x.neg()).neg(),
    'own softmaxCrossEntropy': (x) => losses.sparseSoftmaxCrossEntropy(tf.reshape(x, [1, 2]), [0]),
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

const CLAIMS: Record<string, Claim> = {
  ...Object.fromEntries(
    ['logSoftmax', 'logSigmoid', 'softmaxCrossEntropy'].map((argument) => [
      `the second derivative of ${argument}, even with repaired gradients`,
      { on: EVERYWHERE, argument, isRight: second, instead: second },
    ]),
  ),
  'oneHot of float32': {
    on: ['wasm'],
    isRight: ({ tf, shows }) =>
      shows(tf.oneHot(tf.tensor1d([1, 0], 'int32'), 2, 1, 0, 'float32'), '0,1,1,0'),
    instead: ({ tf, ops, shows }) =>
      shows(ops.scatterElements(tf.zeros([2, 2]), [[1], [0]], [[1], [1]], { axis: 1 }), '0,1,1,0'),
  },
  'a sum of oneHot along an axis that is not the last': {
    on: ['webgpu'],
    isRight({ tf, shows }) {
      const y = tf.oneHot(tf.tensor2d([[0, 1, 1]], undefined, 'int32'), 2);
      return shows(tf.sum(y, 1), '1,2');
    },
    instead({ tf, ops, shows }) {
      const ids = tf.tensor3d([0, 1, 1], [1, 3, 1], 'int32');
      const y = ops.scatterElements(tf.zeros([1, 3, 2]), ids, tf.ones([1, 3, 1]), { axis: 2 });
      return shows(tf.sum(y, 1), '1,2');
    },
  },
  'transpose of int32 of rank 3': {
    on: ['webgpu'],
    isRight({ tf, shows }) {
      const x = tf.tensor3d([1, 2, 3, 4], [1, 2, 2], 'int32');
      return shows(tf.transpose(x, [2, 1, 0]), '1,3,2,4');
    },
    instead({ tf, shows }) {
      const x = tf.tensor3d([1, 2, 3, 4], [1, 2, 2], 'int32');
      return shows(tf.transpose(tf.mul(x, tf.scalar(1, 'float32')), [2, 1, 0]), '1,3,2,4');
    },
  },
  'cumsum from the end, of a second length': {
    on: ['webgpu'],
    async isRight({ tf, shows }) {
      await tf.cumsum(tf.tensor1d([1, 2, 3]), 0, false, true).data();
      return shows(tf.cumsum(tf.tensor1d([1, 2, 3, 4]), 0, false, true), '10,9,7,4');
    },
    async instead({ tf, shows }) {
      await tf.reverse(tf.cumsum(tf.reverse(tf.tensor1d([1, 2, 3])))).data();
      return shows(tf.reverse(tf.cumsum(tf.reverse(tf.tensor1d([1, 2, 3, 4])))), '10,9,7,4');
    },
  },
  'where of int32 and a number': {
    on: ['wasm'],
    isRight: ({ tf, shows }) =>
      shows(tf.where(tf.tensor1d([true, false]), tf.tensor1d([1, 2], 'int32'), -1), '1,-1'),
    instead({ tf, shows }) {
      const [mask, rest] = [tf.tensor1d([true, false]), tf.scalar(-1, 'int32')];
      return shows(tf.where<tfjs.Tensor>(mask, tf.tensor1d([1, 2], 'int32'), rest), '1,-1');
    },
  },
  'a product of stacks of which both repeat': {
    on: EVERYWHERE,
    isRight({ tf, shows }) {
      const [a, b] = [tf.ones([1, 2, 1, 1]), tf.tensor4d([1, 2], [2, 1, 1, 1])];
      return shows(tf.matMul(a, b), '1,1,2,2');
    },
    instead({ tf, shows }) {
      const [a, b] = [tf.ones([1, 2, 1, 1]), tf.tensor4d([1, 2], [2, 1, 1, 1])];
      return shows(tf.matMul(a, tf.broadcastTo(b, [2, 2, 1, 1])), '1,1,2,2');
    },
  },
  'sum of an empty tensor': {
    on: ['wasm', 'webgl', 'webgpu'],
    isRight: ({ tf, shows }) => shows(tf.sum(tf.zeros([0])), '0'),
    instead: ({ tf, shows }) => shows(tf.sum(tf.concat1d([tf.zeros([0]), tf.zeros([1])])), '0'),
  },
  'addition of tensors of rank 7': {
    on: ['wasm', 'webgl', 'webgpu'],
    isRight({ tf, shows }) {
      const x = tf.tensor([1, 2], [1, 1, 1, 1, 1, 1, 2]);
      return shows(tf.add(x, x), '2,4');
    },
    instead({ tf, shows }) {
      const x = tf.reshape(tf.tensor([1, 2], [1, 1, 1, 1, 1, 1, 2]), [-1]);
      return shows(tf.add(x, x), '2,4');
    },
  },
};

const isRight = async (run: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await run();
  } catch {
    return false;
  }
};

function testClaims(
  backend: Driver['backend'],
  run: (script: Script, argument: string) => Promise<boolean>,
): void {
  describe.each(Object.entries(CLAIMS))(
    '%s',
    (_, { on, argument = '', isRight: claim, instead }) => {
      // What is wrong may spoil what runs later.
      if (instead) {
        test('the advice is right', async () => {
          expect(await run(instead, `own ${argument}`)).toBe(true);
        });
      }
      test(on.includes(backend) ? 'tfjs is wrong, as documented' : 'tfjs is right', async () => {
        expect(await isRight(() => run(claim, argument))).toBe(!on.includes(backend));
      });
    },
  );
}

if (PROJECT === 'unit') {
  describe.each(['cpu', 'wasm'] as const)('on %s', (backend) => {
    const { warn } = console;
    beforeAll(() => {
      // XNNPACK warns when it fails.
      console.warn = () => undefined;
      return startBackend(backend);
    });
    afterAll(() => {
      console.warn = warn;
      return stopBackend();
    });
    testClaims(backend, (script, argument) =>
      script({ tf: tfjs, ops, losses, repairGradients, argument, shows }),
    );
  });
} else {
  const expected = /Web ?GPU|WGSL|Invalid|synchronously|Instance/;
  const pages = {
    webgl: { flags: ON_GPU },
    webgpu: { ...WEBGPU, keepAs: null, expected },
  } as const;
  describe.each(Object.entries(pages))('on %s', (backend, where) => {
    describeInPage('tfjs', where, (page) => {
      testClaims(backend as keyof typeof pages, (script, argument) =>
        page().evaluate<boolean, string>(script, argument),
      );
    });
  });

  describeInPage('on webgpu', pages.webgpu, (page) => {
    test('tfjs warns of synchronous reads', async () => {
      const warnings = await page().evaluate(({ tf }) => {
        const warnings: string[] = [];
        console.warn = (warning: string) => warnings.push(warning);
        tf.square(tf.tensor1d([1, 2])).dataSync();
        return warnings;
      });
      expect(warnings).toEqual([expect.stringContaining('synchronously reading data')]);
    });
  });
}
