/** Acceleration registers kernels and gradients; undoing it restores the previous ones. */
import * as tf from '@tensorflow/tfjs';
import * as core from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-backend-wasm';
import { accelerateBuiltins } from 'tfjs-gather-scatter';

/** All registered kernels and gradients, by name. */
function registered(): Map<string, unknown> {
  const kernels = ['cpu', 'webgl', 'wasm'].flatMap((name) => tf.getKernelsForBackend(name));
  return new Map<string, unknown>(
    kernels.flatMap((config): [string, unknown][] => [
      [`${config.kernelName} on ${config.backendName}`, config],
      [`gradient of ${config.kernelName}`, tf.getGradient(config.kernelName)],
    ]),
  );
}

/** The names whose entry has changed. */
function changesSince(before: Map<string, unknown>): string[] {
  const after = registered();
  const places = [...new Set([...before.keys(), ...after.keys()])];
  return places.filter((place) => before.get(place) !== after.get(place)).sort();
}

const REPLACED = [
  'BatchMatMul on wasm',
  '_FusedMatMul on wasm',
  'Sum on wasm',
  'GatherV2 on cpu',
  'GatherV2 on wasm',
  'Identity on wasm',
  'Equal on wasm',
  'Exp on wasm',
  'GatherNd on cpu',
  'GatherNd on wasm',
  'ScatterNd on webgl',
  'ScatterNd on cpu',
  'ScatterNd on wasm',
  'TensorScatterUpdate on wasm',
  'SparseToDense on wasm',
  'TensorScatterUpdate on webgl',
  'TensorScatterUpdate on cpu',
  'SparseToDense on webgl',
  'UnsortedSegmentSum on webgl',
  'UnsortedSegmentSum on cpu',
  'SparseSegmentSum on webgl',
  'SparseSegmentMean on webgl',
  'gradient of GatherV2',
  'gradient of Mean',
  'gradient of Sum',
  'gradient of UnsortedSegmentSum',
].sort();

let warn: jest.SpyInstance;
let before: Map<string, unknown>;

beforeEach(() => {
  warn = jest.spyOn(console, 'warn');
  before = registered();
});

afterEach(() => {
  expect(changesSince(before)).toEqual([]);
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

test('importing the package gives the gradients that tfjs lacks', () => {
  const scatters = ['ScatterNd', 'TensorScatterUpdate', 'SparseToDense'];
  for (const name of ['GatherNd', ...scatters, 'SparseSegmentSum', 'SparseSegmentMean']) {
    expect(tf.getGradient(name)).toBeDefined();
  }
});

test('it replaces only these, and restores the same objects', () => {
  const undo = accelerateBuiltins();
  expect(changesSince(before)).toEqual(REPLACED);
  undo();
  expect(changesSince(before)).toEqual([]);
});

test('undoing it twice is the same as once', () => {
  const undo = accelerateBuiltins();
  undo();
  undo();
  expect(changesSince(before)).toEqual([]);
  // Nor does it end a later acceleration.
  const undoSecond = accelerateBuiltins();
  const accelerated = registered();
  undo();
  expect(changesSince(accelerated)).toEqual([]);
  undoSecond();
});

describe.each([
  ['first', 'second'],
  ['second', 'first'],
] as const)('until both are undone, the %s first', (...order) => {
  /** Accelerates twice, by functions that may be of two copies. */
  function expectBoth(first: typeof accelerateBuiltins, second: typeof accelerateBuiltins): void {
    const undo = { first: first(), second: second() };
    undo[order[0]]();
    expect(changesSince(before)).toEqual(REPLACED);
    undo[order[1]]();
    expect(changesSince(before)).toEqual([]);
  }

  test('two accelerations last', () => {
    expectBoth(accelerateBuiltins, accelerateBuiltins);
  });

  test('accelerations of two copies last', () => {
    // The package has one copy for ES modules and one for CommonJS.
    let copy = accelerateBuiltins;
    jest.isolateModules(() => {
      jest.doMock('@tensorflow/tfjs-core', () => core);
      ({ accelerateBuiltins: copy } =
        jest.requireActual<typeof import('tfjs-gather-scatter')>('tfjs-gather-scatter'));
    });
    expect(copy).not.toBe(accelerateBuiltins);
    expectBoth(accelerateBuiltins, copy);
  });
});

test('what others register in the meantime stays, and if they restore our entry, it is removed', () => {
  const stockGradient = tf.getGradient('GatherV2');
  const undo = accelerateBuiltins();
  const stock = before.get('UnsortedSegmentSum on cpu') as tf.KernelConfig;
  const ours = tf.getKernel('UnsortedSegmentSum', 'cpu');
  const theirs: tf.KernelConfig = { ...stock, kernelFunc: () => [] };
  const theirGradient: tf.GradConfig = { kernelName: 'GatherV2', gradFunc: () => ({}) };
  tf.unregisterKernel('UnsortedSegmentSum', 'cpu');
  tf.registerKernel(theirs);
  tf.registerGradient(theirGradient);
  undo();
  expect(tf.getKernel('UnsortedSegmentSum', 'cpu')).toBe(theirs);
  expect(tf.getGradient('GatherV2')).toBe(theirGradient);
  expect(changesSince(before)).toEqual(['UnsortedSegmentSum on cpu', 'gradient of GatherV2']);
  // They restore what they found, which is ours; undoing once more removes it.
  tf.unregisterKernel('UnsortedSegmentSum', 'cpu');
  tf.registerKernel(ours);
  undo();
  expect(tf.getKernel('UnsortedSegmentSum', 'cpu')).toBe(stock);
  tf.registerGradient(stockGradient);
});

test('a kernel that was unregistered in the meantime is not restored', () => {
  const undo = accelerateBuiltins();
  tf.unregisterKernel('ScatterNd', 'webgl');
  undo();
  expect(tf.getKernel('ScatterNd', 'webgl')).toBeUndefined();
  tf.registerKernel(before.get('ScatterNd on webgl') as tf.KernelConfig);
});

test('if tf.gather had no gradient, it has one only during acceleration', () => {
  const stock = tf.getGradient('GatherV2');
  tf.unregisterGradient('GatherV2');
  const undo = accelerateBuiltins();
  expect(tf.getGradient('GatherV2')).toBeDefined();
  undo();
  expect(tf.getGradient('GatherV2')).toBeUndefined();
  tf.registerGradient(stock);
});

test('a backend without the kernels does not get them', () => {
  const stock = tf.getKernel('UnsortedSegmentSum', 'cpu');
  tf.unregisterKernel('UnsortedSegmentSum', 'cpu');
  const undo = accelerateBuiltins();
  expect(tf.getKernel('UnsortedSegmentSum', 'cpu')).toBeUndefined();
  undo();
  tf.registerKernel(stock);
});
