/**
 * Calls that tests make on a backend, and their outcomes, as plain JSON. The same call can run in
 * this process or in a browser page, so each table of cases is written once.
 */

import type { BuiltinCall } from '../builtins/call.js';

export type DType = 'float32' | 'int32' | 'bool' | 'string' | 'complex64';

/** 'NaN', 'Infinity', '-Infinity' and '-0' are strings, because JSON cannot represent them. */
export type JsonNumber = number | string;

/** One element: a number, a boolean, a string or [re, im], depending on the dtype. */
export type Value = JsonNumber | boolean | [JsonNumber, JsonNumber];

export interface TensorData {
  dtype: DType;
  shape: number[];
  values: Value[];
}

/** With `plain`, the op gets a nested array instead of a tensor. */
export interface InputData extends TensorData {
  plain?: boolean;
}

export type GatherName = 'gatherElements' | 'gatherND';
export type ScatterName = 'scatterElements' | 'scatterND' | 'scatterNDUpdate';
/** TensorFlow's names, each with its own reduction. */
export type TensorScatterName = `tensorScatter${'Add' | 'Sub' | 'Max' | 'Min'}`;
export type OpName = GatherName | ScatterName;

/** Names are plain strings so that a case can contain a wrong one. */
export interface CallOptions {
  axis?: number;
  batchDims?: number;
  reduction?: string;
  includeSelf?: boolean;
  outOfBounds?: string;
  wrapNegatives?: boolean;
  fill?: number;
}

export interface CallInputs {
  data: InputData;
  indices: InputData;
  updates?: InputData;
}

/** Another way to call an op than as a function of its entry: as a member of tf, or into a variable with data's values. */
export type Form = 'tf' | 'assign';

/** Returns the name of a function, or of a method of `at`, that scatters into a variable. */
export function assignNameOf(op: string): string {
  const [name, method = ''] = op.split('.');
  const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  if (name !== 'at') return `assign${capitalised(name)}`;
  return `at.assign${method === 'set' ? '' : capitalised(method)}`;
}

/** The part of a call that says which function to call; a case in a table is one of these. */
export interface OpUse {
  form?: Form;
  op: OpName | TensorScatterName;
  inputs: CallInputs;
  options?: CallOptions;
}

/** A use of an op, or of another function. */
export interface AnyUse {
  op: string;
  inputs: object;
  options?: object;
}

/** `grads` covers data and updates, `all` also indices; `single` is one tf.grad for each input. */
export type GradientRoute =
  'grads' | 'single' | 'all' | 'variableGrads' | 'minimize' | 'customGrad';

export interface Directions {
  dy: TensorData;
  vData: TensorData;
  vUpdates?: TensorData;
}

/** An op, or its derivatives, perhaps after other calls that use its indices in their shapes. */
export interface ForwardCall extends OpUse {
  kind: 'forward';
  before?: OpUse[];
  derivative?: Gradient | Higher;
}

/** checkIndices over the call's data and indices. */
export interface CheckCall extends OpUse {
  kind: 'check';
}

/** The ops that compute indices from data on tfjs' tape. */
export const COMPUTED = ['argMax', 'clip', 'topk'] as const;
export type Computed = (typeof COMPUTED)[number];

export interface Gradient {
  kind: 'gradient';
  computed?: Computed;
  dy: TensorData;
  route?: GradientRoute;
}

/** Derivatives of S = <vData, dL/ddata> + <vUpdates, dL/dupdates>, or of S's own such sum. */
export interface Higher extends Directions {
  kind: 'second' | 'third';
  computed?: Computed;
}

type Reducer = 'Sum' | 'Mean' | 'Prod' | 'Max' | 'Min' | 'SqrtN' | 'Std' | 'LogSumExp';

export type SegmentName = `unsortedSegment${Reducer | 'Softmax' | 'LogSoftmax'}`;

/** Ops without a layer, whose gradient is 0. */
export type ArgSegmentName = `unsortedSegmentArg${'Max' | 'Min'}`;

export interface SegmentUse {
  form?: Form;
  op: SegmentName | ArgSegmentName;
  inputs: { x: InputData; segmentIds: InputData };
  numSegments: number;
  options?: SegmentOptions;
}

/** Loosely typed, so that a case can contain wrong options. */
export interface SegmentOptions {
  outOfBounds?: string;
  wrapNegatives?: boolean;
  empty?: number;
  batchDims?: number;
}

/** A segment op, or its derivatives with respect to x, which takes the place of data. */
export interface SegmentCall extends SegmentUse {
  kind: 'segment';
  derivative?: Gradient | Higher;
}

/** A counting function, or the derivatives of bincount with respect to weights, in the place of data. */
export interface CountingCall {
  kind: 'counting';
  op: 'bincount' | 'histogramFixedWidth';
  inputs: { ids?: InputData; weights?: InputData; values?: InputData };
  size?: number;
  range?: [low: number, high: number];
  bins?: number;
  derivative?: Gradient | Higher;
}

export type GatherSegmentName = `gatherSegment${'Sum' | 'Mean' | 'SqrtN' | 'Max' | 'Min'}`;
export type SparseName = GatherSegmentName | 'sparseDenseMatMul' | 'sampledDenseMatMul';

type SparseInput = 'x' | 'sources' | 'targets' | 'weights' | 'indices' | 'values' | 'a' | 'b';

export interface SparseUse {
  op: SparseName;
  /** By argument name; `values` and `indices` belong to the sparse matrix. */
  inputs: Partial<Record<SparseInput, InputData>>;
  numSegments?: number;
  denseShape?: number[];
  options?: SegmentOptions & { adjointA?: boolean; adjointB?: boolean };
}

/** A fused product or its derivatives. x or b takes the place of data, weights or values of updates. */
export interface SparseCall extends SparseUse {
  kind: 'sparse';
  /** Computes it with gathers, products and segment ops instead. */
  composed?: boolean;
  derivative?: Gradient | Higher;
}

/** The names of the inputs that have gradients. */
export function operandsOf({
  op,
}: Pick<SparseUse, 'op'>): [data: SparseInput, updates: SparseInput] {
  if (op === 'sampledDenseMatMul') return ['a', 'b'];
  return op === 'sparseDenseMatMul' ? ['b', 'values'] : ['x', 'weights'];
}

/** Whether an edge has no segment or reads no row. */
export function isDroppedEdge(
  use: Pick<SparseUse, 'inputs' | 'numSegments'>,
  edge: number,
): boolean {
  const { inputs, numSegments = 0 } = use;
  const { x, sources, targets } = inputs;
  const [source, target] = [sources, targets].map((ids) => Number(ids?.values[edge]));
  const rows = x?.shape[0] ?? 0;
  return target < 0 || target >= numSegments || source < -rows || source >= rows;
}

export type IndexingName =
  | 'indexAdd'
  | 'indexCopy'
  | 'indexFill'
  | 'indexSelect'
  | 'putAlongAxis'
  | 'takeAlongAxis'
  | 'take'
  | `at.${'get' | 'set' | 'add' | 'sub' | 'mul' | 'max' | 'min'}`;

export interface IndexingUse {
  form?: Form;
  op: IndexingName;
  inputs: CallInputs & { columns?: InputData; more?: InputData };
  /**
   * The arguments of `at`: slices, and names of inputs. By default, indices for the first axis and columns, if
   * there are any, for the second.
   */
  places?: string[];
  options?: CallOptions;
}

/** Returns the arguments of `at`. */
export function placesOf({ places, inputs }: IndexingUse): string[] {
  return places ?? (inputs.columns ? ['indices', 'columns'] : ['indices']);
}

/** A function of /indexing, or its derivatives. */
export interface IndexingCall extends IndexingUse {
  kind: 'indexing';
  derivative?: Gradient | Higher;
}

export interface LossUse {
  op: 'sparseSoftmaxCrossEntropy';
  inputs: { logits: InputData; labels: InputData; classWeights?: InputData };
  /** Loosely typed, so that a case can contain wrong options. */
  options?: {
    axis?: number;
    ignoreIndex?: number;
    labelSmoothing?: number;
    reduction?: string;
  };
}

/** A loss, or its derivatives with respect to logits, which take the place of data. */
export interface LossCall extends LossUse {
  kind: 'loss';
  derivative?: Gradient | Higher;
}

export interface CacheUse {
  op: 'tensorScatter';
  inputs: { pastCache: InputData; update: InputData; writeIndices?: InputData };
  /** Loosely typed, so that a case can contain wrong options. */
  options?: { axis?: number; mode?: string };
}

/** tensorScatter, or its derivatives: pastCache takes the place of data, update that of updates. */
export interface CacheCall extends CacheUse {
  kind: 'cache';
  /** The kernel of its name instead of the function, or into a variable. */
  form?: 'kernel' | 'assign';
  /** Whether a GPU computes the write indices, so that only it knows them. */
  hides?: boolean;
  derivative?: Gradient | Higher;
}

/** A node of a graph, in the format of TensorFlow's model.json. */
export interface GraphNode {
  name: string;
  op: string;
  input?: string[];
  attr?: Record<string, object>;
}

/** A model in TensorFlow's format, with tensors instead of a weights file. */
export interface Model {
  node: GraphNode[];
  library?: { function: object[] };
  weights: Record<string, TensorData>;
}

/**
 * Loads a model with the package's ops registered before or after, and executes it, or differentiates a weighted sum of
 * its floats by each float that it reads: on the tape, or by central differences.
 */
export interface ModelCall {
  kind: 'model';
  gradient?: 'taped' | 'differences';
  model: Model;
  inputs: Record<string, InputData>;
  outputs: string[];
  execution: 'execute' | 'executeAsync';
  register: 'before loading' | 'after loading';
}

/** Names and values are loosely typed, so that a case can contain wrong ones. */
export interface LayerConfig extends CallOptions, SegmentOptions {
  numSegments?: number;
  name?: string;
  mode?: string;
  /** Tensors that the layer keeps, in place of inputs. */
  segmentIds?: number[];
  sources?: number[];
  targets?: number[];
  weights?: number[];
}

export interface LayerUse {
  op: OpName | SegmentName | GatherSegmentName | 'tensorScatter';
  config: LayerConfig;
  /** Batches of examples, in the order of the layer's inputs. */
  inputs: Record<string, InputData>;
}

/** A layer in a model, and its op on each example; with `dy`, their gradients for x or data, and weights. */
export interface LayerCall extends LayerUse {
  kind: 'layer';
  /** The dtypes of symbolic inputs that differ from those of the values. */
  declared?: Record<string, 'float32' | 'int32'>;
  dy?: TensorData;
}

export type OpCall =
  | ForwardCall
  | CheckCall
  | SegmentCall
  | CountingCall
  | IndexingCall
  | SparseCall
  | LossCall
  | CacheCall
  | ModelCall
  | LayerCall
  | BuiltinCall;

export interface Success {
  /** `result` of a forward call; `data`, `updates`, `indices` and `dy` of derivatives; names of models. */
  outputs: Record<string, TensorData>;
  inputsUnchanged: boolean;
  /** Growth of tf.memory().numTensors while the outputs are alive, and after they are disposed of. */
  tensorsHeld: number;
  tensorsLeft: number;
}

export interface Failure {
  error: string;
  inputsUnchanged: boolean;
  tensorsLeft: number;
}

export type Outcome = Success | Failure;

export function isFailure(outcome: Outcome): outcome is Failure {
  return 'error' in outcome;
}

export function isGather(op: OpUse['op']): op is GatherName {
  return op === 'gatherElements' || op === 'gatherND';
}

export function isGatherSegmentName(op: string): op is GatherSegmentName {
  return op.startsWith('gatherSegment');
}
