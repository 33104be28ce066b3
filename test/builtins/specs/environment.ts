/**
 * The environment of tfjs' specs, loaded before them: jasmine's globals, tfjs' gradients and chained
 * ops, the backends available here in the modes that tfjs tests, and acceleration.
 */
import { getKernel, registerKernel, unregisterKernel } from '@tensorflow/tfjs-core';
import { setTestEnvs } from '@tensorflow/tfjs-core/dist/jasmine_util.js';
import '@tensorflow/tfjs-backend-cpu';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import '@tensorflow/tfjs-backend-webgl';
import '@tensorflow/tfjs-backend-webgpu';
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops.js';
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';
import jasmineRequire from 'jasmine-core/lib/jasmine-core/jasmine.js';
import { accelerateBuiltins } from 'tfjs-gather-scatter';

const jasmine = jasmineRequire.core(jasmineRequire);

/** The environment in which the specs register themselves. */
export const runner = jasmine.getEnv({ suppressLoadErrors: true });

Object.assign(globalThis, jasmineRequire.interface(jasmine, runner));

const ON_GPU = { WEBGL_CPU_FORWARD: false, WEBGL_SIZE_UPLOAD_UNIFORM: 0 };

/** The folder of tfjs' modules for wasm, which the bundler sets for Node. */
declare const WASM_FOLDER: string;

const IN_NODE = ['cpu', 'wasm'].map((name) => ({ name, backendName: name, isDataSync: true }));

const IN_PAGE = [
  ...[1, 2].map((version) => ({
    name: `webgl${version}`,
    backendName: 'webgl',
    flags: { ...ON_GPU, WEBGL_VERSION: version },
    isDataSync: true,
  })),
  {
    name: 'webgpu',
    backendName: 'webgpu',
    flags: { WEBGPU_CPU_FORWARD: false },
    isDataSync: false,
  },
];

if (typeof document === 'undefined') {
  setTestEnvs(IN_NODE);
  setWasmPaths(WASM_FOLDER);
} else {
  setTestEnvs(IN_PAGE);
}

/** Counts runs of the package's scatter, because the specs would pass without it too. */
export const scatters = { count: 0 };

for (const backendName of ['cpu', 'wasm', 'webgl', 'webgpu']) {
  const { kernelFunc, ...rest } = getKernel('ScatterND', backendName);
  unregisterKernel('ScatterND', backendName);
  registerKernel({
    ...rest,
    kernelFunc(call) {
      scatters.count++;
      return kernelFunc(call);
    },
  });
}

accelerateBuiltins();
