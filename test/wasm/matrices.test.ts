/** tfjs' matrix products and sums with acceleration, against tfjs' own and against what models run. */
import * as tf from '@tensorflow/tfjs';
import { accelerateBuiltins, sparseSoftmaxCrossEntropy } from 'tfjs-gather-scatter';
import { accelerated, ownCalls } from './accelerated.js';
import { heap, useWasm, wasmBackend } from './backend.js';

useWasm();

/** Expects a call to have the same result with acceleration, or that of another call, within rounding. */
function expectAlike(call: () => tf.Tensor, length: number, expected = call): void {
  tf.tidy(() => {
    const [ours, own] = [accelerated(call), expected()];
    expect(ours.shape).toEqual(own.shape);
    expect(ours.dtype).toBe(own.dtype);
    const [found, right] = [ours.dataSync(), own.dataSync()];
    const isAlike = (value: number, i: number) =>
      Object.is(value, right[i]) || Math.abs(value - right[i]) < 1e-6 * (length + 10);
    expect([...found].findIndex((value, i) => !isAlike(value, i))).toBe(-1);
  });
}

const isTransposed = ({ transposeA, transposeB }: tf.NamedAttrMap) =>
  Boolean(transposeA) || Boolean(transposeB);

const ones = (...shape: number[]) => tf.ones(shape);
const fused = (options: object) => tf.fused.matMul({ a: ones(2, 3), b: ones(3, 2), ...options });

test.each<[string, () => tf.Tensor, unknown]>([
  [
    'stacks of four and two matrices',
    () => tf.matMul(tf.tensor4d([1, 2, 3, 4], [2, 2, 1, 1]), tf.tensor3d([10, 100], [2, 1, 1])),
    [
      [[[10]], [[200]]],
      [[[30]], [[400]]],
    ],
  ],
  [
    'stacks of two by three and two by one',
    () =>
      tf.matMul(
        tf.tensor4d([1, 2, 3, 4, 5, 6], [2, 3, 1, 1]),
        tf.tensor4d([10, 100], [2, 1, 1, 1]),
        true,
      ),
    [
      [[[10]], [[20]], [[30]]],
      [[[400]], [[500]], [[600]]],
    ],
  ],
  ['a stack of none', () => tf.matMul(ones(0, 2, 2), ones(1, 2, 2)), []],
  ['a product of nothing', () => tf.matMul(ones(2, 0), ones(0, 1)), [[0], [0]]],
  [
    'a vector as a row that was a column before',
    () => {
      const vector = tf.tensor1d([1, 2, 3]);
      tf.matMul(ones(1, 3), vector.reshape([3, 1]));
      return tf.matMul(ones(1, 1), vector.reshape([1, 3]));
    },
    [[1, 2, 3]],
  ],
  [
    'a clone as a fused row that was a column before',
    () => {
      const vector = tf.tensor1d([1, 2, 3]);
      tf.matMul(ones(1, 3), vector.reshape([3, 1]));
      fused({ a: ones(1, 3), b: vector.clone().reshape([3, 1]) });
      return fused({ a: ones(1, 1), b: vector.clone().reshape([1, 3]), bias: ones(3) });
    },
    [[2, 3, 4]],
  ],
  [
    'a large matrix that had another shape before',
    () => {
      const b = tf.tensor1d(Array.from({ length: 2 * 9000 }, (_, i) => i % 2));
      tf.matMul(ones(4, 2), b.reshape([2, 9000]));
      return tf.matMul(ones(4, 9000), b.reshape([9000, 2])).slice([3, 0]);
    },
    [[0, 9000]],
  ],
  [
    'a bias of one value',
    () => fused({ bias: tf.tensor1d([0.5]) }),
    [
      [3.5, 3.5],
      [3.5, 3.5],
    ],
  ],
  [
    'a bias for rows',
    () => fused({ bias: tf.tensor2d([[1], [2]]) }),
    [
      [4, 4],
      [5, 5],
    ],
  ],
  [
    'a bias that was a matrix before',
    () => fused({ bias: tf.tensor2d([[1, 2]]).reshape([2]) }),
    [
      [4, 5],
      [4, 5],
    ],
  ],
  [
    'weights for rows',
    () => {
      const preluActivationWeights = tf.tensor2d([[1], [2]]);
      return fused({
        b: tf.fill([3, 2], -1, 'float32'),
        activation: 'prelu',
        preluActivationWeights,
      });
    },
    [
      [-3, -3],
      [-6, -6],
    ],
  ],
  [
    'relu6 of NaN',
    () => {
      const a = tf.tensor2d([[NaN], [7], [-1]]);
      return fused({ a, b: ones(1, 1), transposeB: true, activation: 'relu6' });
    },
    [[NaN], [6], [0]],
  ],
  [
    'relu of Infinity times 0',
    () =>
      fused({
        a: tf.tensor2d([[Infinity]]),
        b: tf.zeros([1, 1]),
        transposeA: true,
        activation: 'relu',
      }),
    [[NaN]],
  ],
  ['a sum along a repeated axis', () => tf.sum(ones(64, 64), [0, -2]), Array(64).fill(64)],
  ['the same of few values', () => tf.sum(ones(2, 3), [0, 0], true), [[2, 2, 2]]],
  ['sums of nothing', () => tf.sum(ones(2, 0), 1), [0, 0]],
])('%s', (_, call, expected) => {
  tf.tidy(() => {
    tf.fill([100], 7, 'float32').dispose();
    expect(accelerated(call).arraySync()).toEqual(expected);
  });
});

test('smoothed labels spread over matrices of two shapes have the same gradient', () => {
  const options = { labelSmoothing: 0.3 };
  const loss = (x: tf.Tensor) => sparseSoftmaxCrossEntropy(x, [2], options);
  expectAlike(() => tf.grad(loss)(tf.tensor2d([[1, 2, -1, 0.5]])), 4);
});

test.each([true, false])("tfjs' errors stay, transposed: %j", (transposeA) => {
  const undo = accelerateBuiltins();
  tf.tidy(() => {
    const a = ones(3, 3);
    const given = { a, b: a, transposeA };
    expect(() => fused({ ...given, activation: 'tanh' })).toThrow(/tanh/);
    expect(() => tf.matMul(tf.ones([3]), a, transposeA)).toThrow(/shape/);
    // tfjs makes one stack of each operand's matrices before it runs the kernel.
    expect(() => fused({ ...given, a: ones(2, 2, 3, 3), b: ones(2, 3, 3) })).toThrow(/broadcast/);
    const prelu = { ...given, activation: 'prelu' };
    expect(() => fused(prelu)).toThrow(
      'tf.fused.matMul: preluActivationWeights is missing, expected a tensor',
    );
    expect(() => fused({ ...prelu, preluActivationWeights: ones(2, 3, 3) })).toThrow(
      'must match the product of shape 1,3,3',
    );
  });
  undo();
});

test('a clone of a vector that was a matrix is a bias of fused ops', () => {
  tf.tidy(() => {
    const x = ones(1, 1, 1, 2) as tf.Tensor4D;
    const bias = accelerated(() =>
      tf
        .tensor2d([[1, 2]])
        .reshape([2])
        .clone(),
    );
    const given = { x, filter: ones(1, 1, 2, 2) as tf.Tensor4D, strides: 1, pad: 0, bias };
    expect(tf.fused.conv2d(given).flatten().arraySync()).toEqual([3, 4]);
  });
});

test("clones outlive tfjs' batchToSpaceND, which older releases dispose of twice", () => {
  tf.tidy(() => {
    const x = tf.tensor4d([1, 2, 3, 4], [4, 1, 1, 1]);
    const copy = accelerated(() => x.clone());
    expect(
      tf
        .batchToSpaceND(
          x,
          [2, 2],
          [
            [0, 0],
            [0, 0],
          ],
        )
        .flatten()
        .arraySync(),
    ).toEqual([1, 2, 3, 4]);
    x.dispose();
    expect([...copy.dataSync()]).toEqual([1, 2, 3, 4]);
  });
});

test('sums keep NaN and Infinity', () => {
  tf.tidy(() => {
    const x = tf.buffer([512, 16], 'float32', new Float32Array(8192).fill(1));
    x.set(NaN, 4, 1);
    x.set(Infinity, 9, 2);
    expectAlike(() => x.toTensor().sum(0), 512);
  });
});

describe.each(['sum', 'mean'] as const)('the gradient of a %s', (op) => {
  const x = () => tf.range(0, 24).reshape([2, 3, 4]).sub(7);
  const reduced = (axis?: number | number[], keepDims = false) => {
    const value = (x: tf.Tensor) => x[op](axis, keepDims).square();
    return { first: tf.grad(value), second: tf.grad((x) => tf.grad(value)(x).square()) };
  };

  test.each([[undefined], [0], [1], [-1], [[0, 2]], [[1, 2]], [[0, 1, 2]]])('along %j', (axis) => {
    for (const keepDims of [false, true]) {
      const { first, second } = reduced(axis, keepDims);
      expectAlike(() => first(x()), 24);
      expectAlike(() => second(x()), 24);
    }
  });

  test('by int32, scalars and nothing', () => {
    const { first } = reduced();
    expectAlike(() => first(x().toInt()), 24);
    expectAlike(() => first(tf.scalar(3)), 1);
    expectAlike(() => reduced(1).first(tf.zeros([2, 0])), 0);
  });

  test('makes nothing of its size on the host', () => {
    tf.tidy(() => {
      const [input, dy] = [x(), tf.ones([2, 3])];
      const write = jest.spyOn(wasmBackend(), 'write');
      accelerated(() => tf.grad((x) => x[op](-1))(input, dy));
      // An output has no values yet.
      const written = write.mock.calls.filter(([values]) => values !== null);
      expect(written.filter(([, shape]) => tf.util.sizeFromShape(shape) > 6)).toEqual([]);
      write.mockRestore();
    });
  });
});

test('products of nothing are 0', () => {
  tf.tidy(() => {
    const product = (a: number[], b: number[]) => () => tf.matMul(tf.ones(a), tf.ones(b), true);
    expectAlike(product([0, 70], [0, 70]), 0);
    expectAlike(product([70, 0], [70, 70]), 0);
    expectAlike(product([3, 0, 70], [3, 0, 70]), 0);
  });
});

test('int32 and lengths that differ are refused as without acceleration', () => {
  const undo = accelerateBuiltins();
  const [a, b] = [tf.ones([64, 64], 'int32'), tf.ones([64, 64])];
  expect(() => tf.matMul(a, a, true)).toThrow(/^BatchMatMul for non/);
  expect(() => tf.matMul(b, tf.ones([32, 64]), true)).toThrow(/inner shapes/);
  undo();
});

/** Trains two dense layers for a step. */
async function train(): Promise<void> {
  const input = tf.input({ shape: [48] });
  const hidden = tf.layers.dense({ units: 32, activation: 'relu' }).apply(input);
  const outputs = tf.layers.dense({ units: 16 }).apply(hidden) as tf.SymbolicTensor;
  const model = tf.model({ inputs: input, outputs });
  model.compile({ optimizer: 'sgd', loss: 'meanSquaredError' });
  const [x, y] = [tf.ones([256, 48]), tf.ones([256, 16])];
  await model.fit(x, y, { batchSize: 256 });
  tf.dispose([x, y]);
  model.dispose();
}

/** Accelerates nothing. */
const leave = () => () => undefined;

test("training dense layers runs none of tfjs' slow loops", async () => {
  const stock = await ownCalls('BatchMatMul', train, leave);
  expect(stock.filter(isTransposed).length).toBeGreaterThan(2);
  expect(await ownCalls('BatchMatMul', train)).toEqual([]);
  expect((await ownCalls('_FusedMatMul', train)).filter(isTransposed)).toEqual([]);
  // Biases have a gradient along axis 0.
  const sums = await ownCalls('Sum', train);
  expect(sums.filter(({ axis }) => Array.isArray(axis) && axis[0] === 0)).toEqual([]);
});

test("plain products of large matrices, and of few rows, and small sums run tfjs' own kernels", async () => {
  const [small, tall, wide] = [tf.ones([3, 8]), tf.ones([256, 256]), tf.ones([8, 2])];
  expect(await ownCalls('BatchMatMul', () => tf.matMul(tall, tall))).toHaveLength(1);
  expect(await ownCalls('BatchMatMul', () => tf.matMul(small, wide))).toHaveLength(1);
  expect(await ownCalls('BatchMatMul', () => tf.matMul(wide, small, true, true))).toEqual([]);
  expect(await ownCalls('Sum', () => small.sum(0))).toHaveLength(1);
});

/** The most bytes that a call holds of the heap, and those that it does not free. */
function memoryOf(run: () => void): { most: number; left: number } {
  const sizes = new Map<number, number>();
  const held = () => [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  let most = 0;
  const [malloc, free] = [heap()._malloc.bind(heap()), heap()._free.bind(heap())];
  const spies = [
    jest.spyOn(heap(), '_malloc').mockImplementation((bytes) => {
      const address = malloc(bytes);
      sizes.set(address, bytes);
      most = Math.max(most, held());
      return address;
    }),
    jest.spyOn(heap(), '_free').mockImplementation((address) => {
      sizes.delete(address);
      free(address);
    }),
  ];
  run();
  for (const spy of spies) spy.mockRestore();
  return { most, left: held() };
}

const [TALL, NARROW, WIDE] = [
  [500, 64],
  [500, 32],
  [64, 500],
];

test.each<[string, number[][], (a: tf.Tensor, b: tf.Tensor) => tf.Tensor]>([
  ['a transposed', [TALL, NARROW], (a, b) => tf.matMul(a, b, true)],
  ['b transposed', [NARROW, TALL], (a, b) => tf.matMul(a.transpose(), b.transpose(), false, true)],
  ['both transposed', [TALL, WIDE], (a, b) => tf.matMul(a, b, true, true)],
  [
    'stacks',
    [
      [4, ...TALL],
      [4, 64, 32],
    ],
    (a, b) => tf.matMul(a, b),
  ],
  [
    'stacks, transposed',
    [
      [4, ...TALL],
      [4, ...NARROW],
    ],
    (a, b) => tf.matMul(a, b, true),
  ],
  ['a sum', [TALL, [1]], (a) => a.sum(0)],
])('%s: memory for one operand more at most, and all is freed', (_, shapes, call) => {
  const before = wasmBackend().numDataIds();
  const operands = shapes.map((shape) => tf.ones(shape));
  const run = () => tf.tidy(() => call(operands[0], operands[1]).size * 4);
  const bytes = run();
  const stock = memoryOf(run);
  const undo = accelerateBuiltins();
  const ours = memoryOf(run);
  undo();
  expect(bytes).toBeGreaterThan(0);
  expect(ours.left).toBe(0);
  const largest = Math.max(...operands.map(({ size }) => size * 4));
  expect(ours.most).toBeLessThanOrEqual(stock.most + largest);
  tf.dispose(operands);
  expect(wasmBackend().numDataIds()).toBe(before);
});
