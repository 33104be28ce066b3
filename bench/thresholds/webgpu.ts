/**
 * The thresholds of kernels/webgpu/strategy.ts on a software adapter: those for threads, lines and runs
 * of sites. Runs use a cached order, so that only combining them takes time.
 */
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-webgpu';
import { isOnCpu } from '../../kernels/webgpu/backend.js';
import { dropOrders } from '../../kernels/webgpu/cached_orders.js';
import { backend, waitForGpu } from '../webgpu/backend.js';
import { addAlongLines, gatherSlices, K, M, scatterSlices } from './calls.js';
import { offer, threshold } from './harness.js';
import type { Call } from './harness.js';
import { SORTING, SORTS } from './webgpu_sorts.js';

/** A call whose floats may be combined in any order. */
const unordered = (call: Call) => () => {
  tf.env().set('GATHER_SCATTER_ORDERED', false);
  const result = call();
  tf.env().set('GATHER_SCATTER_ORDERED', true);
  return result;
};

const RUNNING = [
  threshold('WORKGROUP_SIZE', 'threads in a workgroup', [16, 32, 128, 256], () => gatherSlices(M)),
  threshold('MAX_PER_THREAD', 'values per thread', [1, 2, 4, 16], () => gatherSlices(M)),
  threshold('MIN_THREADS', 'enough threads', [K, 4 * K, 16 * K, 64 * K], () =>
    gatherSlices(32 * K),
  ),
  threshold(
    'SORTED_ROWS',
    'values in a row, unordered',
    [4, 8, 16, 64],
    (width) => unordered(scatterSlices(M / width, M / width, width)),
    { ways: ['by atomics', 'sorted'], given: SORTS },
  ),
  threshold(
    'MIN_LINES',
    'lines that are walked',
    [8, 16, 32, 64],
    (lines) => addAlongLines(lines, 512),
    { ways: ['sorted', 'walked'], given: SORTS },
  ),
  threshold(
    'MAX_UNORDERED_LINE',
    'sites in a line, unordered',
    [256, 512, K, 4 * K],
    (length) => unordered(addAlongLines(M / 4 / length, length)),
    { ways: ['walked', 'by atomics'] },
  ),
  threshold('SITES_PER_BLOCK', 'sites in a block', [8, 16, 32, 128], () =>
    scatterSlices(64 * K, 64 * K),
  ),
  threshold('SITES_PER_BLOCK', 'sites in a block, in runs of 64', [32, 128], () =>
    scatterSlices(4 * M, 64 * K),
  ),
  threshold('PIECE', 'updates in a piece', [256, K, 16 * K], () => scatterSlices(M / 4, 1)),
];

/** tfjs' cached pipelines, by the thresholds that their programs were written with. */
const pipelines = new Map<string, object>();
const errors: string[] = [];

offer(
  {
    async start() {
      // Small tensors would be computed on the host.
      tf.env().set('WEBGPU_CPU_FORWARD', false);
      await tf.setBackend('webgpu');
      const { device } = backend();
      if (!isOnCpu({ device })) throw new Error('The thresholds are for a software adapter.');
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
    // WebGPU silently skips a program with an error.
    end: () => {
      if (errors.length > 0) throw new Error(errors.join('\n'));
    },
  },
  [...RUNNING, ...SORTING],
);
