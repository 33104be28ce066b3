/** Runs in the page: the same `execute` as in Node, on the backends of a browser. */
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';
import '@tensorflow/tfjs-backend-webgpu';
import * as ops from 'tfjs-gather-scatter';
import * as segments from 'tfjs-gather-scatter/segment';
import * as sparse from 'tfjs-gather-scatter/sparse';
import { asWasmBackend } from '../../../kernels/wasm/heap.js';
import { moduleOf } from '../../../kernels/wasm/module.js';
import { asWebGPUBackend } from '../../../kernels/webgpu/backend.js';
import { countCachedOrders } from '../../../kernels/webgpu/cached_orders.js';
import { programCount } from '../../../kernels/webgl/context.js';
import { CONVERTER_OPS } from '../../../src/converter/converter_ops.js';
import type { BuiltinCall } from '../../builtins/call.js';
import { executeBuiltin } from '../../builtins/execute.js';
import { inTurn } from '../batches.js';
import type { OpCall } from '../call.js';
import { execute } from '../execute.js';
import { prepare } from '../sparse_training.js';
import type { Flags, OpenWebGPU, PageBackend, PageGlobals, Started } from './globals.js';
import { fromText, toText } from './wire.js';

let running: Promise<Started> | undefined;

const globals: PageGlobals = {
  start(flags, backendName, isAnew) {
    if (isAnew) running = undefined;
    return (running ??= startBackend(flags, backendName));
  },
  run: async (calls) => toText(await inTurn(fromText(calls) as OpCall[], execute)),
  runBuiltins: async (calls) =>
    toText(await inTurn(fromText(calls) as BuiltinCall[], executeBuiltin)),
  toText,
  fromText,
  tf,
  ops,
  segments,
  sparse,
  prepare,
  MathBackendWebGL,
  backend: currentBackend,
  context: () => currentBackend().gpgpu.gl,
  async onBoth(run) {
    const found = await run('webgl');
    await tf.setBackend('cpu');
    const expected = await run('cpu');
    await tf.setBackend('webgl');
    return [found, expected];
  },
  webgpu,
  cachedOrders: () => countCachedOrders(asWebGPUBackend(webgpu())),
  runConverterOp: (name, inputs) => CONVERTER_OPS[name](inputs, {}, name),
  namesOfPrograms(run) {
    const names: string[] = [];
    const backend = webgpu();
    const runProgram = backend.runWebGPUProgram.bind(backend);
    backend.runWebGPUProgram = (program, ...rest) => {
      names.push(program.constructor.name);
      return runProgram(program, ...rest);
    };
    try {
      run();
    } finally {
      Reflect.deleteProperty(backend, 'runWebGPUProgram');
    }
    return names;
  },
  countReads() {
    const { count, context } = globals;
    const ofBackend = [count(tf.backend(), 'readSync'), count(tf.backend(), 'read')];
    const others = () => {
      const gl = context() as WebGL2RenderingContext;
      return [count(gl, 'readPixels'), count(gl, 'getBufferSubData'), count(gl, 'finish')];
    };
    const isWebGPU = tf.getBackend() === 'webgpu';
    const counters = [...ofBackend, ...(isWebGPU ? [count(webgpu(), 'getBufferData')] : others())];
    return () => {
      for (const { stop } of counters) stop();
      return counters.reduce((sum, { calls }) => sum + calls, 0);
    };
  },
  errorOf(call) {
    try {
      return `returned ${String(call().shape)}`;
    } catch (error) {
      return String(error);
    }
  },
  programCount: () => programCount(currentBackend()),
  randomNumbers() {
    let state = 1;
    // The generator of Park and Miller.
    return () => (state = (state * 48271) % 2147483647) / 2147483647;
  },
  count(target, method) {
    const original = target[method];
    if (typeof original !== 'function') throw new Error(`${String(method)} is not a method`);
    const counter = {
      calls: 0,
      stop() {
        target[method] = original;
      },
    };
    Object.defineProperty(target, method, {
      configurable: true,
      writable: true,
      value(...args: unknown[]): unknown {
        counter.calls++;
        return Reflect.apply(original, this, args);
      },
    });
    return counter;
  },
};

/** Reports whether a backend runs as requested. */
const STARTED: Record<PageBackend, () => Started> = {
  webgl: () => ({
    backend: 'webgl',
    version: tf.env().getNumber('WEBGL_VERSION'),
    halfFloat: !tf.env().getBool('WEBGL_RENDER_FLOAT32_ENABLED'),
  }),
  webgpu() {
    reportErrors();
    pollFaster();
    return { backend: 'webgpu' };
  },
  wasm() {
    const backend = asWasmBackend(tf.backend());
    const { buffer } = backend.wasm.HEAPU8;
    return {
      backend: 'wasm',
      hasThreads: buffer[Symbol.toStringTag] === 'SharedArrayBuffer',
      hasModule: moduleOf(backend) !== null,
    };
  },
};

/** Starts a backend as in a new page, without any earlier flags, backends or tensors. */
async function startBackend(flags: Flags, backendName: PageBackend): Promise<Started> {
  tf.engine().reset();
  // Makes tfjs look for leaks of kernels; on wasm it mistakes what customGrad saves for one.
  tf.env().set('IS_TEST', backendName !== 'wasm');
  for (const [name, value] of Object.entries(flags)) {
    if (value !== undefined) tf.env().set(name, value);
  }
  if (backendName === 'wasm') setWasmPaths('/');
  await tf.setBackend(backendName);
  return STARTED[backendName]();
}

/** Logs WebGPU errors, which are not thrown: closing the page then fails the tests. */
function reportErrors(): void {
  webgpu().device.addEventListener('uncapturederror', ({ error }) => {
    console.error(`An uncaptured error of WebGPU: ${error.message}`);
  });
}

/** Firefox polls for GPU results at submissions, and otherwise only ten times a second. */
function pollFaster(): void {
  if (!navigator.userAgent.includes('Firefox')) return;
  const { queue } = webgpu().device;
  setInterval(() => {
    queue.submit([]);
  }, 2);
}

function webgpu(): OpenWebGPU {
  if (tf.getBackend() !== 'webgpu') throw new Error('the current backend is not webgpu');
  return tf.backend() as OpenWebGPU;
}

function currentBackend(): MathBackendWebGL {
  const backend = tf.backend();
  if (backend instanceof MathBackendWebGL) return backend;
  throw new Error('the current backend is not webgl');
}

Object.assign(globalThis, globals);
