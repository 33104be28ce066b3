/**
 * What docs/inside_tensorflowjs.md says that tfjs gets wrong, and what to do instead. If a test fails because tfjs
 * is right, take the claim out of that page.
 */
import * as tfjs from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import * as segments from 'tfjs-gather-scatter/segment';
import type { Driver } from '../support/driver.js';
import { startBackend, stopBackend } from '../support/in_process.js';
import { describeInPage, ON_GPU, WEBGPU } from '../support/page/describe.js';
import { shows } from '../support/tensors.js';

/** What a script sees, in this process or in a page. */
interface Given {
  tf: typeof tfjs;
  ops: typeof ops;
  segments: typeof segments;
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
 * The second derivative of x times an op, compared with a difference of first derivatives. An argument that begins
 * with 'own' is the op as the page advises to write it.
 */
const second: Script = async ({ tf, segments, argument }) => {
  type Tensor = tfjs.Tensor;
  const withGradient =
    (f: (x: Tensor) => Tensor, derivative: (x: Tensor) => Tensor) => (x: Tensor) =>
      tf.customGrad((x, save) => {
        (save as tfjs.GradSaveFunc)([x as Tensor]);
        const gradFunc = (dy: Tensor, [x]: Tensor[]) => tf.mul(dy, derivative(x));
        return { value: f(x as Tensor), gradFunc };
      })(x);
  const exp: (x: Tensor) => Tensor = withGradient(tf.exp, (x) => exp(x));
  const tanh: (x: Tensor) => Tensor = withGradient(tf.tanh, (x) => tf.sub(1, tf.square(tanh(x))));
  const sigmoid: (x: Tensor) => Tensor = withGradient(tf.sigmoid, (x) =>
    tf.mul(sigmoid(x), tf.sub(1, sigmoid(x))),
  );
  const elu = (x: Tensor, scale = 1) =>
    tf.add(tf.relu(x), tf.mul(scale, tf.sub(exp(tf.neg(tf.relu(tf.neg(x)))), 1)));
  const ofAll = (op: typeof segments.unsortedSegmentMax) => (x: Tensor) => op(x, [0, 0], 1);
  const ops: Record<string, (x: Tensor) => Tensor> = {
    tanh: tf.tanh,
    exp: tf.exp,
    sigmoid: tf.sigmoid,
    elu: (x) => tf.elu(tf.neg(x)),
    selu: (x) => tf.selu(tf.neg(x)),
    leakyRelu: (x) => tf.leakyRelu(x),
    clipByValue: (x) => tf.clipByValue(x, 0, 1),
    softmax: (x) => tf.softmax(x),
    logSoftmax: (x) => tf.logSoftmax(x),
    max: (x) => tf.max(x),
    prod: (x) => tf.prod(x),
    logSumExp: (x) => tf.logSumExp(x),
    'own tanh': tanh,
    'own exp': exp,
    'own sigmoid': sigmoid,
    'own elu': (x) => elu(tf.neg(x)),
    'own selu': (x) => tf.mul(1.0507, elu(tf.neg(x), 1.67326)),
    'own leakyRelu': (x) => tf.sub(tf.relu(x), tf.mul(0.2, tf.relu(tf.neg(x)))),
    'own clipByValue': (x) => tf.sub(tf.relu(x), tf.relu(tf.sub(x, 1))),
    'own softmax': ofAll(segments.unsortedSegmentSoftmax),
    'own logSoftmax': ofAll(segments.unsortedSegmentLogSoftmax),
    'own max': ofAll(segments.unsortedSegmentMax),
    'own prod': ofAll(segments.unsortedSegmentProd),
    'own logSumExp': ofAll(segments.unsortedSegmentLogSumExp),
  };
  const weighted = (x: Tensor) => tf.sum(tf.mul(x, tf.tensor1d([1, 3])));
  const first = tf.grad((x: Tensor) => weighted(tf.mul(x, ops[argument](x))));
  const [at, step] = [[0.5, 0.75], 1 / 64];
  const weightedAt = (change: number) =>
    weighted(first(tf.tensor1d([at[0] + change, at[1]]))).data();
  const [[above], [below]] = [await weightedAt(step), await weightedAt(-step)];
  const [found] = await tf
    .grad((x: Tensor) => weighted(first(x)))(tf.tensor1d(at))
    .data();
  return Math.abs(found - (above - below) / (2 * step)) < 0.01;
};

const saved = ['tanh', 'exp', 'sigmoid', 'elu', 'softmax', 'logSoftmax'];
const throwing = ['selu', 'leakyRelu', 'clipByValue', 'max', 'prod', 'logSumExp'];

const CLAIMS: Record<string, Claim> = {
  ...Object.fromEntries(
    [...saved, ...throwing].map((argument) => [
      `the second derivative of ${argument}`,
      { on: EVERYWHERE, argument, isRight: second, instead: second },
    ]),
  ),
  'where with a condition that depends on what is differentiated': {
    on: EVERYWHERE,
    isRight({ tf, shows }) {
      const positive = (x: tfjs.Tensor) => tf.where(tf.greater(x, 1), x, tf.zerosLike(x));
      return shows(tf.grad(positive)(tf.tensor1d([3, -1])), '1,0');
    },
    instead({ tf, shows }) {
      const positive = (x: tfjs.Tensor) => tf.mul(x, tf.step(tf.sub(x, 1)));
      return shows(tf.grad(positive)(tf.tensor1d([3, -1])), '1,0');
    },
  },
  'the gradient of max with ties': {
    on: EVERYWHERE,
    isRight: ({ tf, shows }) =>
      shows(tf.grad((x) => tf.max(x))(tf.tensor1d([3, 3, 1])), '0.5,0.5,0'),
    instead({ tf, segments, shows }) {
      const max = (x: tfjs.Tensor) => segments.unsortedSegmentMax(x, [0, 0, 0], 1);
      return shows(tf.grad(max)(tf.tensor1d([3, 3, 1])), '0.5,0.5,0');
    },
  },
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
    testClaims(backend, (script, argument) => script({ tf: tfjs, ops, segments, argument, shows }));
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
