/** What docs/acceleration.md advises instead of ops that tfjs computes slowly on wasm has the same values and gradients. */
import * as tf from '@tensorflow/tfjs';
import { accelerateBuiltins } from 'tfjs-gather-scatter';
import { take } from 'tfjs-gather-scatter/indexing';
import { read } from '../support/documents.js';
import { useWasm } from './backend.js';

type Way = (tensors: tf.Tensor[]) => tf.Tensor[];

/** The shapes of the table's tensors. */
const SHAPES: Record<string, number[]> = {
  x: [4096, 64],
  y: [4096, 64],
  c: [4096, 1],
  row: [1, 64],
  a: [6000, 2],
  b: [6000, 2],
  w: [4, 64],
  nodes: [4000, 32],
  v: [64, 64],
  t: [6000, 3, 32],
  m: [4096, 97],
  s: [2, 2, 8, 32, 16],
};
const NAMES = Object.keys(SHAPES);

useWasm();

let undo: () => void;
let tensors: tf.Tensor[];
/** What else the table names. */
let others: Record<string, unknown>;

beforeAll(() => {
  undo = accelerateBuiltins();
  tensors = Object.values(SHAPES).map((shape) => tf.randomUniform(shape, -1, 1, 'float32', 7));
  const ids = (seed: number) => tf.randomUniform([40_000], 0, 4000, 'int32', seed);
  const mask = tf.randomUniform([4096, 1], 0, 2, 'int32', 7).cast('float32');
  const columns = Array.from({ length: 97 }, (_, i) => i);
  others = { tf, take, mask, columns, i: ids(1), j: ids(2) };
});

afterAll(() => {
  undo();
});

const [, section] = read('docs/acceleration.md').split('\n## What stays slow on wasm\n');
const [table] = section.split('\n## ');

/** The code in the second and third cell of each row, and whether the last one has the ratio with gradients. */
const rows = [...table.matchAll(/^\|.*`.*$/gm)].map(([line]) => {
  const [, , slow, instead, , withGradient] = line.split('|');
  const [first, second] = [slow, instead].map((cell) => /`(.+?)`/.exec(cell)?.[1] ?? '');
  return [first, second, withGradient.trim() !== '–'] as const;
});

function wayOf(code: string): Way {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- running the text is the purpose
  const run = new Function(...Object.keys(others), ...NAMES, `return [${code}].flat();`) as (
    ...scope: unknown[]
  ) => tf.Tensor[];
  return (tensors) => run(...Object.values(others), ...tensors);
}

/** The gradients of the squares of a way's results, with respect to the tensors that its code names. */
function gradientsOf(code: string): Way {
  const way = wayOf(code);
  const isNamed = NAMES.map((name) => new RegExp(`\\b${name}\\b`).test(code));
  const gradients = tf.grads((...named: tf.Tensor[]) => {
    let next = 0;
    const given = tensors.map((tensor, i) => (isNamed[i] ? named[next++] : tensor));
    return tf.addN(way(given).map((result) => result.square().sum()));
  });
  return (tensors) => gradients(tensors.filter((_, i) => isNamed[i]));
}

/** The largest difference of two tensors, relative to the largest value. */
function differenceOf(first: tf.Tensor, second: tf.Tensor): number {
  expect(first.shape).toEqual(second.shape);
  const [difference, largest] = [first.sub(second), first].map((x) => x.abs().max());
  return difference.div(largest.add(1)).dataSync()[0];
}

test.each(rows)('instead of %s, %s', (slow, instead, hasGradient) => {
  for (const find of hasGradient ? [wayOf, gradientsOf] : [wayOf]) {
    tf.tidy(() => {
      const [expected, found] = [slow, instead].map((code) => find(code)(tensors));
      expect(found).toHaveLength(expected.length);
      for (const [i, result] of found.entries())
        expect(differenceOf(expected[i], result)).toBeLessThan(1e-5);
    });
  }
});

test('the table has rows', () => {
  expect(rows).not.toHaveLength(0);
});
