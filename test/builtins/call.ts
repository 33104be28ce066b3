/** Calls of tfjs' own ops on a backend and their outcomes, as plain JSON. */
import type { TensorData } from '../support/call.js';

export type BuiltinName =
  | 'gatherND'
  | 'scatterND'
  | 'tensorScatterUpdate'
  | 'sparseToDense'
  | 'gather'
  | 'unsortedSegmentSum'
  | 'sparseSegmentSum'
  | 'sparseSegmentMean';

/** The op's arguments that are no tensors. */
interface BuiltinOptions {
  shape?: number[];
  axis?: number;
  batchDims?: number;
  numSegments?: number;
}

export interface BuiltinCall {
  op: BuiltinName;
  /** The op's tensors, by the names and in the order of its arguments. */
  inputs: Record<string, TensorData>;
  options: BuiltinOptions;
  /** Whether the acceleration is on. */
  accelerated: boolean;
  /**
   * Asks for derivatives besides the result. With L the op, which is linear in `directions`:
   *
   * - the gradient for dy;
   * - the derivative by dy of <gradient for dy, directions>, which is L of the directions;
   * - that of <gradient of |y|², directions> by the inputs.
   */
  derivatives?: {
    dy: TensorData;
    directions: Record<string, TensorData>;
    /** Whether argMin computes indices from the first of the directions' inputs, on tfjs' tape. */
    computed?: boolean;
  };
}

interface BuiltinResult {
  /** `result`, and of derivatives `gradient <input>`, `byDy` and `second <input>`. */
  outputs: Record<string, TensorData>;
  inputsUnchanged: boolean;
  /** Growth of tf.memory().numTensors. */
  tensorsLeft: number;
}

/** The result, or the message of the error. */
export type BuiltinOutcome = BuiltinResult | { error: string };

export const INDEX_NAMES: readonly string[] = ['indices', 'sparseIndices', 'segmentIds'];

/** The name of an op's indices. */
export function indexNameOf({ inputs }: Pick<BuiltinCall, 'inputs'>): string {
  return Object.keys(inputs).find((name) => INDEX_NAMES.includes(name)) ?? '';
}

/** The inputs that an op is linear in. */
export function linearInputs({ inputs }: Pick<BuiltinCall, 'inputs'>): string[] {
  return Object.keys(inputs).filter((name) => !INDEX_NAMES.includes(name));
}
