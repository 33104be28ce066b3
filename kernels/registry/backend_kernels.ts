/** The interface that a backend implements. */
import type { BackendValues, KernelConfig, TensorInfo } from '@tensorflow/tfjs-core';

import type { Limits, NumericDtype } from '../call/dtypes.js';
import type { IndexRange } from '../call/bounds.js';
import type { CallError } from '../call/errors.js';
import type { Plan } from '../call/plan.js';
import type { AnyBackend } from '../tfjs/seam.js';

/** The kernels of a backend. They never see complex64: its two parts arrive as float32. */
export interface BackendKernels {
  run(plan: Plan, backend: AnyBackend): TensorInfo;
  /** Returns a tensor's values, or null if reading them would stall a GPU and no flag allows that. */
  knownValues(tensor: TensorInfo, backend: AnyBackend): BackendValues | null;
  /**
   * Returns the ranges of int32 indices in tuples of `width`, or null if the host has never seen the
   * indices and reading them would stall a GPU.
   */
  indexRanges(
    indices: TensorInfo,
    width: number,
    backend: AnyBackend,
  ): readonly IndexRange[] | null;
  /** Set if values on the GPU cannot be read during a call, even at the cost of a stall. */
  neverStalls?: true;
  /** Set if shader compilers may assume that floats are finite, so tfjs' ops lose NaN and Infinity. */
  assumesFinite?: true;
  /** Set if tensors are in a heap, which the host copies values to and from. tfjs' own ops there are faster. */
  hasHeap?: true;
  limits(dtype: NumericDtype): Limits;
  /** Says what is expected instead of a tensor with this many values, if the backend has no room for it. */
  tooLarge?: (size: number, backend: AnyBackend) => string | null;
  /** Returns the error to throw if the GPU is lost; null while it is not. Only GPUs have it. */
  lossOf?: (backend: AnyBackend) => CallError | null;
  /** Makes kernels for tfjs' own ops that a backend of this kind lacks. */
  missingKernels?: (backendName: string) => KernelConfig[];
  /** Makes kernels that replace tfjs' own while acceleration is on. */
  accelerated?: (backendName: string) => KernelConfig[];
  /** Runs each time tfjs makes a backend current. */
  setUp?: (backend: AnyBackend) => void;
  /** Frees the kernels' state for a backend; tfjs calls it when it removes the backend. */
  dispose?: (backend: AnyBackend) => void;
}
