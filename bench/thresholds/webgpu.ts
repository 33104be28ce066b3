/**
 * The thresholds of kernels/webgpu/strategy.ts on a software adapter: those for threads and lines, and of
 * runs of sites in an order that is kept, so that only combining them takes time.
 */
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-webgpu';
import { isOnCpu } from '../../kernels/webgpu/backend.js';
import { dropOrders } from '../../kernels/webgpu/kept_orders.js';
import { backend, waitForGpu } from '../webgpu/backend.js';
import { addAlongLines, gatherSlices, K, M, scatterSlices } from './calls.js';
import { offer } from './harness.js';
import type { Call, Threshold } from './harness.js';
import { SORTING, SORTS } from './webgpu_sorts.js';

/** A call whose floats may be combined in any order. */
const unordered = (call: Call) => () => {
  tf.env().set('GATHER_SCATTER_ORDERED', false);
  const result = call();
  tf.env().set('GATHER_SCATTER_ORDERED', true);
  return result;
};

const RUNNING: Threshold[] = [
  {
    counted: 'threads in a workgroup',
    name: 'WORKGROUP_SIZE',
    values: [16, 32, 128, 256],
    callAt: () => gatherSlices(M),
  },
  {
    counted: 'values for a thread',
    name: 'MOST_PER_THREAD',
    values: [1, 2, 4, 16],
    callAt: () => gatherSlices(M),
  },
  {
    counted: 'threads that are enough',
    name: 'ENOUGH_THREADS',
    values: [K, 4 * K, 16 * K, 64 * K],
    callAt: () => gatherSlices(32 * K),
  },
  {
    counted: 'values in a row, unordered',
    name: 'SORTED_ROWS',
    values: [4, 8, 16, 64],
    ways: ['by atomics', 'sorted'],
    given: SORTS,
    callAt: (width) => unordered(scatterSlices(M / width, M / width, width)),
  },
  {
    counted: 'lines, walked',
    name: 'FEWEST_LINES',
    values: [8, 16, 32, 64],
    ways: ['sorted', 'walked'],
    given: SORTS,
    callAt: (lines) => addAlongLines(lines, 512),
  },
  {
    counted: 'sites in a line, unordered',
    name: 'SHORT_LINE',
    values: [256, 512, K, 4 * K],
    ways: ['walked', 'by atomics'],
    callAt: (length) => unordered(addAlongLines(M / 4 / length, length)),
  },
  {
    counted: 'sites in a block, at least',
    name: 'FEWEST_PER_BLOCK',
    values: [8, 16, 64, 128],
    callAt: () => scatterSlices(64 * K, 64 * K),
  },
  {
    counted: 'sites in a block, at most',
    name: 'MOST_PER_BLOCK',
    values: [32, 64, 256],
    callAt: () => scatterSlices(2 * M, 2 * M),
  },
  {
    counted: 'blocks that are enough',
    name: 'ENOUGH_BLOCKS',
    values: [K, 4 * K, 16 * K, 64 * K],
    callAt: () => scatterSlices(M / 2, M / 2),
  },
  {
    counted: 'updates, read ahead',
    name: 'READ_AHEAD',
    values: [1, 2, 8],
    callAt: () => scatterSlices(M / 4, K),
  },
  {
    counted: 'updates in a piece',
    name: 'PIECE',
    values: [256, K, 16 * K],
    callAt: () => scatterSlices(M / 4, 1),
  },
];

/** The pipelines that tfjs keeps, by the thresholds with which their programs were written. */
const pipelines = new Map<string, object>();
const errors: string[] = [];

offer(
  {
    async start() {
      // Small tensors would be computed on the host.
      tf.env().set('WEBGPU_CPU_FORWARD', false);
      await tf.setBackend('webgpu');
      const { device } = backend();
      if (!isOnCpu({ device })) throw new Error('the thresholds are those of a software adapter');
      device.addEventListener('uncapturederror', ({ error }) => errors.push(error.message));
    },
    apply: (thresholds) => {
      const key = JSON.stringify(thresholds);
      const kept = pipelines.get(key) ?? {};
      pipelines.set(key, kept);
      backend().pipelineCache = kept;
      dropOrders(backend());
    },
    finish: waitForGpu,
    // WebGPU drops the work of a program with a mistake.
    end: () => {
      if (errors.length > 0) throw new Error(errors.join('\n'));
    },
  },
  [...RUNNING, ...SORTING],
);
