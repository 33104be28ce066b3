/** Long programs: loops in which each step runs a public function. Benchmarks use them too. */
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import * as indexing from 'tfjs-gather-scatter/indexing';
import * as segments from 'tfjs-gather-scatter/segment';
import * as sparse from 'tfjs-gather-scatter/sparse';

/** The length of each axis of the tensor that a program changes. */
const SIDE = 4;

type Run = (...args: unknown[]) => tf.Tensor;
type Step = (y: tf.Tensor, rows: tf.Tensor) => tf.Tensor;

const ALL: object = { ...ops, ...segments, ...sparse, ...indexing };

/** Exports that are no step: constants, functions that compute no tensor, and `at`, which has methods. */
const OTHERS = [
  'OUT_OF_BOUNDS',
  'REDUCTIONS',
  'accelerateBuiltins',
  'at',
  'checkIndices',
  'registerKernels',
];

const column = (rows: tf.Tensor) => tf.reshape(rows, [SIDE, 1]);
const grid = (rows: tf.Tensor) => tf.tile(column(rows), [1, SIDE]);
const pairs = (rows: tf.Tensor) => tf.stack([rows, rows], 1);

/** The arguments of functions by the beginning of their names; the first that fits counts. */
const ARGUMENTS: [start: RegExp, argumentsOf: (y: tf.Tensor, rows: tf.Tensor) => unknown[]][] = [
  [/^gatherSegment/, (y, rows) => [y, rows, rows, SIDE]],
  [/^gatherElements|^takeAlongAxis/, (y, rows) => [y, grid(rows)]],
  [/^gatherND/, (y, rows) => [y, column(rows)]],
  [/^scatterElements|^putAlongAxis/, (y, rows) => [y, grid(rows), y]],
  [/^scatterND|^tensorScatter/, (y, rows) => [y, column(rows), y]],
  [/^take|^indexSelect/, (y, rows) => [y, rows]],
  [/^indexFill/, (y, rows) => [y, rows, 0.5]],
  [/^index/, (y, rows) => [y, rows, y]],
  [/^unsorted/, (y, rows) => [y, rows, SIDE]],
  [/^bincount/, (y, rows) => [rows, { size: SIDE, weights: tf.sum(y, 1) }]],
  [/^histogram/, (y) => [y, [-1, 1], SIDE]],
  [/^sampled/, (y, rows) => [pairs(rows), y, y]],
  [
    /^sparse/,
    (y, rows) => [{ indices: pairs(rows), values: tf.sum(y, 1), denseShape: [SIDE, SIDE] }, y],
  ],
];

function stepOf(name: string, run: Run): Step {
  const found = ARGUMENTS.find(([start]) => start.test(name));
  if (!found) throw new Error(`programs.ts has no arguments for ${name}.`);
  return (y, rows) => run(...found[1](y, rows));
}

const functions = Object.entries(ALL as Record<string, Run>).filter(
  ([name]) => !OTHERS.includes(name),
);
const methods = ['set', 'add', 'sub', 'mul', 'max', 'min'] as const;

/** A step for each public function. */
export const STEPS: Record<string, Step> = {
  ...Object.fromEntries(functions.map(([name, run]) => [name, stepOf(name, run)])),
  ...Object.fromEntries(
    methods.map((method): [string, Step] => [
      `at.${method}`,
      (y, rows) => indexing.at(y, rows)[method](y),
    ]),
  ),
  'at.get': (y, rows) => indexing.at(y, rows).get(),
  'at.get, two arrays': (y, rows) => indexing.at(y, rows, rows).get(),
  'take, axis 1': (y, rows) => indexing.take(y, rows, { axis: 1 }),
};

/** tfjs' own gather, to compare with. */
export const gatherOfTfjs: Step = (y, rows) => tf.gather(y, rows.as1D());

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
