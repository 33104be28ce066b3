/**
 * The memory that is allocated in arrays and in wasm's heap. For gradient kernels, it is at most two
 * numbers per place and four per update, their results included, and copies of the scatter's tensors
 * if they are not float32. Fused products and their gradients allocate nothing of edges × features.
 */
import type * as Tfjs from '@tensorflow/tfjs';
import type * as Sparse from 'tfjs-gather-scatter/sparse';
import { loadWatched } from '../support/allocations.js';
import { NUMBERS, reductionsOf } from '../support/oracle_words.js';
import { MESSAGES, prepare, PRODUCTS } from '../support/sparse_training.js';

let loaded: Awaited<ReturnType<typeof loadWatched>>;
let sparse: typeof Sparse;

beforeAll(async () => {
  loaded = await loadWatched();
  sparse = await import('tfjs-gather-scatter/sparse');
});

const PLACES = 64;
const SITES = 48;

type Numeric = (typeof NUMBERS)[number];

/** The tensors of a scatter of slices; half of the updates are zeros. */
function inputsOf(sliceSize: number, dtype: Numeric, reduction: string, includeSelf: boolean) {
  const { tf } = loaded;
  const slice = sliceSize === 1 ? [] : [sliceSize];
  const scale = dtype === 'float32' ? 1 : 3;
  const data = tf.randomUniform([PLACES, ...slice], 0.5 * scale, scale).cast(dtype);
  const updates = tf.relu(tf.randomUniform([SITES, ...slice], -scale, scale)).cast(dtype);
  const rows = Array.from({ length: SITES }, (_, i) => [(i * 7) % 40]);
  const indices = tf.tensor2d(rows, [SITES, 1], 'int32');
  const scattered = { data, indices, updates };
  const attrs = { reduction, includeSelf };
  const output = tf.engine().runKernel<Tfjs.Tensor>('ScatterND', scattered, attrs);
  return { ...scattered, output, dy: tf.ones(data.shape) };
}

const CASES = [1, 3, 40].flatMap((sliceSize) =>
  NUMBERS.map((dtype) => ({ sliceSize, dtype, reductions: reductionsOf(dtype) })),
);

const WANTED = [true, false].flatMap((includeSelf) =>
  [['data', 'updates'], ['data'], ['updates']].map(
    (gradients) => [includeSelf, gradients] as const,
  ),
);

describe.each(['cpu', 'wasm'])('on %s', (backend) => {
  beforeAll(() => loaded.startBackend(backend));
  afterAll(() => loaded.stopBackend());

  test.each(PRODUCTS)('%s', (product) => {
    const sizes = loaded.allocatedBy(prepare(loaded.tf, sparse, product));
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThan(MESSAGES / 4);
  });

  describe.each(CASES)('for $dtype, slices of $sliceSize', ({ sliceSize, dtype, reductions }) => {
    describe.each(reductions)('%s', (reduction) => {
      test.each(WANTED)('includeSelf %p, gradients of %p', (includeSelf, gradients) => {
        const { tf, allocatedBy } = loaded;
        const inputs = inputsOf(sliceSize, dtype, reduction, includeSelf);
        const attrs = { reduction, includeSelf, gradients };
        let results: Tfjs.Tensor[] = [];
        const sizes = allocatedBy(() => {
          results = tf.engine().runKernel<Tfjs.Tensor[]>('ScatterNDGrad', inputs, attrs);
        });
        const used = sizes.reduce((sum, size) => sum + size, 0);
        const ofResults = results.reduce((sum, { size }) => sum + 4 * size, 0);
        expect(used).toBeGreaterThanOrEqual(ofResults);
        const { data, updates, output } = inputs;
        const cast = dtype === 'float32' ? [] : [data, updates, output, data, updates];
        const room = [data, data, updates, updates, updates];
        const most = [...room, ...cast].reduce((sum, { size }) => sum + 4 * size, 0);
        expect(used).toBeLessThanOrEqual(most);
        // Each separately is the same as both together.
        const both = tf
          .engine()
          .runKernel<Tfjs.Tensor[]>('ScatterNDGrad', inputs, { reduction, includeSelf });
        const wanted = both.filter((_, i) => gradients.includes(['data', 'updates'][i]));
        expect(results.map((x) => [...x.dataSync()])).toEqual(wanted.map((x) => [...x.dataSync()]));
      });
    });
  });
});
