/** tfjs' exponentials, comparisons and clones with acceleration. */
import * as tf from '@tensorflow/tfjs';
import { accelerated, ownCalls } from './accelerated.js';
import { heap, useWasm, wasmBackend } from './backend.js';

useWasm();

test('exponentials are exact to the last bit or so, and right at the ends', () => {
  tf.tidy(() => {
    const ends = [NaN, Infinity, -Infinity, 0, -0, 88.7, 88.8, -103.9, -104.5];
    const x = tf.tensor1d([...ends, ...Array.from({ length: 5000 }, (_, i) => i * 0.035 - 87)]);
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
    // Until 4.10, clones are copies.
    const copies = /^(3|4\.(\d|10))\./.test(tf.version_core) ? 1 : 0;
    expect(tf.memory().numDataBuffers).toBe(before + copies);
    x.dispose();
    expect([...copy.dataSync()]).toEqual([1, 2, 3]);
    // tfjs 3 clones no strings there.
    if (tf.version_core.startsWith('3.')) return;
    const text = accelerated(() => tf.tensor1d(['a', 'b']).clone());
    expect(text.dataSync()).toEqual(['a', 'b']);
  });
});

test('large comparisons repeat what broadcasts along inner axes, and no others do', async () => {
  const count = async (...shapes: number[][]) => {
    const [a, b] = shapes.map((shape) => tf.ones(shape));
    return (await ownCalls('Multiply', () => tf.equal(a, b))).length;
  };
  expect(await count([64, 64], [64, 1])).toBe(1);
  expect(await count([64, 1], [64, 64])).toBe(1);
  expect(await count([64, 1, 2], [1, 64, 1])).toBe(2);
  expect(await count([64, 64], [64])).toBe(0);
  expect(await count([64, 64], [])).toBe(0);
  expect(await count([8, 8], [8, 1])).toBe(0);
});

test('comparisons of seven dimensions, which tfjs cannot multiply, are right', () => {
  tf.tidy(() => {
    const x = tf.range(0, 256).reshape([2, 2, 2, 2, 2, 2, 4]);
    const y = tf.range(0, 64).mul(4).reshape([2, 2, 2, 2, 2, 2, 1]);
    const expected = Array.from({ length: 256 }, (_, i) => +(i % 4 === 0));
    expect([...accelerated(() => tf.equal(x, y)).dataSync()]).toEqual(expected);
  });
});

test("a comparison for whose repeated values there is no room runs in tfjs' own way", async () => {
  const [x, y] = [tf.ones([64, 64]), tf.ones([64, 1])];
  const before = wasmBackend().numDataIds();
  const allocate = heap()._malloc.bind(heap());
  const malloc = jest
    .spyOn(heap(), '_malloc')
    .mockImplementation((bytes) => (bytes > 64 * 64 ? 0 : allocate(bytes)));
  const calls = await ownCalls('Multiply', () => {
    const equal = tf.equal(x, y);
    expect(Math.min(...equal.dataSync())).toBe(1);
    equal.dispose();
  });
  malloc.mockRestore();
  expect(calls).toEqual([]);
  expect(wasmBackend().numDataIds()).toBe(before);
});
