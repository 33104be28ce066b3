/** Checks a call: attributes, shapes and dtypes. Kernels make the plan, so direct calls to them are checked, too. */
import type { DataType, NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { type Attributes, type CallAttributes, checkNames, readAttributes } from './attributes.js';
import { combinationOf, type Reducing } from './reductions.js';
import { checkRepresentable } from './dtypes.js';
import { oneOf, show, wrong } from './errors.js';
import type { End, Indexed } from './ends.js';
import { checkDtype, checkSize, requiredInput } from './inputs.js';
import { inputNames, type Op } from './ops.js';
import { isPlain, mapFactors, plainRead, type Read, readConstant, readOf } from './reads.js';
import { checkUpdatesShape, sizeOf } from './shapes.js';

/** A checked call, with everything that a backend needs to run it. */
interface PlannedCall {
  attributes: CallAttributes;
  /** The shape of the values at the sites: a gather's result or a scatter's updates. */
  valuesShape: number[];
}

/** A read whose target is in order: the result. */
export interface GatherPlan extends PlannedCall {
  kind: 'gather';
  read: Read<Indexed>;
}

/** A read that is combined at its target. */
export interface ScatterPlan extends PlannedCall {
  kind: 'scatter';
  read: Read;
  target: Indexed;
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
  return plan.kind === 'dot' || (plan.kind === 'scatter' && plan.read.end.geometry !== null);
}

export function planCall(
  op: Op,
  inputs: NamedTensorInfoMap,
  attrs?: NamedAttrMap,
): GatherPlan | ScatterPlan {
  const { addressing, scatters } = op;
  const attributes = readAttributes(attrs);
  const data = requiredInput(inputs, 'data');
  const indices = requiredInput(inputs, 'indices');
  checkDtype('indices', indices.dtype, 'int32');
  const at = attributes[addressing.attribute];
  const valuesShape = addressing.valuesShape(data.shape, indices.shape, at);
  checkSize(data.shape);
  const geometry = addressing.geometry(data.shape, indices.shape, at);
  const { outOfBounds, wrapNegatives, fill } = attributes;
  const end = { outOfBounds, wrapNegatives, fill, geometry, tensor: data, indices, value: null };
  if (scatters) {
    const read = readUpdates(op, attributes, valuesShape, end, inputs, attrs);
    return { kind: 'scatter', attributes, valuesShape, read, target: end };
  }
  checkFill(attributes, data.dtype);
  checkSize(valuesShape, 'the result has');
  const sliceRank = valuesShape.length - indices.shape.length + addressing.tupleRank;
  const read = readOf(end, inputs, attrs, valuesShape, sliceRank);
  return { kind: 'gather', attributes, valuesShape, read };
}

/** Throws for an input or attribute of a direct call that is neither ONNX's nor an option of the public functions. */
export function checkDirectCall(
  op: Op,
  inputs: Partial<NamedTensorInfoMap>,
  attrs: NamedAttrMap = {},
): void {
  checkNames(attrs, op.options);
  const names = inputNames(op);
  const other = Object.keys(inputs).find((name) => inputs[name] && !names.includes(name));
  if (other !== undefined) throw wrong(`there is no input ${show(other)}`, oneOf(names));
}

/** Returns the updates of a scatter, or the number in their place. */
function readUpdates(
  { addressing }: Op,
  attributes: Attributes,
  values: number[],
  { tensor: { shape: data, dtype }, indices: { shape: indices } }: Indexed,
  inputs: NamedTensorInfoMap,
  attrs?: NamedAttrMap,
): Read {
  const value = readConstant(dtype, attrs);
  if (value !== null) {
    combinationOf(attributes, dtype);
    return plainRead({ tensor: null, geometry: null, value });
  }
  const tensor = requiredInput(inputs, 'updates');
  checkUpdatesDtype(attributes, dtype, tensor.dtype);
  checkUpdatesShape(addressing, { data, indices, updates: tensor.shape, values });
  return plainRead({ tensor, geometry: null, value: null });
}

/** Returns the end that the input `indices` addresses; its tensor is the input `data`. */
export function indexedEndOf(plan: Plan): Indexed {
  return plan.kind === 'gather' ? plan.read.end : plan.target;
}

/** Returns the ends that indices address, by the inputs of the kernel that they belong to. */
export function indexedEndsOf(plan: Plan): Record<string, Indexed> {
  const source = sourceOf(plan);
  const isOther = plan.kind !== 'gather' && source.geometry;
  return { data: indexedEndOf(plan), ...(isOther && { x: source }) };
}

/** Returns the end where a call reads values. */
function sourceOf(plan: Plan): End {
  return plan.kind === 'dot' ? plan.source : plan.read.end;
}

/** Returns the tensors that a call reads, by name. */
export function inputsOf(plan: Plan): Record<string, TensorInfo> {
  const { tensor: data, indices } = indexedEndOf(plan);
  const inputs: Record<string, TensorInfo> = { data, indices };
  const source = sourceOf(plan);
  if (plan.kind !== 'gather') {
    if (source.tensor) inputs.updates = source.tensor;
    if (source.geometry) inputs.sourceIndices = source.indices;
  }
  // Small calls do without the spread.
  if (plan.kind === 'dot' || isPlain(plan.read)) return inputs;
  const tensors = mapFactors(plan.read.by, ({ numbers }) => numbers);
  if (plan.kind === 'gather' && source.value !== null) return { indices, ...tensors };
  return { ...inputs, ...tensors };
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
export function checkUpdatesDtype(call: Reducing, data: DataType, updates: DataType): void {
  checkDtype('updates', updates, data, ', the dtype of data');
  combinationOf(call, data);
}
