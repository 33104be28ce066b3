/**
 * The memory that the host's loops work on. The loops are the same for backends whose values they
 * read directly, and for others, whose values are copied.
 */
import type { BackendValues, DataType, TensorInfo } from '@tensorflow/tfjs-core';

import type { Numbers } from './dtypes.js';
import type { GradientName, GradientPlan } from './gradient_plan.js';
import type { Plan } from './plan.js';

export interface HostMemory {
  /** Returns a tensor's values: an array of its dtype's type, or the UTF-8 bytes of strings. */
  read(tensor: TensorInfo): BackendValues;
  /**
   * Allocates an output of zeros or ''; if `filled` is false it may hold any values, and says so. Make
   * outputs before you read inputs: where memory grows for an output, arrays that were read before lose
   * their values.
   */
  output(shape: number[], dtype: DataType, filled?: boolean): HostOutput;
  /** Allocates an output that starts as a copy of a tensor; to be made before inputs are read, too. */
  copyOf(tensor: TensorInfo): HostOutput;
  /** Makes an output of a tensor itself, which its values are then written to; absent where it copies. */
  reuse?(tensor: TensorInfo): HostOutput;
  /**
   * Returns a loop of the memory's own for a call, or null where it has none. `addressed` is the array
   * that sites address: a gather's data or a scatter's output. `values` are those at the sites, or one
   * number to put there, whatever the reduction is.
   */
  ownLoop?(
    plan: Plan,
    indices: Int32Array,
    addressed: Numbers,
    values: Numbers | number,
  ): SiteLoop | null;
  /**
   * Computes the gradients of a scatter by loops of the memory's own, and says whether it did. Where it
   * can, outputs for them need not be filled.
   */
  ownGradients?(plan: GradientPlan, outputs: GradientOutputs): boolean;
}

/** The gradients that are wanted. */
export type GradientOutputs = Partial<Record<GradientName, HostOutput>>;

/**
 * Carries a call out from a site on, in order. Returns the number of the first site that it left, with
 * an index out of bounds, or else of all sites. The host's loops then carry out a block from there.
 */
export type SiteLoop = (first: number) => number;

export interface HostOutput {
  /** The values; read them once all outputs are made, as another output may make memory grow. */
  readonly values: BackendValues;
  /** Set where the values are not zeros or '' but what the memory held before. */
  readonly holdsAny?: boolean;
  /** Makes the tensor, once its values are written. */
  finish(): TensorInfo;
  /** Frees the memory, where the call failed. */
  discard(): void;
}
