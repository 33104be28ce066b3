/** A backend as the tests see it: it runs calls, and says what it can hold. */
import type { AnyUse, DType, OpCall, Outcome, TensorData } from './call.js';
import type { HistoryOptions } from './history_world.js';
import type { TestPage } from './page/open.js';
import { canHold, canHoldIndices, isExactInAnyOrder, type Precision } from './precision.js';

export interface Driver {
  /** Unique; the environment variable BACKENDS selects drivers by name. */
  name: string;
  backend: 'cpu' | 'wasm' | 'webgl' | 'webgpu' | 'tensorflow' | 'simulated' | 'other';
  /** Whether it only runs if BACKENDS asks for it. */
  onRequest?: boolean;
  /** Whether this machine cannot run it. */
  isMissing?: boolean;
  /** Tables leave out cases with other dtypes, or with values that its precision cannot hold. */
  dtypes: readonly DType[];
  precision: Precision;
  /** Whether floats are summed and multiplied in any order, so that only exact results are compared. */
  reorders?: boolean;
  /** Whether tfjs passes shapes as uniforms: its own ops then compute wrong values for some shapes. */
  sharesPrograms?: boolean;
  /** The share of random calls to run; lower if calls are slow. */
  share: number;
  /** Makes the backend current, before each table. */
  start(): Promise<void>;
  /** The page that it runs in; none in this process. */
  page?: () => TestPage;
  /** Runs a call, batched with concurrent ones. */
  run: (call: OpCall) => Promise<Outcome>;
  /** Runs a history of calls in a new page; missing if it runs in this process. */
  runAnew?: (options: HistoryOptions) => Promise<string[]>;
  /** Stops everything that was started, after the last table of a file. */
  stop(): Promise<void>;
}

export const NUMERIC: readonly DType[] = ['float32', 'int32', 'bool', 'string'];
export const WITH_COMPLEX: readonly DType[] = [...NUMERIC, 'complex64'];

/** The cases whose inputs and stated results a backend can hold. */
export function casesFor<Case extends AnyUse & { expected?: TensorData }>(
  { dtypes, precision, reorders }: Driver,
  cases: readonly Case[],
): Case[] {
  return cases.filter((use) => {
    if (reorders && !isExactInAnyOrder(use)) return false;
    const tensors = { ...use.inputs, expected: use.expected };
    return Object.entries<TensorData | undefined>(tensors).every(([name, tensor]) => {
      if (tensor === undefined) return true;
      // Invalid calls may have indices of other dtypes.
      const isIndices = ['indices', 'writeIndices'].includes(name) && tensor.dtype === 'int32';
      const holds = isIndices ? canHoldIndices : canHold;
      return dtypes.includes(tensor.dtype) && holds(precision, tensor);
    });
  });
}
