/** stopGradient: x as a constant, with gradients of 0 of every order. */
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-wasm';
import { gatherND, stopGradient } from 'tfjs-gather-scatter';
import 'tfjs-gather-scatter/chained';

beforeEach(() => tf.setBackend('cpu'));

type Unary = (x: tf.Tensor) => tf.Tensor;

const gradOf = (f: Unary) => (x: tf.Tensor) => tf.grad(f)(x);
const ZEROS = [0, 0, 0];

/** What may be a constant: of x itself, of what ops computed, with and without gradients of their own. */
const WAYS: Record<string, Unary> = {
  'a leaf': (x) => stopGradient(x),
  'a computed tensor': (x) => stopGradient(x.square().add(x)),
  'twice a constant': (x) => stopGradient(stopGradient(x.square()).mul(x)),
  'a result of tf.less': (x) => stopGradient(x.less(1)).toFloat(),
  'positions of tf.topk': (x) => stopGradient(tf.topk(x, 3).indices).toFloat(),
  'the logarithm of 0': (x) => stopGradient(x.mul(0).log()),
  'a method': (x) => x.exp().stopGradient(),
};

describe.each(Object.entries(WAYS))('%s', (_, constant) => {
  const x = () => tf.tensor1d([3, -1, 2]);
  const first: Unary = gradOf(constant);
  const second: Unary = gradOf(first);

  test('has gradients of 0, of three orders', () => {
    for (const gradient of [first, second, gradOf(second)]) {
      const found = gradient(x());
      expect([found.dtype, found.arraySync()]).toEqual(['float32', ZEROS]);
    }
  });

  test('adds nothing to other gradients', () => {
    const cube: Unary = (x) => x.square().mul(x);
    const both: Unary = (x) => cube(x).add(constant(x));
    expect(gradOf(both)(x()).arraySync()).toEqual([27, 3, 12]);
    expect(gradOf(gradOf(both))(x()).arraySync()).toEqual([18, -6, 12]);
  });

  test('is a factor with its values', () => {
    const product: Unary = (x) => x.mul(constant(x));
    const values = constant(x());
    expect(gradOf(product)(x()).arraySync()).toEqual(values.arraySync());
    expect(gradOf(gradOf(product))(x()).arraySync()).toEqual(ZEROS);
  });
});

test('no op that computed it is asked for a gradient', () => {
  const gradFunc = jest.fn((dy: tf.Tensor) => dy);
  const computed = tf.customGrad((x) => ({ value: (x as tf.Tensor).add(1), gradFunc }));
  expect(gradOf((x) => stopGradient(computed(x)))(tf.tensor1d([1])).arraySync()).toEqual([0]);
  expect(gradFunc).not.toHaveBeenCalled();
});

test.each<[string, () => tf.Tensor]>([
  ['float32', () => tf.tensor1d([0.5, NaN])],
  ['int32', () => tf.tensor1d([1, -2], 'int32')],
  ['bool', () => tf.tensor1d([true, false])],
  ['string', () => tf.tensor1d(['a', 'b'])],
  ['complex64', () => tf.complex([1, 2], [3, 4])],
])('%s is kept', (dtype, make) => {
  const x = make();
  const found = stopGradient(x);
  expect([found.dtype, found.shape, found.dataSync()]).toEqual([dtype, [2], x.dataSync()]);
});

test('an array becomes a tensor', () => {
  expect(stopGradient([[true], [false]]).arraySync()).toEqual([[1], [0]]);
  expect(stopGradient(2).arraySync()).toBe(2);
});

describe('a variable', () => {
  test('gets zeros, beside another one that is trained', () => {
    const [target, online] = [
      [1, 2],
      [4, 8],
    ].map((values) => tf.variable(tf.tensor1d(values)));
    const loss = () => stopGradient(target).sub(online).square().sum().asScalar();
    const { grads } = tf.variableGrads(loss, [target, online]);
    expect([target, online].map(({ name }) => grads[name].arraySync())).toEqual([
      [0, 0],
      [6, 12],
    ]);
    tf.dispose([target, online]);
  });

  test('may change without changing the constant, which is a tensor of its own', () => {
    const variable = tf.variable(tf.tensor1d([1, 2]));
    const before = tf.memory().numTensors;
    const constant = stopGradient(variable);
    expect(constant).not.toBeInstanceOf(tf.Variable);
    variable.assign(tf.tensor1d([5, 6]));
    expect(constant.arraySync()).toEqual([1, 2]);
    constant.dispose();
    expect(variable.arraySync()).toEqual([5, 6]);
    expect(tf.memory().numTensors).toBe(before + 1);
    variable.dispose();
  });
});

describe('rank 7', () => {
  const SHAPE = [2, 1, 1, 1, 1, 1, 1];
  const x = () => tf.tensor([1, 2], SHAPE);
  const flat = (x: tf.Tensor) => x.reshape([2]);

  test('has gradients of 0', () => {
    for (const gradient of [gradOf(stopGradient), gradOf(gradOf(stopGradient))]) {
      const found = gradient(x());
      expect([found.shape, flat(found).arraySync()]).toEqual([SHAPE, [0, 0]]);
    }
  });

  test.each(['cpu', 'wasm'])('adds nothing to other gradients on %s', async (backend) => {
    await tf.setBackend(backend);
    const both: Unary = (x) =>
      flat(x)
        .square()
        .add(flat(stopGradient(x)));
    expect(flat(gradOf(both)(x())).arraySync()).toEqual([2, 4]);
    const computed: Unary = (x) => stopGradient(flat(x).square().reshape(SHAPE));
    expect(gradOf((x) => flat(computed(flat(x))))(tf.tensor1d([1, 2])).arraySync()).toEqual([0, 0]);
  });
});

test('indices may be constants', () => {
  const rows = (x: tf.Tensor) => stopGradient(tf.argMax(x, 1).expandDims(1));
  const f = (x: tf.Tensor) => gatherND(x.square(), rows(x));
  expect(gradOf(f)(tf.tensor2d([1, 2, 4, 3], [2, 2])).arraySync()).toEqual([
    [2, 4],
    [8, 6],
  ]);
});

test.each([
  ['a disposed tensor', () => tf.tidy(() => tf.scalar(1)), 'x is a disposed tensor'],
  ['nothing', () => undefined, 'x is undefined'],
])('%s is an error', (_, value, message) => {
  const given = value();
  if (given) given.dispose();
  expect(() => Reflect.apply(stopGradient, null, [given]) as unknown).toThrow(
    `stopGradient: ${message}`,
  );
});
