/** The thresholds of kernels/cpu/strategy.ts, in calls of 1M values. */
import * as tf from '@tensorflow/tfjs';
import { gatherLines, gatherSlices, K, M, scatterSlices } from './calls.js';
import { offer } from './harness.js';

const gather = (width: number) => gatherSlices(Math.floor(M / width), width);

offer(
  {
    async start() {
      await tf.setBackend('cpu');
    },
    // The loops read thresholds in every call.
    apply: () => undefined,
  },
  [
    {
      counted: 'sites at once',
      name: 'BLOCK',
      // The arrays of blocks are as long as the constant's own value, so no longer one can be tried.
      values: [256, 512, K],
      callAt: () => scatterSlices(M, M),
    },
    {
      counted: 'sites in a line',
      name: 'RESOLVES_LINES_FROM',
      values: [3, 4, 8, 16, 32],
      ways: ['site by site', 'line by line'],
      callAt: (length) => gatherLines([Math.floor(M / length), length]),
    },
    {
      counted: 'values in a slice, added',
      name: 'ROWS_FROM',
      values: [4, 8, 16],
      ways: ['by places', 'slice by slice'],
      callAt: (width) => scatterSlices(M / width, M / width, width),
    },
    {
      counted: 'values in a slice',
      name: 'ROWS_FROM',
      values: [4, 8, 16],
      ways: ['by places', 'in words'],
      callAt: gather,
    },
    {
      counted: 'values in an odd slice',
      name: 'ODD_ROWS_FROM',
      values: [23, 47, 95],
      ways: ['by places', 'by set'],
      callAt: gather,
    },
    {
      counted: 'values in a slice, by set',
      name: 'ROWS_BY_SET_FROM',
      values: [64, 128, 256, 512],
      ways: ['in words', 'by set'],
      callAt: gather,
    },
    {
      counted: 'slices read ahead',
      name: 'ROWS_AT_ONCE',
      values: [8, 16, 64],
      callAt: () => gather(64),
    },
  ],
);
