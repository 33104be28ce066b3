/**
 * The memory that is allocated in arrays and in wasm's heap. For the gradients of scatters, it is at most two
 * numbers per place and three per update, their results included, and a few more where the comments say so. Fused
 * products and their gradients allocate nothing of edges × features.
 */
import type * as Tfjs from '@tensorflow/tfjs';
import type * as Scatters from 'tfjs-gather-scatter';
import type * as Sparse from 'tfjs-gather-scatter/sparse';
import { loadWatched } from '../support/allocations.js';
import { MEANINGS, REDUCTION_ROWS } from '../../kernels/call/reductions.js';
import { NUMBERS, reductionsOf } from '../support/oracle_words.js';
import { MESSAGES, prepare, PRODUCTS } from '../support/sparse_training.js';

let loaded: Awaited<ReturnType<typeof loadWatched>>;
let sparse: typeof Sparse;
let scatterND: typeof Scatters.scatterND;

beforeAll(async () => {
  loaded = await loadWatched();
  sparse = await import('tfjs-gather-scatter/sparse');
  ({ scatterND } = await import('tfjs-gather-scatter'));
});

const PLACES = 64;
const SITES = 48;

type Numeric = (typeof NUMBERS)[number];

/** The tensors of a scatter of slices; half of the updates are zeros. */
function inputsOf(sliceSize: number, dtype: Numeric) {
  const { tf } = loaded;
  const slice = sliceSize === 1 ? [] : [sliceSize];
  const scale = dtype === 'float32' ? 1 : 3;
  const data = tf.randomUniform([PLACES, ...slice], 0.5 * scale, scale).cast(dtype);
  const updates = tf.relu(tf.randomUniform([SITES, ...slice], -scale, scale)).cast(dtype);
  const rows = Array.from({ length: SITES }, (_, i) => [(i * 7) % 40]);
  const indices = tf.tensor2d(rows, [SITES, 1], 'int32');
  return { data, indices, updates, dy: tf.ones(data.shape) };
}

const CASES = [1, 3, 40].flatMap((sliceSize) =>
  NUMBERS.map((dtype) => ({ sliceSize, dtype, reductions: reductionsOf(dtype) })),
);

describe.each(['cpu', 'wasm'])('on %s', (backend) => {
  beforeAll(() => loaded.startBackend(backend));
  afterAll(() => loaded.stopBackend());

  test.each(PRODUCTS)('%s', (product) => {
    const sizes = loaded.allocatedBy(prepare(loaded.tf, sparse, product));
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThan(MESSAGES / 4);
  });

  test('examples that share edges do not copy them', () => {
    const { tf, allocatedBy } = loaded;
    const [examples, nodes, edges] = [64, 4, 4096];
    const ids = tf.tensor1d(Int32Array.from({ length: edges }, (_, i) => i % nodes));
    const [x, weights] = [tf.ones([examples, nodes]), tf.ones([edges])];
    const sumOf = (x: Tfjs.Tensor, weights: Tfjs.Tensor) =>
      sparse.gatherSegmentSum(x, ids, ids, nodes, { batchDims: 1, weights });
    const sizes = allocatedBy(() => [
      ...tf.grads(sumOf)([x, weights], x),
      sparse.gatherSegmentMax(x, ids, ids, nodes, { batchDims: 1 }),
    ]);
    // A copy for each example would take four bytes for each edge.
    expect(Math.max(...sizes)).toBeLessThan(examples * edges);
  });

  describe.each(CASES)('for $dtype, slices of $sliceSize', ({ sliceSize, dtype, reductions }) => {
    describe.each(reductions)('%s', (reduction) => {
      test.each([true, false])('includeSelf %p', (includeSelf) => {
        const { tf, allocatedBy } = loaded;
        const { data, indices, updates, dy } = inputsOf(sliceSize, dtype);
        const call = (data: Tfjs.Tensor, updates: Tfjs.Tensor) =>
          scatterND(data, indices, updates, { reduction, includeSelf });
        const forward = sum(allocatedBy(() => call(data, updates)));
        let results: Tfjs.Tensor[] = [];
        const used = sum(
          allocatedBy(() => {
            results = tf.grads(call)([data, updates], dy);
          }),
        );
        expect(used).toBeGreaterThanOrEqual(forward);
        const cast = dtype === 'float32' ? [] : [data, updates, data, data, updates];
        const room = [data, data, updates, updates, updates];
        // Without its own value, data's gradient shares nothing with that of updates.
        if (!includeSelf) room.push(data, updates);
        // The numbers of the sites are made in an array first.
        if (reduction === 'none') room.push(updates);
        // Factors that may be 0 are split.
        if (reduction === 'mul') room.push(data, data, updates, updates, updates);
        // On wasm, arrays of counts and of numbers are copied to the heap.
        if (backend === 'wasm' && reduction === 'mean') room.push(data);
        if (backend === 'wasm' && reduction === 'none') room.push(updates, updates);
        // On wasm, the tape copies the tensors that it keeps.
        if (backend === 'wasm' && REDUCTION_ROWS[MEANINGS[reduction]].gradientsReadValues)
          room.push(data, data, updates, updates);
        const numbers = 32;
        const most = sum([...room, ...cast].map(({ size }) => 4 * size)) + numbers;
        expect(used - forward).toBeLessThanOrEqual(most);
        // Each separately is the same as both together.
        const [ofData] = tf.grads((data: Tfjs.Tensor) => call(data, updates))([data], dy);
        const [ofUpdates] = tf.grads((updates: Tfjs.Tensor) => call(data, updates))([updates], dy);
        const valuesOf = (tensors: Tfjs.Tensor[]) => tensors.map((x) => [...x.dataSync()]);
        expect(valuesOf([ofData, ofUpdates])).toEqual(valuesOf(results));
      });
    });
  });
});

const sum = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0);
