/** Fused products and their gradients allocate nothing of edges × features, in arrays or in wasm's heap. */
import type * as Sparse from 'tfjs-gather-scatter/sparse';
import { loadWatched } from '../support/allocations.js';
import { MESSAGES, prepare, PRODUCTS } from '../support/sparse_training.js';

let loaded: Awaited<ReturnType<typeof loadWatched>>;
let sparse: typeof Sparse;

beforeAll(async () => {
  loaded = await loadWatched();
  sparse = await import('tfjs-gather-scatter/sparse');
});

describe.each(['cpu', 'wasm'])('on %s', (backend) => {
  beforeAll(() => loaded.startBackend(backend));
  afterAll(() => loaded.stopBackend());

  test.each(PRODUCTS)('%s', (product) => {
    const sizes = loaded.allocatedBy(prepare(loaded.tf, sparse, product));
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThan(MESSAGES / 4);
  });
});
