/** The calls that both sides make. Every worker creates the same inputs. */
import * as tf from '@tensorflow/tfjs';
import { randomNumbers } from '../../../random.js';
import type { ComparisonId } from './comparisons.js';
import type * as Ops from '../../../package_ops.js';

type Calls = Readonly<Record<ComparisonId, () => tf.Tensor>>;

/** Length of the rows that are gathered and summed, and number of segments for the maxima. */
const [WIDTH, SEGMENTS] = [32, 64];

/** The calls for a number of indices: the package's if its ops are given, else those of tfjs. */
export function callsOf(size: number, ops?: typeof Ops): Calls {
  const [side, count] = [Math.sqrt(size), size / 4];
  const [rows, vector, updates] = [values([size, WIDTH]), values([size]), values([count])];
  const [matrix, pairs] = [values([side, side]), indices(2 * size, side).reshape([size, 2])];
  const [table, ids, few] = [values([count, WIDTH]), indices(size, size), indices(size, count)];
  const [tuples, fewTuples] = [ids, few].map((one) => one.expandDims<tf.Tensor2D>(1));
  // Distinct places, because tfjs on webgl adds up updates that collide.
  const places = tf.range(0, size, 4, 'int32').reverse().expandDims<tf.Tensor2D>(1);
  // Assigned in turn, so that no segment is empty.
  const turns = tf.tensor1d(Int32Array.from({ length: size }, (_, i) => i % SEGMENTS));
  const segments = tf.range(0, SEGMENTS, 1, 'int32').expandDims(1);
  const zeros = tf.zeros([size]);
  if (ops) {
    return {
      rows: () => ops.gatherND(rows, tuples),
      elements: () => ops.gatherND(matrix, pairs),
      add: () => ops.scatterND(zeros, tuples, vector, { reduction: 'add' }),
      replace: () => ops.scatterND(vector, places, updates),
      sums: () => ops.unsortedSegmentSum(rows, few, count),
      gradient: () => tf.grad((x) => ops.gatherND(x, fewTuples).square())(table),
      maxima: () => ops.unsortedSegmentMax(vector, turns, SEGMENTS),
    };
  }
  return {
    rows: () => tf.gather(rows, ids),
    elements: () => tf.gatherND(matrix, pairs),
    add: () => tf.scatterND(tuples, vector, [size]),
    // tfjs overwrites the vector on cpu, but always with these same updates.
    replace: () => tf.tensorScatterUpdate(vector, places, updates),
    sums: () => tf.unsortedSegmentSum(rows, few, count),
    gradient: () => tf.grad((x) => tf.gather(x, few).square())(table),
    maxima: () => tf.where(segments.equal(turns), vector, tf.scalar(-Infinity)).max(1),
  };
}

function values(shape: number[]): tf.Tensor {
  const size = tf.util.sizeFromShape(shape);
  return tf.tensor(Float32Array.from({ length: size }, randomNumbers(1)), shape);
}

function indices(length: number, limit: number): tf.Tensor1D {
  const random = randomNumbers(2);
  return tf.tensor1d(Int32Array.from({ length }, () => Math.floor(random() * limit)));
}
