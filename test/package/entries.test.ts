/** What each entry registers, and the errors if a backend's kernels are not imported. */
import type * as Tfjs from '@tensorflow/tfjs';
import { allCalls, functionOf } from '../support/all_calls.js';
import { KERNELS, kernelsOf } from './registered.js';

const BACKENDS = ['cpu', 'webgl', 'wasm', 'webgpu'];
const WITHOUT_KERNELS = [
  'segment',
  'sparse',
  'indexing',
  'losses',
  'train',
  'repair',
  'layers',
  'converter',
  'chained',
];

let tf: typeof Tfjs;

/** The globals in which tfjs keeps its engine and its registries. */
const GLOBALS = ['_tfengine', '_tfGlobals'];

/** Loads tfjs and the named entries as if for the first time. */
async function importAnew(...names: string[]): Promise<void> {
  jest.resetModules();
  for (const name of GLOBALS) Reflect.deleteProperty(globalThis, name);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  tf = await import('@tensorflow/tfjs');
  await tf.setBackend('cpu');
  for (const name of names) await import(name);
}

const core = () => import('tfjs-gather-scatter/core');

/** Expects the flag that checks indices, which tfjs refuses to set unless it is registered. */
function expectFlag(): void {
  tf.env().set('GATHER_SCATTER_CHECK_INDICES', true);
  expect(tf.env().getBool('GATHER_SCATTER_CHECK_INDICES')).toBe(true);
}

/** Makes a backend with another name current, with the kernels that cpu has at that time. */
async function startCopyOfCpu(name: string): Promise<void> {
  const { MathBackendCPU } = await import('@tensorflow/tfjs-backend-cpu');
  tf.registerBackend(name, () => new MathBackendCPU());
  tf.copyRegisteredKernels('cpu', name);
  await tf.setBackend(name);
}

/** The gradient of a function of [1, 2]. */
const slopeOf = (f: (x: Tfjs.Tensor) => Tfjs.Tensor) =>
  tf
    .grad(f)(tf.tensor1d([1, 2]))
    .arraySync();

const NO_CPU =
  "the backend 'cpu' has no kernels from this package, expected import " +
  "'tfjs-gather-scatter/backend-cpu' for this backend, or import 'tfjs-gather-scatter' for all " +
  'backends.';

/** An error with exactly this message, whatever its cause is. */
const saying = (message: string) => expect.objectContaining({ message }) as Error;

/** Returns calls of the functions of the core, by the names in their messages. */
async function importedCalls(): Promise<Record<string, () => unknown>> {
  const functions = await core();
  const sizes = { rows: 2, features: 2, sites: 2, segments: 2 };
  return Object.fromEntries(
    Object.entries(allCalls(tf, functions, sizes)).map(([name, { run, inputs = [[2, 2]] }]) => [
      functionOf(name),
      () => run(...inputs.map((shape) => tf.ones(shape))),
    ]),
  );
}

afterEach(() => {
  jest.restoreAllMocks();
});

test("with only the core, each call's error names the op, the backend and both imports", async () => {
  await importAnew('tfjs-gather-scatter/core');
  expect(BACKENDS.flatMap((name) => kernelsOf(tf, name))).toEqual([]);
  expect(KERNELS.map((name) => typeof tf.getGradient(name).gradFunc)).toEqual(
    KERNELS.map(() => 'function'),
  );
  const { stopGradient, ...calls } = await importedCalls();
  // It runs no kernel of the package.
  expect(stopGradient).not.toThrow();
  for (const [name, call] of Object.entries(calls)) {
    expect(call).toThrow(saying(`${name}: ${NO_CPU}`));
  }
  const lookup = (x: Tfjs.Tensor) => tf.gatherND(x, tf.tensor2d([[0]], [1, 1], 'int32'));
  expect(() => slopeOf(lookup)).toThrow(saying(`tf.gatherND: ${NO_CPU}`));
  const update = (updates: Tfjs.Tensor) => tf.tensorScatterUpdate([1, 2], [[0], [1]], updates);
  expect(() => slopeOf(update)).toThrow(saying(`tf.tensorScatterUpdate: ${NO_CPU}`));
});

test.each(BACKENDS)('backend-%s registers the kernels of that backend only', async (name) => {
  await importAnew(`tfjs-gather-scatter/backend-${name}`);
  for (const other of BACKENDS) {
    expect([other, kernelsOf(tf, other)]).toEqual([other, other === name ? KERNELS : []]);
  }
  expectFlag();
});

test.each(WITHOUT_KERNELS)('%s imports the core, and registers no kernels', async (name) => {
  await importAnew(`tfjs-gather-scatter/${name}`);
  expect(BACKENDS.flatMap((name) => kernelsOf(tf, name))).toEqual([]);
  expect(tf.getGradient('ScatterND')).toBeDefined();
  expectFlag();
});

test.each(['', '/tf'])('the entry %j is complete', async (entry) => {
  await importAnew(`tfjs-gather-scatter${entry}`);
  for (const name of KERNELS) expect(tf.getGradient(name)).toBeDefined();
  expect(BACKENDS.map((name) => kernelsOf(tf, name))).toEqual(BACKENDS.map(() => KERNELS));
  expectFlag();
});

test('without the package, tfjs has no flag that checks indices', async () => {
  await importAnew();
  expect(expectFlag).toThrow();
});

test('a gradient that was registered first is kept, and the others are added', async () => {
  await importAnew();
  const first: Tfjs.GradConfig = { kernelName: 'GatherNd', gradFunc: () => ({}) };
  const lookup = tf.getGradient('GatherV2');
  expect(tf.getGradient('GatherNd')).toBeUndefined();
  tf.registerGradient(first);
  await import('tfjs-gather-scatter');
  expect(tf.getGradient('GatherNd')).toBe(first);
  expect(tf.getGradient('ScatterNd')).toBeDefined();
  expect(tf.getGradient('GatherV2')).toBe(lookup);
});

/** The entries whose names the whole package has, too. */
const CONTAINED = ['segment', 'sparse', 'indexing', 'losses', 'train', 'repair'];

test('the core exports the same names as the whole package, among them those of other entries', async () => {
  await importAnew();
  const whole = { ...(await import('tfjs-gather-scatter')) };
  expect({ ...(await core()) }).toEqual(whole);
  for (const entry of CONTAINED) {
    const names = (await import(`tfjs-gather-scatter/${entry}`)) as object;
    expect(Object.keys(names)).not.toEqual([]);
    expect(whole).toMatchObject(names);
  }
});

test('the entries of backends work with other entries, in any order', async () => {
  await importAnew('tfjs-gather-scatter/backend-webgl', 'tfjs-gather-scatter/segment');
  await import('tfjs-gather-scatter/backend-cpu');
  expect(BACKENDS.filter((name) => kernelsOf(tf, name).length > 0)).toEqual(['cpu', 'webgl']);
  expect(tf.getGradient('GatherElements')).toBeDefined();
  const { unsortedSegmentMax } = await import('tfjs-gather-scatter/segment');
  expect(unsortedSegmentMax([1, 6, 5], [0, 0, 1], 2).arraySync()).toEqual([6, 5]);
  const { scatterND } = await core();
  const scatter = (x: Tfjs.Tensor) => scatterND(x, [[1]], [3], { reduction: 'mul' });
  expect(slopeOf(scatter)).toEqual([1, 3]);
});

test('kernels whose entry is not imported throw an error that names the import', async () => {
  await importAnew('tfjs-gather-scatter/backend-webgl');
  const { registerKernels } = await core();
  const message = (kind: string) =>
    `registerKernels: kind is '${kind}', whose kernels are not imported, expected import ` +
    `'tfjs-gather-scatter/backend-${kind}' before the call, or import 'tfjs-gather-scatter'.`;
  const expectError = (...args: string[]) =>
    expect(() => Reflect.apply(registerKernels, null, args) as unknown);
  expectError('mine', 'wasm').toThrow(saying(message('wasm')));
  expectError('cpu').toThrow(saying(message('cpu')));
  expectError().toThrow(saying(message('cpu')));
  expectError('mine', 'vulkan').toThrow("kind is 'vulkan'");
  expect(BACKENDS.filter((name) => kernelsOf(tf, name).length > 0)).toEqual(['webgl']);
  registerKernels('mine', 'webgl');
  expect(kernelsOf(tf, 'mine')).toEqual(KERNELS);
});

test('another backend is served by the entry of cpu, as the errors say', async () => {
  await importAnew('tfjs-gather-scatter/backend-webgl');
  await startCopyOfCpu('mine');
  const { gatherElements, registerKernels, scatterElements } = await core();
  const message =
    "the backend 'mine' has no kernels from this package, expected import " +
    "'tfjs-gather-scatter/backend-cpu' for this backend, or import 'tfjs-gather-scatter' for all backends.";
  expect(() => gatherElements([1, 2], [1])).toThrow(saying(`gatherElements: ${message}`));
  expect(() => {
    registerKernels('mine');
  }).toThrow(saying(`registerKernels: ${message}`));
  await import('tfjs-gather-scatter/backend-cpu');
  expect(gatherElements([1, 2], [1]).arraySync()).toEqual([2]);
  const product = (x: Tfjs.Tensor) => scatterElements(x, [1, 1], [3, 5], { reduction: 'mul' });
  expect(product(tf.tensor1d([1, 2])).arraySync()).toEqual([1, 30]);
  expect(slopeOf(product)).toEqual([1, 15]);
});

test("React Native's backend is served as webgl, and never by the host", async () => {
  await importAnew('tfjs-gather-scatter/backend-cpu');
  await startCopyOfCpu('rn-webgl');
  for (const name of KERNELS) tf.unregisterKernel(name, 'rn-webgl');
  const { gatherND, registerKernels } = await core();
  expect(() => gatherND([1, 2], [[1]])).toThrow(
    "gatherND: the backend 'rn-webgl' has no kernels from this package, expected import " +
      "'tfjs-gather-scatter/backend-webgl' for this backend,",
  );
  expect(() => {
    registerKernels();
  }).toThrow("kind is 'webgl', whose kernels are not imported");
  await import('tfjs-gather-scatter');
  registerKernels();
  expect(kernelsOf(tf, 'rn-webgl')).toEqual(KERNELS);
});

describe('accelerateBuiltins with the core', () => {
  const lookup = (x: Tfjs.Tensor) => tf.gather(x, tf.tensor1d([1, 1], 'int32'));

  test('replaces only the kernels of imported backends', async () => {
    await importAnew('@tensorflow/tfjs-backend-wasm', 'tfjs-gather-scatter/backend-cpu');
    const kernelsThere = () =>
      BACKENDS.flatMap((name) => tf.getKernelsForBackend(name)).filter(
        ({ kernelName }) => !KERNELS.includes(kernelName),
      );
    const before = kernelsThere();
    const { accelerateBuiltins } = await core();
    const undo = accelerateBuiltins();
    const replaced = before.filter((kernel) => !kernelsThere().includes(kernel));
    expect(new Set(replaced.map(({ backendName }) => backendName))).toEqual(new Set(['cpu']));
    undo();
    expect(kernelsThere()).toEqual(expect.arrayContaining(before));
  });

  test("leaves tfjs' gradients to the other backends", async () => {
    await importAnew();
    // Only backend-webgl serves a backend of this name.
    await startCopyOfCpu('rn-webgl');
    await tf.setBackend('cpu');
    await import('tfjs-gather-scatter/backend-cpu');
    const { accelerateBuiltins } = await core();
    const stock = tf.getGradient('GatherV2');
    const ofStock = jest.spyOn(stock, 'gradFunc');
    const undo = accelerateBuiltins();
    expect(slopeOf(lookup)).toEqual([0, 2]);
    expect(ofStock).not.toHaveBeenCalled();
    await tf.setBackend('rn-webgl');
    expect(slopeOf(lookup)).toEqual([0, 2]);
    expect(ofStock).toHaveBeenCalledTimes(1);
    undo();
    expect(tf.getGradient('GatherV2')).toBe(stock);
  });

  test('an op without a gradient gets none on other backends', async () => {
    await importAnew('tfjs-gather-scatter/core');
    tf.unregisterGradient('GatherV2');
    (await core()).accelerateBuiltins();
    expect(() => slopeOf(lookup)).toThrow(/gradient.*not found/i);
  });
});

test.each([
  ['the package', ['tfjs-gather-scatter', '@tensorflow/tfjs-backend-wasm']],
  ['the backend', ['@tensorflow/tfjs-backend-wasm', 'tfjs-gather-scatter']],
  [
    'the backend, without its entry,',
    ['@tensorflow/tfjs-backend-wasm', 'tfjs-gather-scatter/backend-cpu'],
  ],
])('wasm gets a kernel of unsortedSegmentSum where %s is imported first', async (_, names) => {
  await importAnew(...names);
  const kernels = () => tf.getKernelsForBackend('wasm').map(({ kernelName }) => kernelName);
  if (names[1].endsWith('cpu')) {
    expect(kernels()).not.toContain('UnsortedSegmentSum');
    await import('tfjs-gather-scatter/backend-wasm');
  }
  const wanted = ['UnsortedSegmentSum', 'ScatterElements', 'TensorScatterUpdate'];
  expect(kernels()).toEqual(expect.arrayContaining(wanted));
  expect(new Set(kernels()).size).toBe(kernels().length);
  expect(console.warn).not.toHaveBeenCalled();
});
