/** Fused products and their gradients allocate nothing of edges × features, in arrays or in wasm's heap. */
import type * as Tfjs from '@tensorflow/tfjs';
import type * as Sparse from 'tfjs-gather-scatter/sparse';
import { arraysOf, watchArrays } from '../support/allocations.js';
import type * as InProcess from '../support/in_process.js';
import { MESSAGES, prepare, PRODUCTS } from '../support/sparse_training.js';
import type * as Wasm from '../wasm/backend.js';

let tf: typeof Tfjs;
let sparse: typeof Sparse;
let inProcess: typeof InProcess;
let wasm: typeof Wasm;

beforeAll(async () => {
  watchArrays();
  tf = await import('@tensorflow/tfjs');
  await import('tfjs-gather-scatter');
  sparse = await import('tfjs-gather-scatter/sparse');
  inProcess = await import('../support/in_process.js');
  wasm = await import('../wasm/backend.js');
});

describe.each(['cpu', 'wasm'] as const)('on %s', (backend) => {
  beforeAll(() => inProcess.startBackend(backend));
  afterAll(() => inProcess.stopBackend());

  test.each(PRODUCTS)('%s', (product) => {
    const run = prepare(tf, sparse, product);
    let heap: number[] = [];
    const arrays = arraysOf(() => {
      if (backend === 'cpu') run();
      else heap = wasm.allocationsOf(run).sizes;
    });
    expect(arrays.length + heap.length).toBeGreaterThan(0);
    expect(Math.max(...arrays, ...heap)).toBeLessThan(MESSAGES / 4);
  });
});
