/** tfjs' matrix products, sums, exponentials and clones with acceleration, against tfjs' own and against what models run. */
import * as tf from '@tensorflow/tfjs';
import { accelerateBuiltins } from 'tfjs-gather-scatter';
import { chance, int, pick } from '../support/random_values.js';
import { type Draw, testRandomly } from '../support/seed.js';
import { heap, useWasm, wasmBackend } from './backend.js';

useWasm();

/** The result of a call with acceleration. */
function accelerated(call: () => tf.Tensor): tf.Tensor {
  const undo = accelerateBuiltins();
  try {
    return call();
  } finally {
    undo();
  }
}

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

/** Runs a call, with acceleration unless told otherwise, and returns the attributes with which tfjs' own kernel ran. */
async function ownCalls(
  kernelName: string,
  run: () => unknown,
  accelerate = accelerateBuiltins,
): Promise<tf.NamedAttrMap[]> {
  const stock = tf.getKernel(kernelName, 'wasm');
  const calls: tf.NamedAttrMap[] = [];
  const replace = (config: tf.KernelConfig) => {
    tf.unregisterKernel(kernelName, 'wasm');
    tf.registerKernel(config);
  };
  replace({
    ...stock,
    kernelFunc(given) {
      calls.push(given.attrs ?? {});
      return stock.kernelFunc(given);
    },
  });
  const undo = accelerate();
  try {
    await run();
  } finally {
    undo();
    replace(stock);
  }
  return calls;
}

const isTransposed = ({ transposeA, transposeB }: tf.NamedAttrMap) =>
  Boolean(transposeA) || Boolean(transposeB);

const stored = ([rows, columns]: number[], isTransposed: boolean) =>
  isTransposed ? [columns, rows] : [rows, columns];

const uniform = (draw: Draw, shape: number[]) =>
  tf.randomUniform(shape, -1, 1, 'float32', int(draw, 1, 1e6));

/** Two batches that broadcast to each other; one of them repeats at most, as tfjs requires. */
function batches(draw: Draw): [number[], number[]] {
  const batch = Array.from({ length: int(draw, 0, 2) }, () => int(draw, 1, 3));
  const ones = batch.map(() => 1);
  return pick(draw, [
    [batch, batch],
    [batch, ones],
    [ones, batch],
    [batch, []],
  ]);
}

const ACTIVATIONS = ['linear', 'relu', 'relu6', 'sigmoid', 'elu', 'leakyrelu', 'prelu'] as const;

type Fused = Parameters<typeof tf.fused.matMul>[0];

/** A fused product by separate ops. tfjs adds wrong values of a bias to a product of transposed matrices. */
function composed({ a, b, transposeA, transposeB, bias, activation, ...others }: Fused) {
  const product = tf.matMul(a, b, transposeA, transposeB);
  const x = bias ? product.add(bias) : product;
  if (activation === 'leakyrelu') return tf.leakyRelu(x, others.leakyreluAlpha);
  if (activation === 'prelu') return tf.prelu(x, others.preluActivationWeights ?? 0);
  return activation && activation !== 'linear' ? tf[activation](x) : x;
}

testRandomly('products are those of tfjs, within rounding', 150, async (draw) => {
  const length = () => pick(draw, [1, 2, 3, 4, 7, 8, 12, 17, 22, 40, 64, 150]);
  const [rows, inner, columns] = [length(), length(), length()];
  const [transposeA, transposeB] = [chance(draw, 2), chance(draw, 2)];
  const [first, second] = batches(draw);
  const a = uniform(draw, [...first, ...stored([rows, inner], transposeA)]);
  const b = uniform(draw, [...second, ...stored([inner, columns], transposeB)]);
  expectAlike(() => tf.matMul(a, b, transposeA, transposeB), inner);
  if (first.length < 2 && second.length === first.length) {
    const bias = uniform(draw, [columns]);
    const activation = pick(draw, ACTIVATIONS);
    const preluActivationWeights = uniform(draw, [columns]);
    const options = { transposeA, transposeB, activation, leakyreluAlpha: 0.3 };
    const fused = { a, b, bias, ...options, preluActivationWeights } as Fused;
    expectAlike(
      () => tf.fused.matMul(fused),
      inner,
      () => composed(fused),
    );
    tf.dispose([bias, preluActivationWeights]);
  }
  tf.dispose([a, b]);
  return Promise.resolve();
});

testRandomly('sums are those of tfjs, within rounding', 150, async (draw) => {
  const shape = Array.from({ length: int(draw, 1, 4) }, () => pick(draw, [1, 3, 8, 20, 40]));
  const axes = shape.map((_, d) => d).filter(() => chance(draw, 2));
  const x = uniform(draw, shape);
  const keepDims = chance(draw, 2);
  expectAlike(() => tf.sum(x, axes, keepDims), x.size);
  x.dispose();
  return Promise.resolve();
});

const PAIRS = [
  [true, false],
  [false, true],
  [true, true],
];

describe.each(ACTIVATIONS)('%s:', (activation) => {
  test.each(PAIRS)('NaN and Infinity spread as in tfjs, transposed %j, %j', (...transposes) => {
    const [transposeA, transposeB] = transposes;
    tf.tidy(() => {
      const a = tf.buffer([32, 32], 'float32', new Float32Array(1024).fill(1));
      a.set(NaN, 1, 2);
      a.set(Infinity, 5, 7);
      a.set(-Infinity, 9, 11);
      const [x, y] = [a.toTensor(), tf.eye(32).sub(0.25)];
      expectAlike(() => tf.matMul(x, y, transposeA, transposeB), 32);
      const preluActivationWeights = tf.ones([32]).mul(0.5);
      const options = { activation, leakyreluAlpha: 0.3, preluActivationWeights };
      const fused = { a: x, b: y, transposeA, transposeB, ...options };
      expectAlike(
        () => tf.fused.matMul(fused),
        32,
        () => composed(fused),
      );
    });
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

test('exponentials are exact to the last bit or so, and right at the ends', () => {
  tf.tidy(() => {
    const ends = [NaN, Infinity, -Infinity, 0, -0, 88.7, 88.8, -103.9, -104.5];
    const x = tf.concat([tf.tensor1d(ends), tf.linspace(-87, 88, 5000)]);
    const found = [...accelerated(() => x.exp()).dataSync()];
    const isExact = (value: number, i: number) => {
      const exact = Math.fround(Math.exp(x.dataSync()[i]));
      return Object.is(value, exact) || Math.abs(value - exact) <= exact * 2 ** -22;
    };
    expect(found.findIndex((value, i) => !isExact(value, i))).toBe(-1);
    expect(accelerated(() => x.reshape([1, -1]).exp()).shape).toEqual([1, x.size]);
  });
});

test('many exponentials run in the module, and few do not', async () => {
  expect(await ownCalls('Exp', () => tf.ones([64, 64]).exp())).toEqual([]);
  expect(await ownCalls('Exp', () => tf.ones([8]).exp())).toHaveLength(1);
});

test('clones share their values, and outlive each other', () => {
  tf.tidy(() => {
    const x = tf.tensor1d([1, 2, 3]);
    const [before, copy] = [tf.memory().numDataBuffers, accelerated(() => x.clone())];
    expect(tf.memory().numDataBuffers).toBe(before);
    x.dispose();
    expect([...copy.dataSync()]).toEqual([1, 2, 3]);
    const text = accelerated(() => tf.tensor1d(['a', 'b']).clone());
    expect(text.dataSync()).toEqual(['a', 'b']);
  });
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
