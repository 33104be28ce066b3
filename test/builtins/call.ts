/** Calls of tfjs' own ops on a backend, as plain JSON. */
import type { TensorData } from '../support/call.js';

/** The ops that can run on the package's kernels. */
export type AcceleratedName =
  | 'gatherND'
  | 'scatterND'
  | 'tensorScatterUpdate'
  | 'sparseToDense'
  | 'gather'
  | 'unsortedSegmentSum'
  | 'sparseSegmentSum'
  | 'sparseSegmentMean';

export type BuiltinName =
  AcceleratedName | 'topk' | 'stridedSlice' | 'bincount' | 'denseBincount' | 'cropAndResize';

/** The op's arguments that are not tensors. */
interface BuiltinOptions {
  shape?: number[];
  axis?: number;
  batchDims?: number;
  numSegments?: number;
  k?: number;
  begin?: number[];
  end?: number[];
  strides?: number[];
  /** The axes that keep only the first position. */
  shrinkAxisMask?: number;
  cropSize?: [number, number];
  method?: 'bilinear' | 'nearest';
}

/** Its outputs are `result`, and for derivatives `gradient <input>`, `byDy` and `second <input>`. */
export interface BuiltinCall {
  kind: 'builtin';
  op: BuiltinName;
  /** The op's tensors, named and ordered like its arguments. */
  inputs: Record<string, TensorData>;
  options: BuiltinOptions;
  /** Whether acceleration is on. */
  accelerated: boolean;
  /**
   * Requests derivatives as well. With L the op, which is linear in `directions`:
   *
   * - the gradient for dy;
   * - the derivative with respect to dy of <gradient for dy, directions>, which is L(directions);
   * - the derivative of <gradient of |y|², directions> with respect to the inputs.
   */
  derivatives?: {
    dy: TensorData;
    directions: Record<string, TensorData>;
    /** Whether argMin computes indices from the directions' first input, on tfjs' tape. */
    computed?: boolean;
  };
}

const INDEX_NAMES: readonly string[] = ['indices', 'sparseIndices', 'segmentIds', 'ids', 'boxInd'];

/** The name of an op's indices. */
export function indexNameOf({ inputs }: Pick<BuiltinCall, 'inputs'>): string {
  return Object.keys(inputs).find((name) => INDEX_NAMES.includes(name)) ?? '';
}

/** The inputs that an op is linear in. */
export function linearInputs({ inputs }: Pick<BuiltinCall, 'inputs'>): string[] {
  return Object.keys(inputs).filter((name) => ![...INDEX_NAMES, 'boxes'].includes(name));
}
