/** Rows of all the lengths for which the module has loops of their own: the bits of the cpu backend and of the views. */
import * as tf from '@tensorflow/tfjs';
import { gatherSegmentMax, gatherSegmentSum } from 'tfjs-gather-scatter/sparse';
import { int, pick } from '../support/random_values.js';
import { type Draw, testRandomly } from '../support/seed.js';
import { useWasm } from './backend.js';
import { bitsOf, expectSameBits, randomTensor } from './calls.js';

useWasm();

/** Single values, fours, rounds of sixteen, and rows that the engine copies. */
const LENGTHS = [2, 3, 4, 5, 12, 15, 16, 17, 21, 32, 33, 64, 70, 127, 128, 133, 200];
const ROWS = 5;

/** Few rows, so that neighbours are often the same; some sites are dropped. */
const randomIds = (draw: Draw, count: number): number[] =>
  Array.from({ length: count }, () => (int(draw, 0, 7) === 0 ? 99 : int(draw, -ROWS, ROWS - 1)));

testRandomly('rows are moved and combined', 400, (draw) => {
  const [length, count] = [pick(draw, LENGTHS), int(draw, 1, 9)];
  const reduction = pick(draw, ['gather', 'none', 'none', 'add', 'max']);
  const rows = (n: number) => randomTensor(draw, [n, length], 'float32');
  const indices = tf.tensor2d(randomIds(draw, count), [count, 1], 'int32');
  const outOfBounds = 'drop';
  expectSameBits(
    reduction === 'gather'
      ? {
          kernel: 'GatherND',
          inputs: { data: rows(ROWS), indices },
          attrs: { outOfBounds, fill: 7 },
        }
      : {
          kernel: 'ScatterND',
          inputs: { data: rows(ROWS), indices, updates: rows(count) },
          attrs: { outOfBounds, reduction },
        },
  );
  return Promise.resolve();
});

testRandomly('rows are combined as they are gathered', 400, (draw) => {
  const [length, edges, heads] = [pick(draw, LENGTHS), int(draw, 1, 20), int(draw, 0, 3)];
  const x = randomTensor(draw, heads > 1 ? [ROWS, heads, length] : [ROWS, length], 'float32');
  const weights = randomTensor(draw, heads > 1 ? [edges, heads] : [edges], 'float32');
  const [sources, targets] = [0, 1].map(() => tf.tensor1d(randomIds(draw, edges), 'int32'));
  const options = { outOfBounds: 'drop', wrapNegatives: true } as const;
  const run = (way: string) => {
    tf.env().set('GATHER_SCATTER_WASM', way);
    return tf.tidy(() => {
      const sum = gatherSegmentSum(x, sources, targets, ROWS, {
        ...options,
        ...(heads > 0 && { weights }),
      });
      const max = gatherSegmentMax(x, sources, targets, ROWS, options);
      return [sum, max].flatMap((y) => bitsOf(Float32Array.from(y.dataSync())));
    });
  };
  const byViews = run('views');
  expect(run('auto')).toEqual(byViews);
  tf.dispose([x, weights, sources, targets]);
  return Promise.resolve();
});
