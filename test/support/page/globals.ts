/** The names that a page offers to the tests. */
import type * as tf from '@tensorflow/tfjs';
import type { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';
import type { WebGPUBackend } from '@tensorflow/tfjs-backend-webgpu';
import type * as ops from 'tfjs-gather-scatter';
import type * as segments from 'tfjs-gather-scatter/segment';
import type * as sparse from 'tfjs-gather-scatter/sparse';
import type { prepare } from '../sparse_training.js';

export type Flags = Partial<Record<string, number | boolean | string>>;

/** The set-up of tfjs in a browser's page. */
export interface Started {
  backend: PageBackend;
  version?: number | boolean | string;
  halfFloat?: number | boolean | string;
  /** Whether tfjs runs its build of wasm with threads. */
  hasThreads?: boolean;
  /** Whether the package's own module works on tfjs' memory. */
  hasModule?: boolean;
}

/** The backends that a page can start. */
export type PageBackend = 'webgl' | 'webgpu' | 'wasm';

/** tfjs' webgpu backend, without what it keeps to itself. */
export type OpenWebGPU = Pick<WebGPUBackend, keyof WebGPUBackend>;

/** The names that scripts of the tests find in the page. */
export interface PageGlobals {
  /** Sets tfjs' flags and starts a backend, unless one runs and is not to be started anew. */
  start(flags: Flags, backendName: PageBackend, isAnew: boolean): Promise<Started>;
  /** Run calls; both calls and outcomes are texts of wire.ts. */
  run: (calls: string) => Promise<string>;
  runBuiltins: (calls: string) => Promise<string>;
  toText: (value: unknown) => string;
  fromText: (text: string) => unknown;
  tf: typeof tf;
  ops: typeof ops;
  segments: typeof segments;
  sparse: typeof sparse;
  /** Makes a call of a fused product and its derivatives. */
  prepare: typeof prepare;
  MathBackendWebGL: typeof MathBackendWebGL;
  /** The current backend, and its context. */
  backend: () => MathBackendWebGL;
  context: () => WebGLRenderingContext | WebGL2RenderingContext;
  /** The current backend where it is webgpu. */
  webgpu: () => OpenWebGPU;
  /** Returns the number of orders of sites that are kept on webgpu, and their bytes. */
  keptOrders: () => { count: number; bytes: number };
  /** Runs an op that the package teaches tfjs' converter. */
  runConverterOp: (name: string, inputs: tf.Tensor[]) => tf.Tensor;
  /** The names of the package's programs on webgpu that run while `run` does. */
  namesOfPrograms: (run: () => void) => string[];
  /** The result of a function on webgl, and then on cpu. */
  onBoth: <T>(run: (backendName: string) => Promise<T>) => Promise<[T, T]>;
  /** A sequence of numbers between 0 and 1 that look random, the same in every run. */
  randomNumbers: () => () => number;
  /** Returns the number of programs that the package's kernels hold for the current backend. */
  programCount: () => number;
  /** Counts the calls of a method, which goes on doing what it does, until `stop`. */
  count: <T extends object>(target: T, method: keyof T) => { calls: number; stop: () => void };
}
