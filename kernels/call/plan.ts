/** Checks a call: attributes, shapes and dtypes. Kernels make the plan, so direct calls to them are checked, too. */
import type { DataType, NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { type Attributes, checkNames, readAttributes } from './attributes.js';
import { combinationOf, type Combining, combiningOf, type Reducing } from './reductions.js';
import { checkRepresentable } from './dtypes.js';
import { oneOf, show, wrong } from './errors.js';
import {
  type Addressed,
  changeOf,
  type End,
  type Indexed,
  isPlain,
  mapFactors,
  plainRead,
  type Read,
  readConstant,
  readOf,
  type Start,
} from './reads.js';
import { checkDtype, checkSize, checkUpdatesShape, requiredInput, sizeOf } from './shapes.js';
import type { Op } from './ops.js';

/** A checked call, with everything that a backend needs to run it. */
interface PlannedCall {
  /** The shape and the dtype of the result. */
  shape: number[];
  dtype: DataType;
  /** The shape of the values at the sites: a gather's result or a scatter's updates. */
  valuesShape: number[];
  siteCount: number;
  /** The number of values in the slice of a site. */
  sliceSize: number;
}

/** A read that is combined with a start. */
interface PlannedRead extends PlannedCall {
  kind: 'combine';
  read: Read;
  start: Start;
}

/** A read whose target is in order: the result. It starts from the tensor that is read, or from nothing. */
export interface GatherPlan extends PlannedRead {
  target: null;
}

/** A read that is combined at indices. */
export interface ScatterPlan extends PlannedRead, Combining {
  target: Addressed;
}

/** Dot products of the values at the two ends, `heads` for each site. */
export interface DotPlan extends PlannedCall {
  kind: 'dot';
  source: Indexed;
  target: Indexed;
  heads: number;
}

export type Plan = GatherPlan | ScatterPlan | DotPlan;

/** A scatter that is indexed at both ends. */
export type FusedPlan = ScatterPlan & { read: Read<Indexed> };

/** Returns whether a call is indexed at both ends. */
export function isProduct(plan: Plan): plan is DotPlan | FusedPlan {
  return plan.kind === 'dot' || (plan.target !== null && plan.read.end.geometry !== null);
}

/** A gather starts from nothing. */
const NOTHING: Start = { tensor: null, value: 0 };

export function planCall(
  op: Op,
  inputs: NamedTensorInfoMap,
  attrs?: NamedAttrMap,
): (GatherPlan & { read: Read<Indexed> }) | ScatterPlan {
  const { addressing, scatters } = op;
  const attributes = readAttributes(attrs);
  const started = readStart(inputs, attrs);
  const { shape, dtype } = started;
  const indices = requiredInput(inputs, 'indices');
  checkDtype('indices', indices.dtype, 'int32');
  const at = attributes[addressing.attribute];
  const valuesShape = addressing.valuesShape(shape, indices.shape, at);
  checkSize(shape);
  const geometry = addressing.geometry(shape, indices.shape, at);
  const { outOfBounds, wrapNegatives, fill } = attributes;
  if (scatters) {
    const read = readUpdates(op, attributes, valuesShape, started, indices, inputs, attrs);
    const target = { indices, geometry, outOfBounds, wrapNegatives };
    return scatterPlan(read, target, started, valuesShape, attributes);
  }
  checkFill(attributes, dtype);
  checkSize(valuesShape, 'the result has');
  const sliceRank = valuesShape.length - indices.shape.length + addressing.tupleRank;
  const tensor = requiredInput(inputs, 'data');
  const end = { tensor, indices, geometry, outOfBounds, wrapNegatives, fill, value: null };
  const read = readOf(end, inputs, attrs, valuesShape, sliceRank);
  return gatherPlan(read, NOTHING, valuesShape, dtype, geometry.siteCount, geometry.sliceSize);
}

/** Plans a call that changes all values of data in their order. */
export function planChange(inputs: NamedTensorInfoMap, attrs: NamedAttrMap = {}): GatherPlan {
  const tensor = requiredInput(inputs, 'data');
  const { shape, dtype } = tensor;
  const { read, slices } = changeOf(tensor, inputs, attrs);
  const { givesUp }: StartAttributes = attrs;
  const start: Start = givesUp ? givenUp(tensor) : NOTHING;
  return gatherPlan(read, start, shape, dtype, slices, sizeOf(shape) / slices);
}

/** Makes the plan of a read. */
export function gatherPlan<R extends Read>(
  read: R,
  start: Start,
  shape: number[],
  dtype: DataType,
  siteCount: number,
  sliceSize: number,
): GatherPlan & { read: R } {
  const valuesShape = shape;
  // Listed, because V8 is slow to spread objects.
  return {
    kind: 'combine',
    read,
    target: null,
    start,
    shape,
    dtype,
    valuesShape,
    siteCount,
    sliceSize,
  };
}

/** Makes the plan of a scatter; throws if its reduction does not support the dtype. */
export function scatterPlan<R extends Read>(
  read: R,
  target: Addressed,
  { start, shape, dtype }: Started,
  valuesShape: number[],
  call: Reducing,
): ScatterPlan & { read: R } {
  const { combination, identity, averages } = combiningOf(call, dtype);
  const { siteCount, sliceSize } = target.geometry;
  return {
    kind: 'combine',
    read,
    target,
    start: startOf(start, target.indices, read.end, averages),
    shape,
    dtype,
    combination,
    identity,
    averages,
    valuesShape,
    siteCount,
    sliceSize,
  };
}

/** Starts from a tensor that only the caller has, and gives up. */
export function givenUp(tensor: TensorInfo): Start {
  return { tensor, isGivenUp: true, mayBeShared: false, value: null };
}

/** The attributes of a call that gives data up, or starts from a number in its place. */
interface StartAttributes {
  givesUp?: boolean;
  mayBeShared?: boolean;
  start?: number;
  shape?: number[];
  dtype?: DataType;
}

/** What a call starts from, with its shape and dtype. */
type Started = Pick<ScatterPlan, 'start' | 'shape' | 'dtype'>;

/** Reads what a call starts from: data, or a number. */
export function readStart(inputs: NamedTensorInfoMap, attrs: StartAttributes = {}): Started {
  const { start, givesUp = false, mayBeShared = false, shape = [], dtype = 'float32' } = attrs;
  if (start !== undefined) return { start: { tensor: null, value: start }, shape, dtype };
  const tensor = requiredInput(inputs, 'data');
  const given = { tensor, isGivenUp: givesUp, mayBeShared, value: null };
  return { start: given, shape: tensor.shape, dtype: tensor.dtype };
}

/**
 * Returns what a scatter starts from: a copy of a tensor whose memory it may not take over. That is one whose values are
 * not stored as numbers, or that the call reads again.
 */
function startOf(start: Start, indices: TensorInfo, { tensor: updates }: End, averages: boolean) {
  if (!start.tensor || !start.isGivenUp) return start;
  const { dataId, dtype } = start.tensor;
  const isStored = dtype === 'float32' || dtype === 'int32';
  const isReadAgain = averages || indices.dataId === dataId || updates?.dataId === dataId;
  return isStored && !isReadAgain ? start : { ...start, isGivenUp: false };
}

/** Throws for an input or attribute of a direct call that is neither ONNX's nor an option of the public functions. */
export function checkDirectCall(
  names: readonly string[],
  options: readonly string[],
  inputs: Partial<NamedTensorInfoMap>,
  attrs: NamedAttrMap = {},
): void {
  checkNames(attrs, options);
  const other = Object.keys(inputs).find((name) => inputs[name] && !names.includes(name));
  if (other !== undefined) throw wrong(`there is no input ${show(other)}`, oneOf(names));
}

/** Returns the updates of a scatter, or the number in their place. */
function readUpdates(
  { addressing }: Op,
  attributes: Attributes,
  values: number[],
  { shape: data, dtype }: Started,
  { shape: indices }: TensorInfo,
  inputs: NamedTensorInfoMap,
  attrs?: NamedAttrMap,
): Read {
  const value = readConstant(dtype, attrs);
  if (value !== null) return plainRead({ tensor: null, geometry: null, value });
  const tensor = requiredInput(inputs, 'updates');
  checkUpdatesDtype(attributes, dtype, tensor.dtype);
  checkUpdatesShape(addressing, { data, indices, updates: tensor.shape, values });
  return plainRead({ tensor, geometry: null, value: null });
}

/** Returns the end where a call reads values. */
function sourceOf(plan: Plan): End {
  return plan.kind === 'dot' ? plan.source : plan.read.end;
}

/** Returns the ends that indices address, by the arguments that they address: `data`, and `x` if there are two. */
export function addressedEndsOf(plan: Plan): Partial<Record<'data' | 'x', Addressed>> {
  const source = sourceOf(plan);
  const { target } = plan;
  if (!target) return source.geometry ? { data: source } : {};
  return source.geometry ? { data: target, x: source } : { data: target };
}

/** Returns the tensors that a call reads, by name. */
export function inputsOf(plan: Plan): Record<string, TensorInfo> {
  const { target } = plan;
  const source = sourceOf(plan);
  const inputs: Record<string, TensorInfo> = {};
  const start = plan.kind === 'dot' ? plan.target.tensor : plan.start.tensor;
  if (!target) {
    if (source.tensor && source.value === null) inputs.data = source.tensor;
    if (source.geometry) inputs.indices = source.indices;
  } else {
    if (start) inputs.data = start;
    inputs.indices = target.indices;
    if (source.tensor) inputs.updates = source.tensor;
    if (source.geometry) inputs.sourceIndices = source.indices;
  }
  if (plan.kind === 'combine' && !isPlain(plan.read)) {
    Object.assign(
      inputs,
      mapFactors(plan.read.by, ({ numbers }) => numbers),
    );
  }
  return inputs;
}

/** Returns whether what indices address, or the values at the sites, are empty. */
export function hasNoValues(plan: Plan): boolean {
  const { geometry } = plan.target ?? sourceOf(plan);
  return geometry?.dataSize === 0 || sizeOf(plan.valuesShape) === 0;
}

/** Checks that data's dtype can hold the fill value; 0 also stands for false and ''. */
export function checkFill({ fill }: Attributes, data: DataType): void {
  if (fill !== 0) checkRepresentable('fill', fill, 'data', data);
}

/** Checks that the dtypes of data and updates match, and that the reduction supports them. */
export function checkUpdatesDtype(call: Reducing, data: DataType, updates: DataType): void {
  checkDtype('updates', updates, data, ', the dtype of data');
  combinationOf(call, data);
}
