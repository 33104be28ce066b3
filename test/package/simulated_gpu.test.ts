/** What webgl and webgpu share: when the host may know values, and what needs no program. */
import * as tf from '@tensorflow/tfjs';
import { gatherElements, gatherND, scatterElements, scatterND } from 'tfjs-gather-scatter';
import { indexSelect } from 'tfjs-gather-scatter/indexing';
import { unsortedSegmentSum } from 'tfjs-gather-scatter/segment';
import { sampledDenseMatMul } from 'tfjs-gather-scatter/sparse';
import { COMBINE, DOT, OPS } from '../../kernels/call/ops.js';
import { planCall } from '../../kernels/call/plan.js';
import { hostKernels } from '../../kernels/cpu/host.js';
import { gpuKernels } from '../../kernels/gpu/kernels.js';
import { provideKernels } from '../../kernels/registry/served.js';
import { type SimulatedGpu, startSimulatedGpu } from '../support/simulated_gpu.js';

let gpu: SimulatedGpu;

beforeEach(async () => {
  gpu = await startSimulatedGpu();
  gpu.ran.length = 0;
});

const FLAG = 'GATHER_SCATTER_CHECK_INDICES';
const byDefault = tf.env().get(FLAG);

afterEach(() => {
  tf.env().set(FLAG, byDefault);
});

/** Integers that only the GPU has, because a program gathered them. */
function onGpu(values: number[]): tf.Tensor {
  const computed = gatherND(
    tf.tensor1d(values, 'int32'),
    values.map((_, i) => [i]),
  );
  gpu.ran.length = 0;
  return computed;
}

test('each op runs its own program', async () => {
  expect(await gatherElements([1, 2, 3], [2, 0]).array()).toEqual([3, 1]);
  expect(await scatterElements([1, 2, 3], [2, 0], [5, 7]).array()).toEqual([7, 2, 5]);
  expect(await sampledDenseMatMul([[0, 0]], [[2, 3]], [[5, 7]]).array()).toEqual([31]);
  expect(gpu.ran).toEqual(['gather', 'scatter', 'dot']);
});

test('a backend may check strings, and nothing else', () => {
  const checked: string[] = [];
  const { run } = gpuKernels<SimulatedGpu>({
    backendOf: () => gpu,
    lossOf: () => null,
    valuesOf: () => ({
      onHost: () => null,
      dataOf: (record) => ({ record, upload: () => null }),
    }),
    checkStrings: ({ dtype }) => checked.push(dtype),
    run: ({ shape, dtype }) => tf.zeros(shape, dtype),
  });
  const plan = (data: tf.Tensor) =>
    planCall(OPS.GatherND, { data, indices: tf.tensor2d([[0]], [1, 1], 'int32') });
  for (const data of [tf.tensor1d(['a']), tf.tensor1d([1])]) run(plan(data), gpu);
  expect(checked).toEqual(['string']);
});

test('an index that the host has seen is checked after its upload as well', () => {
  const indices = tf.tensor1d([0, 3, -4], 'int32');
  gatherElements([1, 2, 3, 4], indices);
  expect(() => gatherElements([1, 2, 3], indices)).toThrow('indices has the value 3 at [1]');
  expect(gpu.ran).toEqual(['gather']);
});

test.each<[string, (indices: tf.Tensor) => unknown]>([
  ['an op that the host computes', (indices) => scatterElements(['a', 'b', 'c'], indices, 'd')],
  ['an op that throws', (indices) => gatherElements([1], indices)],
  ['an op that needs no values', (indices) => gatherND(tf.zeros([3, 0]), indices.expandDims(1))],
  ['a check', (indices) => unsortedSegmentSum([1, 2], indices, 1)],
])('what %s has found in indices that their owner then changes is not kept', (_, run) => {
  const values = Int32Array.of(0, 1);
  const indices = tf.tensor1d(values, 'int32');
  try {
    run(indices);
  } catch {
    // Throws before it uploads them.
  }
  values[1] = 7;
  // As an op of tfjs does.
  gpu.upload([indices]);
  gpu.ran.length = 0;
  gatherElements([1, 2, 3], indices);
  expect(gpu.ran).toEqual(['gather']);
  values[1] = 1;
  expect(() => gatherElements([1], indices)).not.toThrow();
});

test('an index that only the GPU has is read back if the flag allows it', async () => {
  const indices = onGpu([0, 3]);
  expect(await gatherElements([1, 2, 3], indices).array()).toEqual([1, 0]);
  expect(gpu.ran).toEqual(['gather']);
  tf.env().set(FLAG, true);
  expect(() => gatherElements([1, 2, 3], indices)).toThrow('indices has the value 3 at [1]');
  expect(gpu.ran).toEqual(['gather', 'read', 'read']);
});

test('indices of strings stay on the host', async () => {
  const words = tf.tensor2d(['a', 'b', 'c', 'd'], [2, 2]);
  expect(await indexSelect(words, [1, 1, 0], { axis: 1 }).array()).toEqual([
    ['b', 'b', 'a'],
    ['d', 'd', 'c'],
  ]);
  expect(gpu.ran).toEqual([]);
});

test('without values, no program runs', () => {
  const none = tf.zeros([0, 1], 'int32');
  expect(gatherND(tf.zeros([3, 0]), none).shape).toEqual([0, 0]);
  expect(gatherND([1, 2, 3], none).shape).toEqual([0]);
  expect(gatherND(tf.zeros([0]), [[4]], { outOfBounds: 'drop', fill: 7 }).dataSync()[0]).toBe(7);
  expect(scatterND([1, 2, 3], none, tf.zeros([0])).dataSync()).toEqual(new Float32Array([1, 2, 3]));
  expect(sampledDenseMatMul([[0, 0]], tf.zeros([1, 0]), tf.zeros([1, 0])).dataSync()[0]).toBe(0);
  expect(gpu.ran).toEqual([]);
});

test('a gradient can be differentiated by a bool that it reads', async () => {
  const updates = tf.tensor1d([1], 'bool');
  const slope = (data: tf.Tensor) =>
    tf.grad((updates: tf.Tensor) => scatterND(data, [[1]], updates, { reduction: 'mul' }))(
      updates,
      tf.tensor1d([2, 5]),
    );
  const data = tf.tensor1d([1, 1], 'bool');
  expect(await slope(data).array()).toEqual([5]);
  expect(await tf.grad(slope)(data).array()).toEqual([0, 5]);
});

test('a second backend leaves the flag as it is, whatever the URL says', () => {
  const flags: unknown = Reflect.get(tf.env(), 'urlFlags');
  Reflect.set(tf.env(), 'urlFlags', { [FLAG]: true });
  tf.env().set(FLAG, false);
  provideKernels('others', hostKernels);
  Reflect.set(tf.env(), 'urlFlags', flags);
  expect(tf.env().getBool(FLAG)).toBe(false);
});

test('every tensor that a call reads decides whether the host computes it, but no sparse product', () => {
  const row = () => tf.ones([1, 2]);
  const ids = () => tf.tensor1d([0], 'int32');
  const factors = () => ({ weights: tf.ones([1]), sourceLike: row(), targetLike: row() });
  const countOf = (kernel: string, inputs: tf.NamedTensorMap, attrs?: tf.NamedAttrMap) => {
    gpu.reads = [];
    tf.engine().runKernel(kernel, inputs, attrs);
    return new Set(gpu.reads.map(({ dataId }) => dataId)).size;
  };
  const tuples = { data: row(), indices: tf.tensor2d([[0]], [1, 1], 'int32') };
  expect(countOf('ScatterND', { ...tuples, updates: row() })).toBe(3);
  expect(countOf(COMBINE, { ...tuples, ...factors() }, { op: 'GatherND' })).toBe(5);
  const ends = { data: row(), x: row(), indices: ids(), sources: ids() };
  expect(countOf(DOT, ends)).toBe(0);
  expect(countOf(COMBINE, { ...ends, ...factors() }, { op: 'Product' })).toBe(0);
  expect(gpu.ran).toEqual(['scatter', 'gather', 'dot', 'scatter']);
});

describe('on a backend whose integers end at 3', () => {
  beforeEach(async () => {
    gpu = await startSimulatedGpu('small-integers', {
      limits: (dtype) => ({ ...hostKernels.limits(dtype), exactIntegers: 3 }),
    });
  });

  test.each([
    { sites: 3, slices: 1 },
    { sites: 9, slices: 1 },
    { sites: 9, slices: 2 },
  ])('the last of $sites updates of $slices values gets the gradient', ({ sites, slices }) => {
    const rows = tf.range(0, sites * slices).reshape([sites, slices]);
    const indices = Array.from({ length: sites }, (_, i) => [i % 2]);
    const found = tf.grad((rows: tf.Tensor) => scatterND(tf.zeros([3, slices]), indices, rows))(
      rows,
      tf.tensor2d([[2], [5], [7]]).tile([1, slices]),
    );
    const last = [...Array<number>(sites - 2).fill(0), ...(sites % 2 ? [5, 2] : [2, 5])];
    expect(found.unstack(1).map((column) => [...column.dataSync()])).toEqual(
      Array(slices).fill(last),
    );
  });
});
