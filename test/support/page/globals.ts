/** What a page offers to the tests, besides running calls. */
import * as tf from '@tensorflow/tfjs';
import { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';
import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import * as ops from 'tfjs-gather-scatter';
import * as segments from 'tfjs-gather-scatter/segment';
import * as indexing from 'tfjs-gather-scatter/indexing';
import * as losses from 'tfjs-gather-scatter/losses';
import { repairGradients } from 'tfjs-gather-scatter/repair';
import * as sparse from 'tfjs-gather-scatter/sparse';
import * as train from 'tfjs-gather-scatter/train';
import { DOT } from '../../../kernels/call/ops.js';
import { asWebGLBackend, contextOf } from '../../../kernels/webgl/context.js';
import { asWebGPUBackend } from '../../../kernels/webgpu/backend.js';
import { ordersOf } from '../../../kernels/webgpu/order.js';
import { CONVERTER_OPS } from '../../../src/converter/converter_ops.js';
import { computeOp } from '../../../src/converter/register_converter_ops.js';
import { gradientsOfAll, type Sizes } from '../all_calls.js';
import { checkAssigns, variableOf } from '../assign_checks.js';
import { FUNCTIONS } from '../find_op.js';
import { runHistory } from '../history.js';
import { judgeRandom, verdictsOf } from '../repair_check.js';
import { prepare } from '../sparse_training.js';
import { shows } from '../tensors.js';
import { countFromLast } from './count_from_last.js';

/** tfjs' webgpu backend, without its private members. */
type OpenWebGPU = Pick<WebGPUBackend, keyof WebGPUBackend>;

/** The current backend, which must be webgpu. */
function webgpu(): OpenWebGPU {
  if (tf.getBackend() !== 'webgpu') throw new Error('the current backend is not webgpu');
  return tf.backend() as OpenWebGPU;
}

/** The current backend, which must be webgl. */
function backend(): MathBackendWebGL {
  const current = tf.backend();
  if (current instanceof MathBackendWebGL) return current;
  throw new Error('the current backend is not webgl');
}

const context = (): WebGLRenderingContext | WebGL2RenderingContext => backend().gpgpu.gl;

/** Counts the calls of a method until `stop`, without changing what it does. */
function count<T extends object>(target: T, method: keyof T) {
  const original = target[method];
  if (typeof original !== 'function') throw new Error(`${String(method)} is not a method`);
  const counter = {
    calls: 0,
    stop: () => {
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
}

/** Counts what the current backend reads back from the GPU; the result stops it and returns the count. */
function countReads(): () => number {
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
}

function namesOnWebGPU(run: () => void): string[] {
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
}

/** Lets tfjs measure draws by a clock that does nothing. */
function namesOnWebGL(run: () => void): string[] {
  const measured = asWebGLBackend(backend());
  const timers: { name: string; query: Promise<number> }[] = [];
  Object.assign(measured, {
    activeTimers: timers,
    startTimer: () => ({}),
    endTimer: () => ({}),
    getQueryTime: () => Promise.resolve(0),
  });
  try {
    run();
  } finally {
    measured.activeTimers = null;
    for (const name of ['startTimer', 'endTimer', 'getQueryTime']) {
      Reflect.deleteProperty(measured, name);
    }
  }
  return timers.map(({ name }) => name);
}

/** Runs a function while tfjs only compiles programs, and waits until they are compiled. */
async function compileOnly<T>(run: () => T): Promise<T> {
  const isWebGPU = tf.getBackend() === 'webgpu';
  const flag = isWebGPU ? 'WEBGPU_ENGINE_COMPILE_ONLY' : 'ENGINE_COMPILE_ONLY';
  tf.env().set(flag, true);
  const result = run();
  tf.env().set(flag, false);
  if (isWebGPU) await webgpu().checkCompileCompletionAsync();
  else {
    backend().checkCompileCompletion();
    backend().getUniformLocations();
  }
  return result;
}

/** Counts the programs, or the buffers or textures, that are made on the GPU until `stop`. */
function countMade(what: 'programs' | 'memory') {
  const isProgram = what === 'programs';
  return tf.getBackend() === 'webgpu'
    ? count(webgpu().device, isProgram ? 'createComputePipeline' : 'createBuffer')
    : count(context(), isProgram ? 'linkProgram' : 'createTexture');
}

export const helpers = {
  tf,
  ops,
  segments,
  indexing,
  sparse,
  losses,
  /** Throws what is wrong with random scatters into variables. */
  checkAssigns,
  variableOf,
  train,
  gradientsOfAll: (sizes: Sizes) => gradientsOfAll(tf, FUNCTIONS, sizes),
  runHistory,
  kernelNames: { DOT },
  /** Prepares a fused product and its derivatives. */
  prepare,
  MathBackendWebGL,
  backend,
  context,
  webgpu,
  count,
  countMade,
  countReads,
  compileOnly,
  shows,
  repairGradients,
  /** The verdicts on tfjs' derivatives, by the rows of the table. */
  verdictsOf: (part: number) => verdictsOf(tf, part),
  /** Throws what is wrong with the derivatives of a random call. */
  judgeRandom: (name: string, seed: number) => judgeRandom(tf, name, seed),
  /** The number of cached orders of sites, and of exact indices on webgl; and their bytes. */
  cachedOrders: () => {
    const isWebGPU = tf.getBackend() === 'webgpu';
    const all = isWebGPU
      ? ordersOf(asWebGPUBackend(webgpu()))
      : contextOf(asWebGLBackend(backend())).own;
    return { count: all.count, bytes: all.bytes };
  },
  /** Lets webgpu count sites from the last to the first, until the returned function is called. */
  countFromLast: () => countFromLast(webgpu()),
  /** Runs an op that the package adds to tfjs' converter. */
  runConverterOp: (name: string, inputs: tf.Tensor[]) =>
    computeOp(name, () => CONVERTER_OPS[name](inputs, {})),
  /** The texture or the buffer of a tensor. */
  memoryOf: ({ dataId }: tf.Tensor): object | null | undefined =>
    tf.getBackend() === 'webgpu'
      ? asWebGPUBackend(webgpu()).tensorMap.get(dataId).resource
      : backend().texData.get(dataId).texture?.texture,
  /** The names of the programs that run on the GPU during `run`; on webgpu, only the package's. */
  namesOfPrograms: (run: () => void): string[] =>
    tf.getBackend() === 'webgpu' ? namesOnWebGPU(run) : namesOnWebGL(run),
  /** The result of a function on webgl, and then on cpu. */
  onBoth: async <T>(run: (backendName: string) => Promise<T>): Promise<[T, T]> => {
    const found = await run('webgl');
    await tf.setBackend('cpu');
    const expected = await run('cpu');
    await tf.setBackend('webgl');
    return [found, expected];
  },
  /** What a function throws, or the shape of the tensor that it returns. */
  errorOf: (call: () => unknown): string => {
    try {
      const result = call();
      return `returned ${String(Reflect.get(Object(result), 'shape'))}`;
    } catch (error) {
      return String(error);
    }
  },
  /** Pseudo-random numbers between 0 and 1, the same in every run. */
  randomNumbers: () => {
    let state = 1;
    // The generator of Park and Miller.
    return () => (state = (state * 48271) % 2147483647) / 2147483647;
  },
};
