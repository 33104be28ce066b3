/** The thresholds of kernels/webgpu/strategy.ts for threads, lines, and runs of sorted sites. */
import {
  addAlongLines,
  addSlices,
  addWholeSlices,
  gatherSingles,
  M,
  SORTS,
  unordered,
} from './calls.js';
import { against, around } from './timing.js';
import type { Comparison } from '../comparison.js';

const K = 2 ** 10;

async function threads(): Promise<Comparison[]> {
  return [
    ...(await against('threads in a workgroup', 'WORKGROUP_SIZE', [16, 32, 128, 256], () =>
      gatherSingles(M),
    )),
    ...(await against('values for a thread', 'MOST_PER_THREAD', [1, 2, 4, 16], () =>
      gatherSingles(M),
    )),
    ...(await against('threads that are enough', 'ENOUGH_THREADS', [K, 4 * K, 16 * K, 64 * K], () =>
      gatherSingles(32 * K),
    )),
  ];
}

/** Rows and lines where any order is allowed, and lines in the order of sites. */
async function withoutAtomics(): Promise<Comparison[]> {
  return [
    ...(await around(
      'values in a row, unordered',
      'SORTED_ROWS',
      [4, 8, 16, 64],
      [
        ['by atomics', { ...SORTS, SORTED_ROWS: Infinity }],
        ['sorted', { ...SORTS, SORTED_ROWS: 0 }],
      ],
      (width) => unordered(addWholeSlices(M / width, M / width, width)),
    )),
    ...(await around(
      'lines, walked',
      'FEWEST_LINES',
      [8, 16, 32, 64],
      [
        ['sorted', { ...SORTS, FEWEST_LINES: Infinity }],
        ['walked', { ...SORTS, FEWEST_LINES: 0 }],
      ],
      (lines) => addAlongLines(lines, 512),
    )),
    ...(await around(
      'sites in a line, unordered',
      'SHORT_LINE',
      [256, 512, K, 4 * K],
      [
        ['walked', { SHORT_LINE: Infinity }],
        ['by atomics', { SHORT_LINE: 0 }],
      ],
      (length) => unordered(addAlongLines(M / 4 / length, length)),
    )),
  ];
}

/** Sites in an order that is kept, so that only combining them takes time. */
async function runs(): Promise<Comparison[]> {
  const blocks = [8, 16, 64, 128];
  return [
    ...(await against('sites in a block, at least', 'FEWEST_PER_BLOCK', blocks, () =>
      addSlices(64 * K, 64 * K),
    )),
    ...(await against('sites in a block, at most', 'MOST_PER_BLOCK', [32, 64, 256], () =>
      addSlices(2 * M, 2 * M),
    )),
    ...(await against('blocks that are enough', 'ENOUGH_BLOCKS', [K, 4 * K, 16 * K, 64 * K], () =>
      addSlices(M / 2, M / 2),
    )),
    ...(await against('updates, read ahead', 'READ_AHEAD', [1, 2, 8], () => addSlices(M / 4, K))),
    ...(await against('updates in a piece', 'PIECE', [256, K, 16 * K], () =>
      addWholeSlices(M / 4, 1),
    )),
  ];
}

export async function runThresholds(): Promise<Comparison[]> {
  return [...(await threads()), ...(await withoutAtomics()), ...(await runs())];
}
