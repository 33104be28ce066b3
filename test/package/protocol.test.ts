/** What copies of the package pass to each other: a change of it must raise the protocol's number. */
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import * as segment from 'tfjs-gather-scatter/segment';
import * as sparse from 'tfjs-gather-scatter/sparse';

const PRIVATE = /@(\d+)$/;

/** Kernels by name, with the names of all inputs and attributes that they get. */
const seen = new Map<string, Set<string>>();

/** Notes what private kernels get, until the test ends. */
function listen(): void {
  for (const { kernelName, kernelFunc, ...config } of tf.getKernelsForBackend('cpu')) {
    if (!PRIVATE.test(kernelName)) continue;
    const names = new Set<string>();
    seen.set(kernelName, names);
    tf.unregisterKernel(kernelName, 'cpu');
    tf.registerKernel({
      ...config,
      kernelName,
      kernelFunc(call) {
        for (const name of Object.keys({ ...call.inputs, ...call.attrs })) names.add(name);
        return kernelFunc(call);
      },
    });
  }
}

/** Runs a function of [4, 2] with its gradients of first and second order. */
function differentiate(f: (x: tf.Tensor) => tf.Tensor): void {
  const slope = (x: tf.Tensor) => tf.grad((x) => f(x).square().sum().mul(x.sum()))(x);
  tf.grad(slope)(tf.tensor2d([1, 2, 0, 4, 5, 0, 7, 8], [4, 2])).dispose();
}

const ids = [0, 0, 1, 2];
const pairs = [
  [0, 1],
  [2, 3],
];

beforeAll(async () => {
  await tf.setBackend('cpu');
  listen();
  for (const reduction of ops.REDUCTIONS) {
    const options = { reduction, includeSelf: reduction === 'mean' };
    differentiate((x) => ops.scatterND(x, [[1], [1]], x.slice(0, 2), options));
    differentiate((x) => ops.scatterElements(x, [[1, 1]], x.slice(0, 1), { reduction }));
  }
  const ring = { axis: 1, mode: 'circular' } as const;
  differentiate((x) => ops.tensorScatter(x, x.slice([0, 0], [4, 1]), [1, 0, -2, 9], ring));
  ops.assignTensorScatter(tf.variable(tf.ones([1, 2])), [[3]], [1], ring);
  ops.assignScatterND(tf.variable(tf.ones([2])), [[0]], 1);
  const policy = { outOfBounds: 'drop', fill: 2, wrapNegatives: false } as const;
  differentiate((x) => ops.gatherElements(x, [[-1, 1]], policy));
  differentiate((x) => ops.gatherND(x, [[1], [9]], policy));
  const { bincount, histogramFixedWidth, ...ofRows } = segment;
  bincount(ids, { size: 3 });
  histogramFixedWidth([1, 2], [0, 3]);
  for (const op of Object.values(ofRows)) differentiate((x) => op(x, ids, 3));
  const { sampledDenseMatMul, sparseDenseMatMul, ...alongEdges } = sparse;
  for (const op of Object.values(alongEdges)) differentiate((x) => op(x, [0, 1], [0, 1], 3));
  differentiate((x) => sparse.gatherSegmentSum(x, [0, 1, 1, 2], ids, 3, { weights: x }));
  differentiate((x) => sampledDenseMatMul(pairs, x, x));
  differentiate((x) =>
    sparseDenseMatMul({ indices: pairs, values: [1, 2], denseShape: [3, 4] }, x),
  );
});

const isStates = (state: unknown): state is Map<string, object> => state instanceof Map;

test('what travels belongs to protocol 2', () => {
  const [state] = Object.getOwnPropertySymbols(tf.engine()).map((key): unknown =>
    Reflect.get(tf.engine(), key),
  );
  if (!isStates(state)) throw new Error('The copies share no state.');
  const { served } = state.get('kernels') as { served: Map<string, object> };
  const list = (names: Iterable<string>) => [...names].sort().join(' ');
  const found = {
    ...Object.fromEntries([...state].map(([name, value]) => [name, list(Object.keys(value))])),
    ...Object.fromEntries([...seen].map(([name, names]) => [name, list(names)])),
    members: list(new Set([...served.values()].flatMap((kernels) => Object.keys(kernels)))),
  };
  // If this changes, so must the number, once a version with this number is published.
  expect(found).toEqual({
    calls: 'CallError endings',
    kernels: 'imported served',
    owned: 'owned watched',
    members:
      'accelerated assumesFinite dispose hasHeap indexRanges knownValues limits lossOf missingKernels ' +
      'neverStalls run setUp tooLarge',
    'Combine@2':
      'axis batchDims column constant data dtype fill from givesUp includeSelf indices map mayBeShared op ' +
      'outOfBounds over reduction shape sourceLike sources start targetLike updates weights wrapNegatives wrapSources x',
    'Dot@2': 'batchDims column data heads indices outOfBounds sources wrapNegatives wrapSources x',
  });
});
