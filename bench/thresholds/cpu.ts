/** The thresholds of kernels/cpu/strategy.ts, in calls of 1M values. */
import * as tf from '@tensorflow/tfjs';
import { gatherLines, gatherSlices, K, M, scatterSlices, sumAlongEdges } from './calls.js';
import type { Threshold } from './harness.js';
import { timeAround } from './harness.js';

const gather = (width: number) => gatherSlices(Math.floor(M / width), width);

const threshold = (
  name: string,
  counted: string,
  values: number[],
  callAt: Threshold['callAt'],
  ways?: Threshold['ways'],
): Threshold => ({ name, counted, values, callAt, ways });

const THRESHOLDS = [
  // The arrays of blocks have the constant's own length, so larger values cannot be tried.
  threshold('BLOCK', 'sites at once', [256, 512, K], () => scatterSlices(M, M)),
  threshold(
    'LINES_FROM',
    'sites in a line',
    [3, 4, 8, 16, 32],
    (length) => gatherLines([Math.floor(M / length), length]),
    ['block by block', 'line by line'],
  ),
  threshold(
    'ROWS_FROM',
    'values in a slice, added',
    [4, 8, 16],
    (width) => scatterSlices(M / width, M / width, width),
    ['by places', 'slice by slice'],
  ),
  threshold('ROWS_FROM', 'values in a slice', [4, 8, 16], gather, ['by places', 'in words']),
  threshold('ODD_ROWS_FROM', 'values in an odd slice', [23, 47, 95], gather, [
    'by places',
    'by set',
  ]),
  threshold('ROWS_BY_SET_FROM', 'values in a slice, by set', [64, 128, 256, 512], gather, [
    'in words',
    'by set',
  ]),
  threshold('ROWS_AT_ONCE', 'slices read ahead', [8, 16, 64], () => gather(64)),
  threshold('VALUES_AT_ONCE', 'values read from their sources at once', [2 * K, 64 * K], () =>
    sumAlongEdges(M, M / 8, 1),
  ),
];

Object.assign(globalThis, {
  async run() {
    await tf.setBackend('cpu');
    const found = [];
    for (const each of THRESHOLDS) found.push(...(await timeAround(each)));
    return found;
  },
});
