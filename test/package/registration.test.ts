/** Which kernels and gradients the package registers on which backends, and which it leaves alone. */
import * as tf from '@tensorflow/tfjs';
import { MathBackendCPU } from '@tensorflow/tfjs-backend-cpu';
import { gatherND, registerKernels, scatterElements } from 'tfjs-gather-scatter';
import { startBackend, stopBackend } from '../support/in_process.js';
import { KERNELS, kernelsOf } from './registered.js';

function runDirectly(kernelName: string, options: object = {}): tf.Tensor {
  const inputs = {
    data: tf.tensor1d([1, 2, 3]),
    indices: tf.tensor1d([2, 0], 'int32'),
    ...(kernelName.startsWith('Scatter') && { updates: tf.tensor1d([5, 7]) }),
  };
  return tf.engine().runKernel<tf.Tensor>(kernelName, inputs, { ...options });
}

/** Makes a cpu backend with another name current. */
async function startCpuAs(name: string): Promise<void> {
  tf.registerBackend(name, () => new MathBackendCPU());
  await tf.setBackend(name);
}

/** Expectations of a call of registerKernels. */
const expectRegistering = (...args: Parameters<typeof registerKernels>) =>
  expect(() => {
    registerKernels(...args);
  });

afterEach(stopBackend);

test('a function registers the kernels that the current backend is missing', async () => {
  await startCpuAs('bare');
  expect(kernelsOf(tf, 'bare')).toEqual([]);
  const y = gatherND([1, 2, 3], [[2]]);
  expect(kernelsOf(tf, 'bare')).toEqual(KERNELS);
  expect(await y.data()).toEqual(new Float32Array([3]));
});

test.each(['wasm', 'host-backend'])('registerKernels serves direct calls on %s', async (name) => {
  await (name === 'wasm' ? startBackend(name) : startCpuAs(name));
  registerKernels();
  const updates = runDirectly('ScatterElements', { reduction: 'add' });
  expect(await updates.data()).toEqual(new Float32Array([8, 2, 8]));
  const gathered = runDirectly('GatherElements');
  expect(await gathered.data()).toEqual(new Float32Array([3, 1]));
});

test('kernels take the options as attributes, and reject unknown ones', () => {
  expect(runDirectly('ScatterElements', { axis: -1, reduction: 'sub' }).dataSync()).toEqual(
    new Float32Array([-6, 2, -2]),
  );
  expect(() => runDirectly('ScatterElements', { reduction: 'median' })).toThrow(
    /^scatterElements: reduction is 'median', expected .*'mean'/,
  );
  expect(() => runDirectly('ScatterElements', { batchDims: 1 })).toThrow(
    /^scatterElements: there is no option 'batchDims'/,
  );
});

const PRIVATE_ATTRIBUTES = { givesUp: true, start: 0, constant: 1, map: 'exp' };

test.each(Object.entries(PRIVATE_ATTRIBUTES))(
  'direct calls have no attribute %s',
  (name, value) => {
    expect(() => runDirectly('GatherElements', { [name]: value })).toThrow(
      `gatherElements: there is no option '${name}', expected 'axis', 'outOfBounds', 'wrapNegatives' or 'fill'.`,
    );
  },
);

test.each(['from', 'over', 'weights', 'sourceLike', 'targetLike'])(
  'direct calls have no input %s',
  (name) => {
    const inputs = { data: tf.ones([2]), indices: tf.zeros([2], 'int32'), [name]: tf.ones([2]) };
    expect(() => tf.engine().runKernel('GatherElements', inputs)).toThrow(
      `gatherElements: there is no input '${name}', expected 'data' or 'indices'.`,
    );
    const all = { ...inputs, updates: tf.ones([2]) };
    expect(() => tf.engine().runKernel('ScatterElements', all)).toThrow(
      `scatterElements: there is no input '${name}', expected 'data', 'indices' or 'updates'.`,
    );
  },
);

test('a backend under another name gets the kernels of its kind', async () => {
  await startCpuAs('second-cpu');
  const backend = tf.backend();
  const read = jest.spyOn(backend, 'readSync');
  registerKernels('second-cpu', 'cpu');
  expect(kernelsOf(tf, 'second-cpu')).toEqual(KERNELS);
  const y = scatterElements([1, 2, 3], [0, 0], [4, 5], { reduction: 'mul' });
  expect(read).not.toHaveBeenCalled();
  expect(await y.data()).toEqual(new Float32Array([20, 2, 3]));
});

test('registerKernels throws for a name that is no backend', () => {
  expectRegistering('nope').toThrow(
    /^registerKernels: backendName is 'nope', expected a backend that tfjs has: .*'cpu'.*; register another one /,
  );
  expect(kernelsOf(tf, 'nope')).toEqual([]);
});

test('registerKernels throws if the backend has kernels of another kind', async () => {
  expectRegistering('webgl', 'cpu').toThrow(
    "registerKernels: kind is 'cpu', but the backend 'webgl' already has other kernels, " +
      'expected a backend without kernels.',
  );
  await startCpuAs('used');
  gatherND([1], [[0]]);
  expectRegistering('used', 'cpu').toThrow(
    "kind is 'cpu', but the backend 'used' already has other kernels, expected a backend without " +
      'kernels: call registerKernels before the first op there.',
  );
  expectRegistering('used', 'vulkan').toThrow(
    "kind is 'vulkan', expected 'cpu', 'webgl', 'wasm' or 'webgpu'",
  );
  registerKernels('used');
  registerKernels('webgl', 'webgl');
});

test('kernels that were registered first stay, without a warning', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  await startCpuAs('taken');
  const kernelFunc = () => [];
  tf.registerKernel({ kernelName: 'GatherND', backendName: 'taken', kernelFunc });
  registerKernels('taken');
  registerKernels('taken');
  registerKernels('cpu');
  expect(tf.getKernel('GatherND', 'taken').kernelFunc).toBe(kernelFunc);
  expect(kernelsOf(tf, 'taken')).toEqual(KERNELS);
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
