/**
 * Checks a whole call: its attributes, and the shapes and dtypes of its tensors. Kernels make the plan
 * first, so direct calls to kernels get the same checks as public functions.
 */
import type { DataType, NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { CallError } from './errors.js';
import { type Attributes, type CallAttributes, readAttributes } from './attributes.js';
import { combinationOf } from './reductions.js';
import { checkRepresentable } from './dtypes.js';
import { type End, type Indexed, indexedEnd, inOrder } from './ends.js';
import { show } from './messages.js';
import type { Op } from './ops.js';
import { checkUpdatesShape, sizeOf } from './shapes.js';

/** A checked call, with everything that a backend needs to run it. */
interface PlannedCall {
  attributes: CallAttributes;
  /** The shape of the values at the sites: a gather's result or a scatter's updates. */
  valuesShape: number[];
}

export interface GatherPlan extends PlannedCall {
  kind: 'gather';
  source: Indexed;
}

export interface ScatterPlan extends PlannedCall {
  kind: 'scatter';
  source: End;
  target: Indexed;
  /** How to change the values that are read; only if the source is indexed. See fused.ts. */
  factors: Factors | null;
}

/** How the values that sites read are changed before they are combined. */
export interface Factors {
  /** Factors of the values, `heads` for each site. */
  weights: TensorInfo | null;
  heads: number;
  /** A value counts as 0 where these differ. */
  like: Record<'source' | 'target', TensorInfo> | null;
}

/** Dot products of the values at the two ends, `heads` for each site. */
export interface DotPlan extends PlannedCall {
  kind: 'dot';
  source: Indexed;
  target: Indexed;
  heads: number;
}

export type Plan = GatherPlan | ScatterPlan | DotPlan;

/** The maximum number of values in data, because offsets are int32. */
const MAX_SIZE = 2 ** 31 - 1;

/** Checks a kernel's inputs and attributes. */
export function planCall(
  op: Op,
  inputs: NamedTensorInfoMap,
  attrs?: NamedAttrMap,
): GatherPlan | ScatterPlan {
  const call = planEnd(op, inputs, attrs, 'data');
  const { attributes, valuesShape, end } = call;
  if (!op.scatters) {
    checkFill(attributes, end.tensor.dtype);
    return { kind: 'gather', attributes, valuesShape, source: end };
  }
  const updates = requiredInput(inputs, 'updates');
  checkUpdates(op, call, updates, end.tensor);
  const source = inOrder(updates);
  return { kind: 'scatter', attributes, valuesShape, source, target: end, factors: null };
}

/** Checks the attributes and the indices for the input `name`: data, or a tensor of data's shape. */
export function planEnd(
  op: Op,
  inputs: NamedTensorInfoMap,
  attrs: NamedAttrMap | undefined,
  name: string,
): Pick<PlannedCall, 'valuesShape'> & { attributes: Attributes; end: Indexed } {
  const { addressing, options } = op;
  const attributes = readAttributes(attrs, options);
  const data = requiredInput(inputs, name);
  const indices = requiredInput(inputs, 'indices');
  checkDtype('indices', indices.dtype, 'int32');
  const valuesShape = addressing.valuesShape(data.shape, indices.shape, attributes);
  checkSize(data.shape);
  const geometry = addressing.geometry(data.shape, indices.shape, attributes);
  return { attributes, valuesShape, end: indexedEnd(attributes, geometry, data, indices) };
}

/** Checks a scatter's updates against its data and indices. */
export function checkUpdates(
  { addressing }: Op,
  { attributes, valuesShape, end }: ReturnType<typeof planEnd>,
  updates: TensorInfo,
  data: TensorInfo,
): void {
  checkUpdatesDtype(attributes, data.dtype, updates.dtype);
  checkUpdatesShape(addressing.valuesRule, {
    data: data.shape,
    indices: end.indices.shape,
    updates: updates.shape,
    values: valuesShape,
  });
}

/** Returns the end that the input `indices` addresses; its tensor is the input `data`. */
export function indexedEndOf(plan: Plan): Indexed {
  return plan.kind === 'gather' ? plan.source : plan.target;
}

/** Lists the tensors that a call reads. */
export function inputsOf(plan: Plan): TensorInfo[] {
  return Object.values(inputsByName(plan));
}

/** Returns the tensors that a call reads, by name. */
export function inputsByName(plan: Plan): Record<string, TensorInfo> {
  const { tensor: data, indices } = indexedEndOf(plan);
  if (plan.kind === 'gather') return { data, indices };
  const { source } = plan;
  const inputs = { data, indices, updates: source.tensor };
  if (!source.geometry) return inputs;
  const { weights = null, like = null } = plan.kind === 'scatter' ? (plan.factors ?? {}) : {};
  return {
    ...inputs,
    sourceIndices: source.indices,
    ...(weights && { weights }),
    ...(like && { sourceLike: like.source, dataLike: like.target }),
  };
}

/** Returns whether data or the values at the sites are empty. */
export function hasNoValues(plan: Plan): boolean {
  const { geometry } = indexedEndOf(plan);
  return geometry.dataSize === 0 || sizeOf(plan.valuesShape) === 0;
}

/** Checks that data's dtype can hold the fill value; 0 also stands for false and ''. */
export function checkFill({ fill }: Attributes, data: DataType): void {
  if (fill !== 0) checkRepresentable('fill', fill, 'data', data);
}

/** Checks that the dtypes of data and updates match, and that the reduction supports them. */
export function checkUpdatesDtype(attributes: Attributes, data: DataType, updates: DataType): void {
  checkDtype('updates', updates, data, ', the dtype of data');
  combinationOf(attributes, data);
}

export function requiredInput(inputs: NamedTensorInfoMap, name: string): TensorInfo {
  const input: TensorInfo | null | undefined = inputs[name];
  if (!input) throw new CallError(`${name} is missing, expected a tensor.`);
  return input;
}

export function checkSize(shape: number[]): void {
  const size = sizeOf(shape);
  if (size <= MAX_SIZE) return;
  throw new CallError(
    `data has ${size} values (shape ${show(shape)}), expected at most ${MAX_SIZE}, the ` +
      'most that int32 offsets can address.',
  );
}

export function checkDtype(name: string, dtype: DataType, expected: DataType, reason = ''): void {
  if (dtype !== expected) {
    throw new CallError(`${name} has dtype ${dtype}, expected ${expected}${reason}.`);
  }
}
