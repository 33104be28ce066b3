/** Scatters into variables: when they take the memory over, moved data, many calls, and the methods of `at`. */
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import { at } from 'tfjs-gather-scatter/indexing';
import { checkAssigns, variableOf } from '../support/assign_checks.js';
import { startBackend, stopBackend } from '../support/in_process.js';
import { driverOf } from '../support/in_process_driver.js';
import { randomAssigns } from '../support/random_assigns.js';

/** What stands for the memory of a tensor. */
function memoryOf({ dataId }: tf.Tensor): unknown {
  const backend = tf.backend() as unknown as {
    data?: { get: (id: object) => { values: Float32Array } };
    dataIdMap?: { get: (id: object) => { memoryOffset: number } };
  };
  return backend.data?.get(dataId).values.buffer ?? backend.dataIdMap?.get(dataId).memoryOffset;
}

describe.each(['cpu', 'wasm'] as const)('%s', (backend) => {
  beforeAll(() => startBackend(backend));
  afterAll(stopBackend);

  const step = (variable: tf.Variable) => {
    ops.assignScatterND(variable, [[1]], [[1, 2]], { reduction: 'add' });
  };

  /** Whether a call takes the memory over. */
  const takes = (variable: tf.Variable) => {
    const before = [variable.dataId, memoryOf(variable)];
    step(variable);
    expect(variable.dataId).not.toBe(before[0]);
    return memoryOf(variable) === before[1];
  };

  test('takes the memory over if nothing else holds it', () => {
    const variable = variableOf(tf.zeros([600, 2]));
    step(variable);
    expect(takes(variable)).toBe(true);
    // Kernels of tfjs read it.
    tf.tidy(() => void tf.matMul(variable, tf.ones([2, 3])));
    tf.tidy(() => void tf.gather(variable, [1, 2]));
    tf.tidy(() => void tf.gatherND(variable, [[1], [2]]));
    tf.tidy(() => void ops.gatherND(variable, [[1], [2]]));
    expect(takes(variable)).toBe(true);
    const clone = tf.variable(variable);
    expect(takes(variable)).toBe(false);
    expect(takes(variable)).toBe(true);
    clone.dispose();
    const slice = variable.slice(0, 3);
    expect(takes(variable)).toBe(backend === 'wasm');
    expect(takes(variable)).toBe(true);
    slice.dispose();
    variable.dataSync();
    expect(takes(variable)).toBe(backend === 'wasm');
    expect(takes(variable)).toBe(true);
    expect(() => {
      ops.assignScatterND(
        variable,
        [[0], [600]],
        [
          [9, 9],
          [9, 9],
        ],
      );
    }).toThrow('assignScatterND: indices has the value 600 at [1, 0]');
    expect(takes(variable)).toBe(true);
    expect([...variable.slice(0, 2).dataSync()]).toEqual([0, 0, 10, 20]);
  });

  test('the memory stays the same over thousands of calls', () => {
    const variable = variableOf(tf.zeros([600, 2]));
    step(variable);
    const before = { ...tf.memory() };
    const heap = (tf.backend() as unknown as { wasm?: { HEAPU8: Uint8Array } }).wasm;
    const length = heap?.HEAPU8.length;
    for (let n = 0; n < 5000; n++) step(variable);
    expect(tf.memory()).toEqual(before);
    expect(heap?.HEAPU8.length).toBe(length);
    expect(variable.dataSync()[3]).toBe(10_002);
  });

  test('works after the data has moved from another backend, and back', async () => {
    const other = backend === 'cpu' ? 'wasm' : 'cpu';
    const variable = variableOf(tf.zeros([600, 2]));
    for (let n = 0; n < 3; n++) step(variable);
    for (const name of [other, backend, other, backend]) {
      await tf.setBackend(name);
      const values = variable.dataSync().slice();
      for (let n = 0; n < 3; n++) step(variable);
      expect(variable.dataSync()[2]).toBe(values[2] + 3);
    }
    expect(variable.dataSync()[2]).toBe(15);
  });

  test('works with accelerated builtins, whose clones share memory', async () => {
    const undo = ops.accelerateBuiltins();
    try {
      const driver = driverOf(backend);
      for (const holder of ['alone', 'clone', 'gradient', 'slice', 'own updates'] as const) {
        await checkAssigns(randomAssigns(holder, 60, 20, driver));
      }
    } finally {
      undo();
    }
  });

  test('a write into a cache takes the memory over', () => {
    const variable = variableOf(tf.zeros([2, 600, 2]));
    const write = () => {
      ops.assignTensorScatter(variable, tf.ones([2, 1, 2]), [0, 599]);
    };
    write();
    const before = memoryOf(variable);
    write();
    expect(memoryOf(variable)).toBe(before);
    expect(variable.sum().arraySync()).toBe(4);
    variable.dispose();
  });

  test('a variable may be the indices of a call into it', () => {
    const indices = tf.range(0, 5000, 1, 'int32').reverse().reshape([5000, 1]);
    const updates = tf.ones([5000, 1], 'int32');
    const variable = tf.variable(indices);
    // Writes what is there, which makes the memory the variable's own.
    for (let n = 0; n < 2; n++) ops.assignScatterND(variable, [[0]], [[4999]]);
    const wanted = ops.scatterND(indices, indices, updates, { reduction: 'sub' });
    // Each site changes the index of another one.
    ops.assignScatterND(variable, variable, updates, { reduction: 'sub' });
    expect([...variable.dataSync()]).toEqual([...wanted.dataSync()]);
  });

  test('many strings can be in a variable', async () => {
    const words = Array.from({ length: 2000 }, (_, n) => String(n));
    const variable = tf.variable(tf.tensor2d(words, [2000, 1], 'string'));
    for (const word of ['a', 'b', 'c']) ops.assignScatterND(variable, [[7]], [[word]]);
    const found: string[] = await variable.data<'string'>();
    expect(found).toEqual(words.map((word, n) => (n === 7 ? 'c' : word)));
  });

  test('an optimizer trains a variable between calls', () => {
    const [a, b] = [0, 1].map(() => variableOf(tf.range(0, 80).reshape([40, 2])));
    const optimizer = tf.train.adam(0.1);
    for (let n = 0; n < 5; n++) {
      ops.assignScatterND(
        a,
        [[n], [n]],
        [
          [1, 2],
          [3, 4],
        ],
        { reduction: 'add' },
      );
      const sum = ops.scatterND(
        b,
        [[n], [n]],
        [
          [1, 2],
          [3, 4],
        ],
        { reduction: 'add' },
      );
      b.assign(sum);
      sum.dispose();
      optimizer.minimize(() => tf.add(a.square().sum(), b.square().sum()).asScalar());
    }
    expect([...a.dataSync()]).toEqual([...b.dataSync()]);
  });

  test('the methods of at assign to variables', () => {
    const methods = [
      ['assign', 'set'],
      ['assignAdd', 'add'],
      ['assignSub', 'sub'],
      ['assignMul', 'mul'],
      ['assignMax', 'max'],
      ['assignMin', 'min'],
    ] as const;
    const places = [
      [[0, 2, 2]],
      ['1:3'],
      [':', 1],
      ['::-2', [1, 0, 1]],
      [
        [
          [true, false],
          [false, true],
          [true, true],
          [false, false],
        ],
      ],
      [[true, false, false, true]],
    ] as const;
    for (const [assign, set] of methods) {
      for (const indices of places) {
        const start: tf.Tensor = tf.tensor2d([
          [1, 2],
          [3, 4],
          [5, 6],
          [7, 8],
        ]);
        const variable = tf.variable(start);
        const wanted = at(start, ...(indices as unknown as [string]))[set](3);
        for (let n = 0; n < 2; n++) {
          variable.assign(start);
          at(variable, ...(indices as unknown as [string]))[assign](3);
        }
        expect([...variable.dataSync()]).toEqual([...wanted.dataSync()]);
        tf.dispose([start, variable, wanted]);
      }
    }
    expect(() => {
      at(tf.ones([2]) as unknown as tf.Variable, 0).assign(1);
    }).toThrow('at.assign: variable is a tensor, expected a variable, such as tf.variable(x)');
  });
});

test('on wasm, copies that XNNPACK has packed are not used again', async () => {
  await startBackend('wasm');
  const variable = variableOf(tf.ones([64, 64]));
  const x = tf.ones([8, 64]);
  for (let n = 0; n < 4; n++) {
    const product = tf.matMul(x, variable);
    const sums = tf.tidy(() => variable.sum(0));
    expect([...product.dataSync()].slice(0, 64)).toEqual([...sums.dataSync()]);
    ops.assignScatterND(variable, [[n]], tf.fill([1, 64], n, 'float32'), { reduction: 'add' });
  }
  await stopBackend();
});
