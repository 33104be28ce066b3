/** Long programs: loops in which each step runs a public function. Benchmarks use them too. */
import * as tf from '@tensorflow/tfjs';
import { allCalls, functionOf } from './all_calls.js';
import { FUNCTIONS } from './find_op.js';

/** The length of each axis of the tensor that a program changes. */
const SIDE = 4;

type Step = (y: tf.Tensor, rows: tf.Tensor1D) => tf.Tensor;

/** The rows of the step that runs: the calls are made once, as making them would take longer than a step. */
let rows: tf.Tensor1D;

const calls = allCalls(
  tf,
  FUNCTIONS,
  { rows: SIDE, features: SIDE, sites: SIDE, segments: SIDE },
  {
    vector: (_below, _step, length) => (length === SIDE ? rows : tf.tile(rows, [length / SIDE])),
    pairs: () => tf.stack([rows, rows], 1) as tf.Tensor2D,
  },
);

/** Returns an input of a shape, made from y. */
function inputOf(y: tf.Tensor, shape: number[]): tf.Tensor {
  if (tf.util.arraysEqual(y.shape, shape)) return y;
  return shape.length === 1 ? tf.sum(y, 1) : tf.slice(y, [0, 0], shape);
}

const stepOf =
  (name: string): Step =>
  (y, given) => {
    rows = given;
    const { run, inputs = [y.shape] } = calls[name];
    return run(...inputs.map((shape) => inputOf(y, shape)));
  };

/** The first call of each public function, and calls along other axes. What is assigned to a variable has no gradient. */
const firsts = Object.keys(calls).filter(
  (name, i, all) =>
    /of (two axes|axis)/.test(name) ||
    (!name.includes('assign') &&
      all.findIndex((other) => functionOf(other) === functionOf(name)) === i),
);

/** A step for each public function. */
export const STEPS: Record<string, Step> = Object.fromEntries(
  firsts.map((name) => [name, stepOf(name)]),
);

/** tfjs' own gather, to compare with. */
export const gatherOfTfjs: Step = (y, rows) => tf.gather(y, rows);

/**
 * Makes a function that computes a number from x, of shape [4, 4], in a number of steps. Their rows are computed from
 * the values, or constant.
 */
export function program(step: Step, steps: number, computesRows: boolean) {
  const constant = tf.tensor1d([2, 0, 3, 1], 'int32');
  const [factor, term] = [tf.scalar(0.9), tf.fill([SIDE, SIDE], 0.01)];
  return (x: tf.Tensor): tf.Tensor => {
    let y = x;
    for (let i = 0; i < steps; i++) {
      const before = tf.tanh(tf.add(tf.mul(y, factor), term));
      const after = step(before, computesRows ? tf.argMax(before, 1) : constant);
      // Results have other shapes or dtypes.
      y = tf.util.arraysEqual(after.shape, x.shape)
        ? tf.cast(after, 'float32')
        : tf.add(before, tf.reshape(tf.cast(after, 'float32'), [SIDE, -1]));
    }
    return tf.sum(y);
  };
}
