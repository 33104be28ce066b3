/** Runs in the page: the same `execute` as in Node, on a backend that a browser has. */
import * as tf from '@tensorflow/tfjs';
import { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';
import * as ops from 'tfjs-gather-scatter';
import * as segments from 'tfjs-gather-scatter/segment';
import { asWebGPUBackend } from '../../../kernels/webgpu/backend.js';
import { countKeptOrders } from '../../../kernels/webgpu/kept_orders.js';
import { programCount } from '../../../kernels/webgl/context.js';
import { CONVERTER_OPS } from '../../../src/converter/converter_ops.js';
import type { Flags, OpenWebGPU, PageGlobals, Started } from './globals.js';
import { run, runBuiltins } from './run_all.js';
import { fromText, toText } from './wire.js';

let running: Promise<Started> | undefined;

const globals: PageGlobals = {
  start: (flags, backendName) => (running ??= startBackend(flags, backendName)),
  run,
  runBuiltins,
  toText,
  fromText,
  tf,
  ops,
  segments,
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
  keptOrders: () => countKeptOrders(asWebGPUBackend(webgpu())),
  runConverterOp: (name, inputs) => CONVERTER_OPS[name](inputs, {}),
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
  programCount: () => programCount(currentBackend()),
  count(target, method) {
    const original = target[method];
    if (typeof original !== 'function') throw new Error(`${String(method)} is no method`);
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

async function startBackend(flags: Flags, backendName: string): Promise<Started> {
  tf.env().set('IS_TEST', true);
  for (const [name, value] of Object.entries(flags)) {
    if (value !== undefined) tf.env().set(name, value);
  }
  await tf.setBackend(backendName);
  if (backendName === 'webgpu') {
    reportErrors();
    hastenAnswers();
    return { backend: tf.getBackend() };
  }
  return {
    backend: tf.getBackend(),
    version: tf.env().getNumber('WEBGL_VERSION'),
    halfFloat: !tf.env().getBool('WEBGL_RENDER_FLOAT32_ENABLED'),
  };
}

/** Reports errors of WebGPU, which throws none: the page's end then fails the tests. */
function reportErrors(): void {
  webgpu().device.addEventListener('uncapturederror', ({ error }) => {
    console.error(`An uncaptured error of WebGPU: ${error.message}`);
  });
}

/** Submits nothing, often: Firefox looks for answers of the GPU then, otherwise ten times a second. */
function hastenAnswers(): void {
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
