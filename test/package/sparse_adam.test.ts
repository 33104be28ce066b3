/** The optimizer of rows: what it returns, keeps and refuses, and that a step writes in place. */
import type * as Tfjs from '@tensorflow/tfjs';
import type * as Train from 'tfjs-gather-scatter/train';

import { loadWatched } from '../support/allocations.js';

const ROWS = 4096;

let loaded: Awaited<ReturnType<typeof loadWatched>>;
let tf: typeof Tfjs;
let sparseAdam: typeof Train.sparseAdam;

beforeAll(async () => {
  loaded = await loadWatched();
  ({ tf } = loaded);
  await import('tfjs-gather-scatter');
  ({ sparseAdam } = await import('tfjs-gather-scatter/train'));
});

const tableOf = (rows = 3) => tf.tidy(() => tf.variable(tf.ones([rows, 2])));
const sumOf = (rows: Tfjs.Tensor) => rows.sum().asScalar();

describe.each(['cpu', 'wasm'])('on %s', (backend) => {
  beforeAll(() => loaded.startBackend(backend));
  afterAll(() => loaded.stopBackend());

  test('a step allocates no table', () => {
    const table = tableOf(ROWS);
    const optimizer = sparseAdam();
    const step = () => {
      optimizer.minimize(table, [5, 1, 5], sumOf);
    };
    step();
    const sizes = loaded.allocatedBy(step);
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThan(ROWS / 8);
    optimizer.dispose();
    table.dispose();
  });

  test('it keeps two tables until it is disposed', () => {
    const before = tf.memory().numTensors;
    const table = tableOf();
    const optimizer = sparseAdam();
    for (let i = 0; i < 3; i++) optimizer.minimize(table, [0, 2], sumOf);
    optimizer.applyGradients(table, [[1]], [[[1, 2]]]);
    expect(tf.memory().numTensors).toBe(before + 3);
    optimizer.dispose();
    expect(tf.memory().numTensors).toBe(before + 1);
    // It starts anew.
    optimizer.minimize(table, [0], sumOf);
    optimizer.dispose();
    table.dispose();
    expect(tf.memory().numTensors).toBe(before);
  });

  test("no other optimizer trains what it keeps, and tf.tidy doesn't free it", () => {
    const before = Object.values(tf.engine().state.registeredVariables);
    const table = tableOf();
    const optimizer = sparseAdam();
    tf.tidy(() => {
      optimizer.minimize(table, [0, 2], sumOf);
    });
    const trainable = Object.values(tf.engine().state.registeredVariables).filter(
      (each) => each.trainable && !before.includes(each),
    );
    expect(trainable).toEqual([table]);
    optimizer.minimize(table, [0, 2], sumOf);
    optimizer.dispose();
    table.dispose();
  });

  test('minimize returns the loss before the step, or null', () => {
    const table = tableOf();
    const optimizer = sparseAdam();
    const cost = optimizer.minimize(table, [0, 2, 2], sumOf, true);
    expect(cost?.dataSync()).toEqual(Float32Array.of(6));
    expect(optimizer.minimize(table, [0], sumOf)).toBeNull();
    optimizer.dispose();
  });

  test('the learning rate may change, and has defaults beside it', () => {
    const table = tableOf();
    const optimizer = sparseAdam();
    optimizer.minimize(table, [0], sumOf);
    expect(optimizer.learningRate).toBe(0.001);
    optimizer.learningRate = 0.5;
    optimizer.minimize(table, [1], sumOf);
    // The second step of this table, with a row that the first one did not read
    const rate = (0.5 * Math.sqrt(1 - 0.999 ** 2)) / (1 - 0.9 ** 2);
    const change = (rate * 0.1) / (Math.sqrt(0.001) + 1e-7);
    const [first, , second, , third] = Array.from(table.dataSync());
    expect(first).toBeCloseTo(0.999, 5);
    expect(second).toBeCloseTo(1 - change, 5);
    expect(third).toBe(1);
    optimizer.dispose();
  });

  test('padding trains nothing, not even by what earlier steps have left', () => {
    const table = tableOf();
    const optimizer = sparseAdam(0.5);
    const padding = { outOfBounds: 'drop', wrapNegatives: false } as const;
    optimizer.minimize(table, [2], sumOf);
    const before = Array.from(table.dataSync().subarray(4));
    const cost = optimizer.minimize(table, [0, -1], sumOf, true, padding);
    expect(cost?.dataSync()).toEqual(Float32Array.of(2));
    optimizer.applyGradients(table, [-1, 3], tf.ones([2, 2]), padding);
    const after = Array.from(table.dataSync());
    expect(after[0]).toBeLessThan(1);
    expect(after.slice(2)).toEqual([1, 1, ...before]);
    optimizer.dispose();
  });

  test.each<[string, (optimizer: Train.SparseAdam, table: Tfjs.Variable) => unknown, string]>([
    [
      'an index out of bounds',
      (optimizer, table) => optimizer.minimize(table, [0, 3], sumOf),
      'sparseAdam.minimize: ids has the value 3 at [1], expected an index in [-3, 2]: table has 3 rows.',
    ],
    [
      'gradients of another shape',
      (optimizer, table) => {
        optimizer.applyGradients(table, [0, 1], [[1, 2]]);
      },
      'sparseAdam.applyGradients: gradients has shape [1, 2], expected [2, 2]',
    ],
    [
      'ids that are no integers',
      (optimizer, table) => {
        tf.tidy(() => {
          optimizer.minimize(table, tf.tensor1d([0, 1]), sumOf);
        });
      },
      'sparseAdam.minimize: ids has dtype float32, expected int32',
    ],
    [
      'padding that only -1 could be',
      (optimizer, table) => optimizer.minimize(table, [-1], sumOf, false, { wrapNegatives: false }),
      'sparseAdam.minimize: ids has the value -1 at [0], expected an index in [0, 2]: table has 3 rows.',
    ],
    [
      'an unknown option',
      (optimizer, table) =>
        Reflect.apply(optimizer.applyGradients.bind(optimizer), null, [
          table,
          [0],
          [[1, 2]],
          { axis: 0 },
        ]) as unknown,
      "sparseAdam.applyGradients: there is no option 'axis', expected 'outOfBounds' or 'wrapNegatives'.",
    ],
    [
      'a loss that throws',
      (optimizer, table) =>
        optimizer.minimize(table, [0], () => {
          throw new Error('no loss');
        }),
      'no loss',
    ],
    [
      'a loss that is no scalar',
      (optimizer, table) => optimizer.minimize(table, [0, 1], (rows) => rows.square().sum(1)),
      'sparseAdam.minimize: the loss has shape [2], expected []: a scalar.',
    ],
    [
      'a learning rate that is no number',
      (optimizer, table) => {
        const { learningRate } = optimizer;
        Reflect.set(optimizer, 'learningRate', { learningRate });
        try {
          optimizer.applyGradients(table, [0], [[1, 2]]);
        } finally {
          optimizer.learningRate = learningRate;
        }
      },
      'sparseAdam.applyGradients: learningRate is an object, expected a number.',
    ],
  ])('after %s, table and moments are as they were', (_, wrong, message) => {
    const tables = [tableOf(), tableOf()];
    const optimizer = sparseAdam();
    for (const table of tables) optimizer.minimize(table, [0, 2], sumOf);
    const before = tf.memory().numTensors;
    expect(() => wrong(optimizer, tables[0])).toThrow(message);
    expect(tf.memory().numTensors).toBe(before);
    for (const table of tables) optimizer.minimize(table, [0, 1], sumOf);
    expect(tables[0].arraySync()).toEqual(tables[1].arraySync());
    optimizer.dispose();
  });

  test.each<[unknown[], string]>([
    [[{ learningRate: 0.1 }], 'sparseAdam: learningRate is an object, expected a number.'],
    [['0.1'], "sparseAdam: learningRate is '0.1', expected a number."],
    [[NaN], 'sparseAdam: learningRate is NaN, expected a number.'],
    [[0.1, 0.9, 0.999, null], 'sparseAdam: epsilon is null, expected a number.'],
    [[0.1, 1], 'sparseAdam: beta1 is 1, expected a number in [0, 1).'],
    [[0.1, 0.9, -1], 'sparseAdam: beta2 is -1, expected a number in [0, 1).'],
  ])('settings %j are an error', (settings, message) => {
    expect(() => {
      Reflect.apply(sparseAdam, null, settings);
    }).toThrow(message);
  });

  test('a table is a variable of float32 with rows', () => {
    const optimizer = sparseAdam();
    const ofTensor = (): unknown =>
      Reflect.apply(optimizer.minimize.bind(optimizer), null, [tf.ones([3, 2]), [0], sumOf]);
    expect(ofTensor).toThrow(
      'sparseAdam.minimize: table is no variable, expected one, such as tf.variable(x).',
    );
    expect(() => optimizer.minimize(tf.variable(tf.scalar(1)), [0], sumOf)).toThrow(
      'sparseAdam.minimize: table is a scalar (rank 0), expected a tensor of rank 1 or more.',
    );
    const counts = tf.variable(tf.ones([3, 2], 'int32'));
    expect(() => optimizer.minimize(counts, [0], sumOf)).toThrow(
      'table has dtype int32, expected float32',
    );
  });
});
