/**
 * Checks a whole call: its attributes, and the shapes and dtypes of its tensors. Kernels make the plan
 * first, so direct calls to kernels get the same checks as public functions.
 */
import type { DataType, NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { type Attributes, readAttributes } from './attributes.js';
import { combinationOf } from './reductions.js';
import { checkRepresentable } from './dtypes.js';
import type { DotPlan } from './fused.js';
import type { IndexGeometry } from './geometry.js';
import { show } from './messages.js';
import type { Op } from './ops.js';
import { checkUpdatesShape, sizeOf } from './shapes.js';

/** A checked call, with everything that a backend needs to run it. */
export interface PlannedCall {
  attributes: Attributes;
  geometry: IndexGeometry;
  data: TensorInfo;
  indices: TensorInfo;
  /** The shape of the values at the sites: a gather's result or a scatter's updates. */
  valuesShape: number[];
}

export interface GatherPlan extends PlannedCall {
  kind: 'gather';
}

export interface ScatterPlan extends PlannedCall {
  kind: 'scatter';
  updates: TensorInfo;
  /** How sites read rows of `updates`. Absent if `updates` holds the values at the sites. */
  gathered?: GatheredUpdates;
}

/** The rows of a tensor that sites address, one index each. */
export interface RowsOfSites {
  /** int32: `width` indices for each site; the one at `column` addresses the row. */
  indices: TensorInfo;
  width: number;
  column: number;
  /** Whether negative indices count from the end. */
  wraps: boolean;
  /** The number of rows, and of sites, in a batch. */
  rows: number;
  sites: number;
  isBatched: boolean;
}

/** The two ends that a site connects: a row of data and a row of another tensor. */
export type Ends = Record<'data' | 'source', RowsOfSites>;

/** Updates read from their sources; see fused.ts. */
export interface GatheredUpdates extends Ends {
  /** Factors of the values, `heads` for each site. */
  weights: TensorInfo | null;
  heads: number;
  /** An update is 0 where these differ. */
  like: Record<keyof Ends, TensorInfo> | null;
  /** The value read for a source out of bounds. */
  fill: number;
}

export type Plan = GatherPlan | ScatterPlan;

/** The maximum number of values in data, because offsets are int32. */
const MAX_SIZE = 2 ** 31 - 1;

/** Checks a kernel's inputs and attributes. */
export function planCall(op: Op, inputs: NamedTensorInfoMap, attrs?: NamedAttrMap): Plan {
  const call = planSites(op, inputs, attrs, 'data');
  const { attributes, data } = call;
  if (!op.scatters) {
    checkFill(attributes, data.dtype);
    return Object.assign(call, { kind: 'gather' } as const);
  }
  const updates = requiredInput(attributes.caller, inputs, 'updates');
  checkUpdates(op, call, data, updates);
  return Object.assign(call, { kind: 'scatter', updates } as const);
}

/** Checks the attributes and the indices for the input `name`: data, or a tensor of data's shape. */
export function planSites(
  op: Op,
  inputs: NamedTensorInfoMap,
  attrs: NamedAttrMap | undefined,
  name: string,
): PlannedCall {
  const attributes = readAttributes(op, attrs);
  const { caller, axisOrBatchDims } = attributes;
  const { addressing } = op;
  const data = requiredInput(caller, inputs, name);
  const indices = requiredInput(caller, inputs, 'indices');
  checkDtype(caller, 'indices', indices.dtype, 'int32');
  const valuesShape = addressing.valuesShape(caller, data.shape, indices.shape, axisOrBatchDims);
  checkSize(caller, data.shape);
  const geometry = addressing.geometry(data.shape, indices.shape, axisOrBatchDims);
  return { attributes, geometry, data, indices, valuesShape };
}

/** Checks a scatter's updates against its data and indices. */
export function checkUpdates(
  { addressing }: Op,
  { attributes, indices, valuesShape }: PlannedCall,
  data: TensorInfo,
  updates: TensorInfo,
): void {
  checkUpdatesDtype(attributes, data.dtype, updates.dtype);
  checkUpdatesShape(attributes.caller, addressing.valuesRule, {
    data: data.shape,
    indices: indices.shape,
    updates: updates.shape,
    values: valuesShape,
  });
}

/** Lists the tensors that a call reads. */
export function inputsOf(plan: Plan | DotPlan): TensorInfo[] {
  return Object.values(inputsByName(plan));
}

/** Returns the tensors that a call reads, by name. */
export function inputsByName(plan: Plan | DotPlan): Record<string, TensorInfo> {
  const { data, indices } = plan;
  if (plan.kind === 'dot')
    return { data, indices, x: plan.x, sourceIndices: plan.ends.source.indices };
  return plan.kind === 'gather' ? { data, indices } : { data, indices, ...updateInputs(plan) };
}

/** Returns the tensors that a scatter reads its updates from, by name. */
export function updateInputs({ updates, gathered }: ScatterPlan): Record<string, TensorInfo> {
  if (!gathered) return { updates };
  const { source, weights, like } = gathered;
  return {
    updates,
    sourceIndices: source.indices,
    ...(weights && { weights }),
    ...(like && { sourceLike: like.source, dataLike: like.data }),
  };
}

/** Returns whether data or the values at the sites are empty. */
export function hasNoValues({ geometry, valuesShape }: Plan): boolean {
  return geometry.dataSize === 0 || sizeOf(valuesShape) === 0;
}

/** Checks that data's dtype can hold the fill value; 0 also stands for false and ''. */
export function checkFill({ caller, fill }: Attributes, data: DataType): void {
  if (fill !== 0) checkRepresentable(caller, 'fill', fill, 'data', data);
}

/** Checks that the dtypes of data and updates match, and that the reduction supports them. */
export function checkUpdatesDtype(attributes: Attributes, data: DataType, updates: DataType): void {
  checkDtype(attributes.caller, 'updates', updates, data, ', the dtype of data');
  combinationOf(attributes, data);
}

export function requiredInput(
  caller: string,
  inputs: NamedTensorInfoMap,
  name: string,
): TensorInfo {
  const input: TensorInfo | null | undefined = inputs[name];
  if (!input) throw new Error(`${caller}: ${name} is missing, expected a tensor.`);
  return input;
}

export function checkSize(caller: string, shape: number[]): void {
  const size = sizeOf(shape);
  if (size <= MAX_SIZE) return;
  throw new Error(
    `${caller}: data has ${size} values (shape ${show(shape)}), expected at most ${MAX_SIZE}, the ` +
      'most that int32 offsets can address.',
  );
}

export function checkDtype(
  caller: string,
  name: string,
  dtype: DataType,
  expected: DataType,
  reason = '',
): void {
  if (dtype !== expected) {
    throw new Error(`${caller}: ${name} has dtype ${dtype}, expected ${expected}${reason}.`);
  }
}
