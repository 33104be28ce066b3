/**
 * Times calls of 1M values near each threshold of kernels/cpu/strategy.ts, in both ways in turn, and prints which
 * thresholds are misplaced: on both sides of it, the chosen way is slower than the other by more than 10%.
 */
import * as tf from '@tensorflow/tfjs';
import { gatherElements, gatherND, scatterND } from '../../src/index.ts';
import { gatherSegmentSum } from '../../src/sparse/index.ts';
import { show, table } from '../figures.mjs';
import { timeInTurn } from '../in_turn.mjs';

const [K, M] = [2 ** 10, 2 ** 20];
const ROUNDS = 31;

const indicesBelow = (size, shape) => tf.randomUniform(shape, 0, size, 'int32');

/** Adds slices of `width` values at random places among as many slices. */
function scatter(width) {
  const [data, updates] = [tf.ones([M / width, width]), tf.ones([M / width, width])];
  const indices = indicesBelow(M / width, [M / width, 1]);
  return () => scatterND(data, indices, updates, { reduction: 'add' });
}

function gather(width) {
  const slices = Math.floor(M / width);
  const [data, indices] = [tf.ones([slices, width]), indicesBelow(slices, [slices, 1])];
  return () => gatherND(data, indices);
}

/** Gathers single values along axis 0. Data is longer, so that no two dimensions can be merged. */
function gatherLines(length) {
  const lines = Math.floor(M / length);
  const [data, indices] = [tf.ones([lines + 1, length + 1]), indicesBelow(lines, [lines, length])];
  return () => gatherElements(data, indices);
}

/** Adds single values along random edges. */
function sumAlongEdges() {
  const [sources, targets] = [indicesBelow(M / 8, [M]), indicesBelow(M / 8, [M])];
  const x = tf.ones([M / 8, 1]);
  return () => gatherSegmentSum(x, sources, targets, M / 8);
}

/**
 * What each threshold counts, the values to try, a call at a value, and the ways below the threshold and from it on.
 * Without ways, the constant is set to each of the values, and timed against its own.
 */
const THRESHOLDS = [
  // The arrays of blocks have the constant's own length, so larger values cannot be tried.
  ['BLOCK', 'sites at once', [256, 512, K], () => scatter(1)],
  [
    'LINES_FROM',
    'sites in a line',
    [3, 4, 8, 16, 32],
    gatherLines,
    ['block by block', 'line by line'],
  ],
  ['ROWS_FROM', 'values in a slice, added', [4, 8, 16], scatter, ['by places', 'slice by slice']],
  ['ROWS_FROM', 'values in a slice', [4, 8, 16], gather, ['by places', 'in words']],
  ['ODD_ROWS_FROM', 'values in an odd slice', [23, 47, 95], gather, ['by places', 'by set']],
  [
    'ROWS_BY_SET_FROM',
    'values in a slice, by set',
    [64, 128, 256, 512],
    gather,
    ['in words', 'by set'],
  ],
  ['ROWS_AT_ONCE', 'slices read ahead', [8, 16, 64], () => gather(64)],
  ['VALUES_AT_ONCE', 'values read from their sources at once', [2 * K, 64 * K], sumAlongEdges],
];

/** The constants that settable.mjs made settable, and their own values. */
const { thresholds } = globalThis;
const own = { ...thresholds };

/** Times a call with each value of a threshold. */
async function timed(name, values, callAt) {
  tf.engine().startScope();
  const call = callAt();
  const calls = values.map((value) => () => {
    Object.assign(thresholds, own, { [name]: value });
    return call();
  });
  const times = await timeInTurn(tf, calls, ROUNDS);
  tf.engine().endScope();
  return times;
}

globalThis.run = async () => {
  await tf.setBackend('cpu');
  const rows = [];
  const misplaced = [];
  for (const [name, counted, values, callAt, ways] of THRESHOLDS) {
    const [from, title] = [own[name], `${name}: ${counted}`];
    const isSlower = new Map();
    for (const value of values) {
      const pair = ways ? [Infinity, 0] : [value, from];
      const times = await timed(name, pair, () => callAt(value));
      const [other, taken] = ways && value < from ? [...times].reverse() : times;
      isSlower.set(value, taken > 1.1 * other);
      const cells = (ways ?? pair.map(String)).flatMap((way, i) => [way, show(times[i])]);
      rows.push([title, value.toLocaleString('en'), ...cells, show(times[0] / times[1])]);
    }
    const neighbours = [values.findLast((value) => value < from), values.find((x) => x >= from)];
    if (neighbours.every((value) => isSlower.get(value))) misplaced.push(title);
  }
  const header = ['threshold', 'at', 'below it', 'ms', 'at or above it', 'ms', 'ratio'];
  console.log(table(header, rows));
  console.log(`\nMisplaced thresholds: ${misplaced.join('; ') || 'none'}.`);
  if (misplaced.length > 0) process.exitCode = 1;
};
