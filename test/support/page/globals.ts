/** The globals that a page offers to the tests. */
import type * as tf from '@tensorflow/tfjs';
import type { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';
import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import type * as ops from 'tfjs-gather-scatter';
import type * as segments from 'tfjs-gather-scatter/segment';
import type * as sparse from 'tfjs-gather-scatter/sparse';
import type { prepare } from '../sparse_training.js';

export type Flags = Partial<Record<string, number | boolean | string>>;

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

/** The backends that a page can start. */
export type PageBackend = 'webgl' | 'webgpu' | 'wasm';

/** tfjs' webgpu backend, without its private members. */
export type OpenWebGPU = Pick<WebGPUBackend, keyof WebGPUBackend>;

export interface PageGlobals {
  /** Sets tfjs' flags and starts a backend, unless one is running and `isAnew` is false. */
  start(flags: Flags, backendName: PageBackend, isAnew: boolean): Promise<Started>;
  /** Run calls; calls and outcomes are encoded by wire.ts. */
  run: (calls: string) => Promise<string>;
  runBuiltins: (calls: string) => Promise<string>;
  toText: (value: unknown) => string;
  fromText: (text: string) => unknown;
  tf: typeof tf;
  ops: typeof ops;
  segments: typeof segments;
  sparse: typeof sparse;
  /** Prepares a fused product and its derivatives. */
  prepare: typeof prepare;
  MathBackendWebGL: typeof MathBackendWebGL;
  /** The current backend, and its context. */
  backend: () => MathBackendWebGL;
  context: () => WebGLRenderingContext | WebGL2RenderingContext;
  /** The current backend, which must be webgpu. */
  webgpu: () => OpenWebGPU;
  /** The number of cached orders of sites on webgpu, and their bytes. */
  cachedOrders: () => { count: number; bytes: number };
  /** Runs an op that the package adds to tfjs' converter. */
  runConverterOp: (name: string, inputs: tf.Tensor[]) => tf.Tensor;
  /** The names of the package's webgpu programs that run during `run`. */
  namesOfPrograms: (run: () => void) => string[];
  /** The result of a function on webgl, and then on cpu. */
  onBoth: <T>(run: (backendName: string) => Promise<T>) => Promise<[T, T]>;
  /** What a function throws, or the shape of the tensor that it returns. */
  errorOf: (call: () => { shape: number[] }) => string;
  /** Pseudo-random numbers between 0 and 1, the same in every run. */
  randomNumbers: () => () => number;
  /** The number of programs that the package's kernels cache for the current backend. */
  programCount: () => number;
  /** Counts what the current backend reads back from the GPU; the result stops it and returns the count. */
  countReads: () => () => number;
  /** Counts the calls of a method until `stop`, without changing what it does. */
  count: <T extends object>(target: T, method: keyof T) => { calls: number; stop: () => void };
}
