/**
 * The memory that the host's loops work on: a backend's own memory where they can read it directly, or
 * copies.
 */
import type { BackendValues, DataType, TensorInfo } from '@tensorflow/tfjs-core';

export interface HostMemory {
  /** Returns a tensor's values in the array type of its dtype; strings as their UTF-8 bytes. */
  read(tensor: TensorInfo): BackendValues;
  /**
   * Allocates an output; its numbers may have any values, its strings are ''. Allocate outputs before
   * reading inputs: an allocation can make memory grow, which detaches arrays read earlier.
   */
  output(shape: number[], dtype: DataType): HostOutput;
  /**
   * Allocates an output that starts as a copy of a tensor. If `mayOverwrite` is set, the output can be the
   * tensor itself. Call it before reading inputs, too.
   */
  copyOf(tensor: TensorInfo, mayOverwrite: boolean): HostOutput;
}

export interface HostOutput {
  /** The values. Read them after allocating all outputs, as another output may make memory grow. */
  readonly values: BackendValues;
  /** Set if numbers may have other values than 0. */
  readonly holdsAny?: boolean;
  /** Makes the tensor after its values are written. */
  finish(): TensorInfo;
  /** Frees the memory after a failed call. */
  discard(): void;
}
