/**
 * The memory that the host's loops work on. The loops are the same for backends whose values they
 * read directly, and for others, whose values are copied.
 */
import type { BackendValues, DataType, TensorInfo } from '@tensorflow/tfjs-core';

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
}

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
