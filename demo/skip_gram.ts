/**
 * A skip-gram with negative sampling (word2vec). It learns a row of numbers for each word of a text.
 * Words in similar contexts get similar rows.
 */
import * as tf from '@tensorflow/tfjs';
import type { MessageOps } from './message_ops.js';

/** Words, and for each of them a neighbour in the text, followed by random words. */
export interface Batch {
  /** Shape [size]. */
  centres: Int32Array;
  /** Shape [size, 1 + negatives], flat. */
  targets: Int32Array;
}

export interface SkipGramOptions {
  /** The op that looks up rows. Its gradient adds up the rows of a repeated word. */
  ops: Pick<MessageOps, 'gather'>;
  wordCount: number;
  /** Length of the rows. */
  size: number;
  learningRate: number;
  /** Makes the initial rows the same in every run. */
  seed: number;
}

export interface SkipGram {
  readonly ops: SkipGramOptions['ops'];
  /** The learned rows, of shape [words, size]. */
  readonly words: tf.Variable<tf.Rank.R2>;
  /** A second row for each word, for its role as a neighbour. */
  readonly neighbours: tf.Variable<tf.Rank.R2>;
  readonly optimizer: tf.Optimizer;
}

export function createSkipGram(options: SkipGramOptions): SkipGram {
  const { ops, wordCount, size, learningRate, seed } = options;
  const shape: [number, number] = [wordCount, size];
  const createRows = (rowSeed: number) =>
    tf.tidy(() => tf.variable(tf.randomNormal<tf.Rank.R2>(shape, 0, 0.1, 'float32', rowSeed)));
  return {
    ops,
    words: createRows(seed),
    neighbours: createRows(seed + 1),
    optimizer: tf.train.adagrad(learningRate),
  };
}

/** Takes one step of the optimizer. Returns the batch's loss per word before it. */
export async function trainStep(model: SkipGram, { centres, targets }: Batch): Promise<number> {
  const { ops, words, neighbours, optimizer } = model;
  const count = centres.length;
  const loss = tf.tidy(() => {
    const centreWords = tf.tensor1d(centres);
    const targetWords = tf.tensor1d(targets);
    const isNeighbour = labelsOf(count, targets.length / count);
    const lossOf = () => {
      const rows = ops.gather(words, centreWords).expandDims<tf.Tensor3D>(1);
      const others = ops.gather(neighbours, targetWords).reshape([count, -1, words.shape[1]]);
      const scores = rows.mul(others).sum(2);
      // A mean would have gradients that shrink as the batch grows.
      return tf.losses
        .sigmoidCrossEntropy(isNeighbour, scores, undefined, undefined, tf.Reduction.SUM)
        .asScalar();
    };
    const value = optimizer.minimize(lossOf, true, [words, neighbours]);
    if (value === null) throw new Error('The optimizer returned no loss.');
    return value;
  });
  const [value] = await loss.data();
  loss.dispose();
  return value / count;
}

/** Ones in the first column, which holds the neighbours, and zeros in the others. */
function labelsOf(rows: number, columns: number): tf.Tensor2D {
  const labels = new Float32Array(rows * columns);
  for (let i = 0; i < labels.length; i += columns) labels[i] = 1;
  return tf.tensor2d(labels, [rows, columns]);
}

/** Returns the rows of all words, each scaled to length 1, one after the other. */
export async function unitRowsOf({ words }: SkipGram): Promise<Float32Array> {
  const rows = await words.data<'float32'>();
  const size = words.shape[1];
  const units = rows.slice();
  for (let start = 0; start < rows.length; start += size) {
    const length = Math.hypot(...rows.subarray(start, start + size)) || 1;
    for (let i = start; i < start + size; i++) units[i] /= length;
  }
  return units;
}

/** Finds the words nearest to one, by the cosine of the angle between rows of length 1. */
export function nearestWords(
  units: Float32Array,
  size: number,
  word: number,
  count: number,
): number[] {
  const rowOf = (one: number) => units.subarray(one * size, (one + 1) * size);
  const own = rowOf(word);
  const cosines = Array.from({ length: units.length / size }, (_, other) =>
    rowOf(other).reduce((sum, value, i) => sum + value * own[i], 0),
  );
  return [...cosines.keys()]
    .filter((other) => other !== word)
    .sort((a, b) => cosines[b] - cosines[a])
    .slice(0, count);
}

export function disposeSkipGram({ words, neighbours, optimizer }: SkipGram): void {
  tf.dispose([words, neighbours]);
  optimizer.dispose();
}
