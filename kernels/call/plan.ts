/** Checks a call: attributes, shapes and dtypes. Kernels make the plan, so direct calls to them are checked, too. */
import type { DataType, NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { type Attributes, type CallAttributes, readAttributes } from './attributes.js';
import { combinationOf, type Reducing } from './reductions.js';
import { checkRepresentable } from './dtypes.js';
import { type End, type Indexed, indexedEnd } from './ends.js';
import { mapFactors, readConstant, readFactors, type ReadFactors } from './factors.js';
import { checkDtype, checkSize, requiredInput } from './inputs.js';
import type { Op } from './ops.js';
import { checkUpdatesShape, hintAtTuple, sizeOf } from './shapes.js';

/** A checked call, with everything that a backend needs to run it. */
interface PlannedCall {
  attributes: CallAttributes;
  /** The shape of the values at the sites: a gather's result or a scatter's updates. */
  valuesShape: number[];
}

export interface GatherPlan extends PlannedCall {
  kind: 'gather';
  source: Indexed;
  factors: ReadFactors | null;
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
  /** A product counts as 0 where these differ. */
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

/** A scatter whose updates are read from their sources. */
export type FusedPlan = ScatterPlan & { source: Indexed };

/** Returns whether a call is indexed at both ends. */
export function isProduct(plan: Plan): plan is DotPlan | FusedPlan {
  return plan.kind === 'dot' || (plan.kind === 'scatter' && plan.source.geometry !== null);
}

export function planCall(
  op: Op,
  inputs: NamedTensorInfoMap,
  attrs?: NamedAttrMap,
): GatherPlan | ScatterPlan {
  const { addressing, options, scatters } = op;
  const attributes = readAttributes(attrs, options);
  const data = requiredInput(inputs, 'data');
  const indices = requiredInput(inputs, 'indices');
  checkDtype('indices', indices.dtype, 'int32');
  const at = attributes[addressing.attribute];
  const valuesShape = addressing.valuesShape(data.shape, indices.shape, at);
  checkSize(data.shape);
  const geometry = addressing.geometry(data.shape, indices.shape, at);
  const end = indexedEnd(attributes, geometry, data, indices);
  if (scatters) {
    const source = readUpdates(op, attributes, valuesShape, end, inputs, attrs);
    return { kind: 'scatter', attributes, valuesShape, source, target: end, factors: null };
  }
  checkFill(attributes, data.dtype);
  checkSize(valuesShape, 'the result has');
  const sliceRank = valuesShape.length - indices.shape.length + addressing.tupleRank;
  const factors = readFactors(data, inputs, attrs, valuesShape, sliceRank);
  return { kind: 'gather', attributes, valuesShape, source: end, factors };
}

/** Returns the updates of a scatter, or the number in their place. */
function readUpdates(
  { addressing }: Op,
  attributes: Attributes,
  values: number[],
  { tensor: { shape: data, dtype }, indices: { shape: indices } }: Indexed,
  inputs: NamedTensorInfoMap,
  attrs?: NamedAttrMap,
): End {
  const constant = readConstant(dtype, attrs);
  if (constant !== null) {
    combinationOf(attributes, dtype);
    return { tensor: null, geometry: null, value: constant };
  }
  const tensor = requiredInput(inputs, 'updates');
  checkUpdatesDtype(attributes, dtype, tensor.dtype);
  checkUpdatesShape(
    addressing.valuesRule,
    { data, indices, updates: tensor.shape, values },
    addressing.attribute === 'batchDims' ? hintAtTuple(indices) : '',
  );
  return { tensor, geometry: null };
}

/** Returns the end that the input `indices` addresses; its tensor is the input `data`. */
export function indexedEndOf(plan: Plan): Indexed {
  return plan.kind === 'gather' ? plan.source : plan.target;
}

/** Returns the ends that indices address, by the inputs of the kernel that they belong to. */
export function indexedEndsOf(plan: Plan): Record<string, Indexed> {
  return { data: indexedEndOf(plan), ...(isProduct(plan) && { x: plan.source }) };
}

/** Returns the tensors that a call reads, by name. */
export function inputsOf(plan: Plan): Record<string, TensorInfo> {
  const { tensor: data, indices } = indexedEndOf(plan);
  if (plan.kind === 'gather') {
    const { factors } = plan;
    // A spread would take a fifth of a small call's time.
    if (!factors) return { data, indices };
    const tensors = mapFactors(factors.by, ({ tensor }) => tensor);
    return { ...(factors.constant === null && { data }), indices, ...tensors };
  }
  const { source } = plan;
  if (!source.tensor) return { data, indices };
  const inputs = { data, indices, updates: source.tensor };
  if (!source.geometry) return inputs;
  const { weights = null, like = null } = plan.kind === 'scatter' ? (plan.factors ?? {}) : {};
  return {
    ...inputs,
    sourceIndices: source.indices,
    ...(weights && { weights }),
    ...(like && { sourceLike: like.source, targetLike: like.target }),
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
export function checkUpdatesDtype(call: Reducing, data: DataType, updates: DataType): void {
  checkDtype('updates', updates, data, ', the dtype of data');
  combinationOf(call, data);
}
