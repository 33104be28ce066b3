/** Runs in the page: the same `execute` as in Node, on the backends of a browser. */
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import '@tensorflow/tfjs-backend-webgpu';
import { asWasmBackend } from '../../../kernels/wasm/heap.js';
import { moduleOf } from '../../../kernels/wasm/module.js';
import { inTurn } from '../batches.js';
import type { OpCall } from '../call.js';
import { execute } from '../execute.js';
import { helpers } from './globals.js';
import { fromText, toText } from './wire.js';

export type Flags = Partial<Record<string, number | boolean | string>>;

/** The backends that a page can start. */
export type PageBackend = 'webgl' | 'webgpu' | 'wasm';

/** How a backend was started in a page. */
export interface Started {
  backend: PageBackend;
  version?: number | boolean | string;
  halfFloat?: number | boolean | string;
  /** Whether tfjs runs its threaded build of wasm. */
  hasThreads?: boolean;
  /** Whether the package's own module works with tfjs' memory. */
  hasModule?: boolean;
}

let running: Promise<Started> | undefined;

/** Simulates a driver without EXT_float_blend: blending then throws. */
const WITHOUT_FLOAT_BLEND = 'TEST_WITHOUT_FLOAT_BLEND';
tf.env().registerFlag(WITHOUT_FLOAT_BLEND, () => false);

/** Hides the extension where the flag asks for that; tfjs may use a context again. */
function hideFloatBlend(): void {
  const gl = helpers.context() as WebGL2RenderingContext;
  if (Object.hasOwn(gl, 'enable')) return;
  const isHidden = () => tf.env().getBool(WITHOUT_FLOAT_BLEND);
  const [getExtension, enable] = [gl.getExtension.bind(gl), gl.enable.bind(gl)];
  gl.getExtension = (name: string) =>
    name === 'EXT_float_blend' && isHidden() ? null : (getExtension(name) as null);
  gl.enable = (what) => {
    if (what === gl.BLEND && isHidden()) throw new Error('This driver cannot blend float32.');
    enable(what);
  };
}

const globals = {
  ...helpers,
  toText,
  fromText,
  /** Sets tfjs' flags and starts a backend, unless one is running and `isAnew` is false. */
  start(flags: Flags, backendName: PageBackend, isAnew: boolean): Promise<Started> {
    if (isAnew) running = undefined;
    return (running ??= startBackend(flags, backendName));
  },
  /** Run calls; calls and outcomes are encoded by wire.ts. */
  run: async (calls: string) => toText(await inTurn(fromText(calls) as OpCall[], execute)),
};

/** The globals that a page offers to the tests. */
export type PageGlobals = typeof globals;

/** Reports whether a backend runs as requested. */
const STARTED: Record<PageBackend, () => Started> = {
  webgl() {
    hideFloatBlend();
    return {
      backend: 'webgl',
      version: tf.env().getNumber('WEBGL_VERSION'),
      halfFloat: !tf.env().getBool('WEBGL_RENDER_FLOAT32_ENABLED'),
    };
  },
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
  helpers.webgpu().device.addEventListener('uncapturederror', ({ error }) => {
    console.error(`An uncaptured error of WebGPU: ${error.message}`);
  });
}

/** Firefox polls for GPU results at submissions, and otherwise only ten times a second. */
function pollFaster(): void {
  if (!navigator.userAgent.includes('Firefox')) return;
  const { queue } = helpers.webgpu().device;
  setInterval(() => {
    queue.submit([]);
  }, 2);
}

Object.assign(globalThis, globals);
