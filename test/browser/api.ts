/** What the page offers to the tests. */
import type * as tf from '@tensorflow/tfjs';
import type { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';
import type * as ops from '../../src/index.js';
import type { BuiltinCall, BuiltinOutcome } from '../builtins/call.js';
import type * as segments from '../../src/segment/index.js';
import type { OpCall, Outcome } from '../support/call.js';

export type Flags = Partial<Record<string, number | boolean | string>>;

/** How a browser's page has set tfjs up. */
export interface Started {
  backend: string;
  version: number;
  halfFloat: boolean;
}

/** The names that scripts of the tests find in the page. */
export interface PageGlobals {
  /** Sets tfjs' flags and starts the webgl backend. */
  start(flags: Flags): Promise<Started>;
  run(calls: OpCall[]): Promise<Outcome[]>;
  runBuiltins: (calls: BuiltinCall[]) => Promise<BuiltinOutcome[]>;
  tf: typeof tf;
  ops: typeof ops;
  segments: typeof segments;
  MathBackendWebGL: typeof MathBackendWebGL;
  /** The current backend, and its context. */
  backend: () => MathBackendWebGL;
  context: () => WebGLRenderingContext | WebGL2RenderingContext;
  /** What a function gives on webgl, and then on cpu. */
  onBoth: <T>(run: (backendName: string) => Promise<T>) => Promise<[T, T]>;
  /** How many programs the package's kernels hold for the current backend. */
  programCount: () => number;
  /** Counts the calls of a method, which goes on doing what it does, until `stop`. */
  count: <T extends object>(target: T, method: keyof T) => { calls: number; stop: () => void };
}
