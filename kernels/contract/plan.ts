/**
 * The check of a whole call: its attributes, and the shapes and dtypes of its tensors. Kernels make
 * the plan before they read a value, so a kernel called directly is checked like a public function.
 */
import type { DataType, NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { readAttributes } from './attributes.js';
import type { Attributes } from './attributes.js';
import { combinationOf } from './combination.js';
import { checkHeld } from './dtypes.js';
import type { IndexGeometry } from './geometry.js';
import { show } from './messages.js';
import type { Op } from './ops.js';
import { checkUpdatesShape, sizeOf } from './shapes.js';

/** A call that was checked: all that a backend needs to carry it out. */
export interface PlannedCall {
  attributes: Attributes;
  geometry: IndexGeometry;
  data: TensorInfo;
  indices: TensorInfo;
  /** The shape of the values at the sites: a gather's result, a scatter's updates. */
  valuesShape: number[];
}

export interface GatherPlan extends PlannedCall {
  kind: 'gather';
}

export interface ScatterPlan extends PlannedCall {
  kind: 'scatter';
  updates: TensorInfo;
  /** How rows of `updates` are read at the sites; missing where it holds the values at the sites. */
  gathered?: GatheredUpdates;
}

/** The rows of a tensor that sites address, each by one index. */
export interface RowsOfSites {
  /** int32: `width` for each site, of which the one at `column` is meant. */
  indices: TensorInfo;
  width: number;
  column: number;
  /** Whether negative indices count from the end. */
  wraps: boolean;
  /** The rows, and the sites, of a batch. */
  rows: number;
  sites: number;
  isBatched: boolean;
}

/** The rows of data, and those of another tensor, that sites connect. */
export type Ends = Record<'data' | 'source', RowsOfSites>;

/** Updates that are read at their sources; see fused.ts. */
export interface GatheredUpdates extends Ends {
  /** Numbers by which the values are multiplied, `heads` for each site. */
  weights: TensorInfo | null;
  heads: number;
  /** Where these differ, an update is 0. */
  like: Record<keyof Ends, TensorInfo> | null;
  /** What a source out of bounds reads. */
  fill: number;
}

export type Plan = GatherPlan | ScatterPlan;

/** The most values that data may have, as offsets are int32. */
const MAX_SIZE = 2 ** 31 - 1;

/** Checks a kernel's inputs and attributes; throws an Error that says what is wrong. */
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

/** Checks the attributes, and the indices for data, or for another tensor of its shape, by its name. */
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
export function inputsOf(plan: Plan): TensorInfo[] {
  const { data, indices } = plan;
  if (plan.kind === 'gather') return [data, indices];
  const { updates, gathered } = plan;
  if (!gathered) return [data, indices, updates];
  const { weights, like } = gathered;
  const others = [...(weights ? [weights] : []), ...(like ? [like.source, like.data] : [])];
  return [data, indices, updates, gathered.source.indices, ...others];
}

/** Returns whether data or the values at the sites are empty. */
export function hasNoValues({ geometry, valuesShape }: Plan): boolean {
  return geometry.dataSize === 0 || sizeOf(valuesShape) === 0;
}

/** Checks that data's dtype can hold the number at dropped sites; 0 stands for false and '' too. */
export function checkFill({ caller, fill }: Attributes, data: DataType): void {
  if (fill !== 0) checkHeld(caller, 'fill', fill, 'data', data);
}

/** Checks the dtypes of a scatter's data and updates against each other and the reduction. */
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
    `${caller}: data has ${size} values (shape ${show(shape)}), expected at most ${MAX_SIZE}, which ` +
      'is how far offsets reach.',
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
