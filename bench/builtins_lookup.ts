/**
 * Times the gradient of a lookup, of 512 ids in a table of 4096 rows of 64. tfjs' own code and the
 * acceleration take turns. Runs in Node on cpu and in a page on webgl.
 */
import * as tf from '@tensorflow/tfjs';
import { median } from 'simple-statistics';
import { accelerateBuiltins } from '../src/index.js';

const [ROWS, COLUMNS, IDS] = [4096, 64, 512];

/** The runs of the fast one in a round: cleaning up after the slow one would weigh on a single run. */
const REPEATS = 5;

/** Medians in ms, until the gradient's values are there. */
export interface Timing {
  backend: string;
  rounds: number;
  stockMs: number;
  acceleratedMs: number;
}

async function timed(gradient: () => tf.Tensor): Promise<{ ms: number; values: Float32Array }> {
  const start = performance.now();
  const result = gradient();
  const values = await result.data<'float32'>();
  const ms = performance.now() - start;
  result.dispose();
  return { ms, values };
}

/** Times both in turn, after one round that does not count. */
export async function run(backend: string, rounds: number): Promise<Timing> {
  await tf.setBackend(backend);
  const table = tf.randomNormal([ROWS, COLUMNS], 0, 1, 'float32', 1);
  const ids = tf.randomUniform([IDS], 0, ROWS, 'int32', 2);
  const dy = tf.randomNormal([IDS, COLUMNS], 0, 1, 'float32', 3);
  const gradient = () => tf.grad((x) => tf.gather(x, ids))(table, dy);
  const stockTimes: number[] = [];
  const acceleratedTimes: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const stock = await timed(gradient);
    const undo = accelerateBuiltins();
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      const accelerated = await timed(gradient);
      if (stock.values.some((value, i) => Math.abs(value - accelerated.values[i]) > 1e-4)) {
        throw new Error(`The two gradients differ on ${backend}.`);
      }
      if (round >= 0) acceleratedTimes.push(accelerated.ms);
    }
    undo();
    if (round >= 0) stockTimes.push(stock.ms);
  }
  return { backend, rounds, stockMs: median(stockTimes), acceleratedMs: median(acceleratedTimes) };
}

Object.assign(globalThis, { run });
