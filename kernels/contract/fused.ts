/**
 * The fused products and the checks of their calls: a scatter whose updates are not stored but read from
 * rows of another tensor (its sources), and its transpose, dot products of the two rows of each site.
 *
 * `GatherSegment` combines rows of `x` with `data`. Inputs: `data` [...batch, segments, ...row], float32 or
 * int32; `x` [...batch, rows, ...row] of the same dtype; `indices` [...batch, sites], the segment of each
 * site; and `sources` of the same shape, the row of x that each site reads. `weights` [...batch, sites] or
 * [...batch, sites, heads] multiply float32 rows; heads split a row evenly. `sourceLike` has x's shape,
 * `dataLike` has data's, and they share a dtype. Where they differ at a site, x's value counts as 0. NaN
 * equals NaN.
 *
 * `SampledDot` computes, for each site and each of `heads`, the dot product of a row of `data` and a row of
 * `x`. All are float32. The result is [...batch, sites], or [...batch, sites, heads] if `heads` is given; 0
 * where an index is out of bounds.
 *
 * Without `sources`, `indices` is [sites, 2] and holds both indices of a site; `column` says which one is
 * data's. Attributes: ScatterND's except outOfBounds, with batchDims 0 or 1; and `wrapSources`, whether
 * negative sources count from the end. A site is dropped if its segment, or one index of its pair, is out
 * of bounds. A source out of bounds reads `fill`.
 */
import type { NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { type Attributes, invalidOption, readAttributes } from './attributes.js';
import { type IndexGeometry, ndGeometry, pairGeometry } from './geometry.js';
import { show, wrongShape } from './messages.js';
import { type Op, OPS } from './ops.js';
import { checkDtype, checkSize, checkUpdatesDtype, requiredInput } from './plan.js';
import type { Ends, GatheredUpdates, ScatterPlan } from './plan.js';
import { checkShape, sizeOf, viewAs } from './shapes.js';

export const GATHER_SEGMENT = 'GatherSegment';
export const SAMPLED_DOT = 'SampledDot';

/** Attributes are read as for a scatter; OWN_ATTRIBUTES are accepted too. */
const GATHERS: Op = { ...OPS.ScatterND, name: 'gatherSegment' };
const DOTS: Op = { ...OPS.ScatterND, name: 'sampledDot' };
const OWN_ATTRIBUTES = ['column', 'wrapSources', 'fill', 'heads'];

/** A checked call of SampledDot. */
export interface DotPlan {
  kind: 'dot';
  attributes: Attributes;
  geometry: IndexGeometry;
  /** Rows are flat, [batches, rows, values], here and in the plans of GatherSegment. */
  data: TensorInfo;
  indices: TensorInfo;
  x: TensorInfo;
  ends: Ends;
  heads: number;
  valuesShape: number[];
}

/** A plan, and the shape of the kernel's result. */
type Shaped<Plan> = Plan & { shape: number[] };

export function planGathered(
  inputs: NamedTensorInfoMap,
  attrs: NamedAttrMap = {},
): Shaped<ScatterPlan> {
  const read = readCall(GATHERS, inputs, attrs);
  const { attributes, geometry, indices, ends, data, x, sitesShape, shapes } = read;
  const { caller, fill } = attributes;
  if (data.dtype !== 'int32') checkDtype(caller, 'data', data.dtype, 'float32', ' or int32');
  checkUpdatesDtype(attributes, data.dtype, x.dtype);
  const { weights, sourceLike, dataLike }: Partial<NamedTensorInfoMap> = inputs;
  const heads = weights?.shape.at(sitesShape.length) ?? 1;
  if (weights) {
    checkDtype(caller, 'weights', weights.dtype, 'float32');
    checkDtype(caller, 'x', x.dtype, 'float32', ', because there are weights');
    checkHeads(caller, heads, data);
    const hasHeads = weights.shape.length > sitesShape.length;
    checkShape(caller, 'weights', weights, hasHeads ? [...sitesShape, heads] : sitesShape);
  }
  let like: GatheredUpdates['like'] = null;
  if (sourceLike && dataLike) {
    checkShape(caller, 'sourceLike', sourceLike, shapes.x);
    checkShape(caller, 'dataLike', dataLike, shapes.data);
    checkDtype(caller, 'dataLike', dataLike.dtype, sourceLike.dtype, ', the dtype of sourceLike');
    like = { source: viewAs(sourceLike, x.shape), data: viewAs(dataLike, data.shape) };
  }
  const gathered = { ...ends, weights: weights ?? null, heads, like, fill };
  const valuesShape = [data.shape[0], ends.data.sites, data.shape[2]];
  // If x is empty nothing is read from it, but a GPU still needs a buffer.
  const updates = sizeOf(x.shape) === 0 ? data : x;
  const call = { attributes, geometry, data, indices, updates, valuesShape, gathered };
  return { kind: 'scatter', ...call, shape: shapes.data };
}

export function planDot(inputs: NamedTensorInfoMap, attrs: NamedAttrMap = {}): Shaped<DotPlan> {
  const call = readCall(DOTS, inputs, attrs);
  const { attributes, geometry, indices, ends, data, x, sitesShape } = call;
  const { caller } = attributes;
  checkDtype(caller, 'data', data.dtype, 'float32');
  checkDtype(caller, 'x', x.dtype, 'float32');
  const { heads: given }: { heads?: unknown } = attrs;
  const heads = Number(given ?? 1);
  checkHeads(caller, heads, data);
  const valuesShape = [data.shape[0], ends.data.sites, heads];
  const shape = given === undefined ? sitesShape : [...sitesShape, heads];
  return { kind: 'dot', attributes, geometry, data, indices, x, ends, heads, valuesShape, shape };
}

/** Checks the inputs and attributes that both kernels share. */
function readCall(op: Op, inputs: NamedTensorInfoMap, attrs: NamedAttrMap) {
  const attributes = readAttributes(op, attrs, OWN_ATTRIBUTES);
  const { caller, axisOrBatchDims: batchDims } = attributes;
  if (batchDims !== 0 && batchDims !== 1) {
    throw invalidOption(caller, 'batchDims', batchDims, '0 or 1');
  }
  attributes.axisOrBatchDims = 1;
  attributes.outOfBounds = 'drop';
  const [given, givenX, indices] = ['data', 'x', 'indices'].map((name) =>
    requiredInput(caller, inputs, name),
  );
  checkDtype(caller, 'indices', indices.dtype, 'int32');
  const shapes = { data: given.shape, x: givenX.shape };
  const data = asRows(caller, 'data', given, batchDims);
  const x = asRows(caller, 'x', givenX, batchDims);
  const expected = shapes.data.map((length, d) => (d === batchDims ? x.shape[1] : length));
  checkShape(caller, 'x', givenX, expected);
  const connected = connect(inputs, { data, x, indices }, attributes, attrs, batchDims);
  return { attributes, shapes, data, x, indices, ...connected };
}

/** Connects rows by two tensors of indices, one for each end, or by one tensor of index pairs. */
function connect(
  { sources }: Partial<NamedTensorInfoMap>,
  { data, x, indices }: Record<'data' | 'x' | 'indices', TensorInfo>,
  { caller, wrapNegatives }: Attributes,
  attrs: NamedAttrMap,
  batchDims: number,
) {
  const [batches, segments, values] = data.shape;
  const sites = indices.shape[sources ? batchDims : 0];
  const sitesShape = sources && batchDims > 0 ? [batches, sites] : [sites];
  checkShape(caller, 'indices', indices, sources ? sitesShape : [sites, 2]);
  if (sources) {
    checkDtype(caller, 'sources', sources.dtype, 'int32');
    checkShape(caller, 'sources', sources, sitesShape);
  } else checkShape(caller, 'data', data, [1, segments, values]);
  const ofSites = { width: sources ? 1 : 2, sites, isBatched: batches > 1 };
  const column = !sources && attrs.column === 1 ? 1 : 0;
  const rows = { addressed: segments, other: x.shape[1] };
  const ends: Ends = {
    data: { ...ofSites, indices, column, wraps: wrapNegatives, rows: segments },
    source: {
      ...ofSites,
      indices: sources ?? indices,
      column: sources ? 0 : 1 - column,
      wraps: sources ? attrs.wrapSources === true : wrapNegatives,
      rows: rows.other,
    },
  };
  const geometry = sources
    ? ndGeometry(data.shape, [batches, sites, 1], 1)
    : pairGeometry(sites, column, rows, values);
  return { sitesShape, ends, geometry };
}

/** Returns a tensor as [batches, rows, values]. */
function asRows(caller: string, name: string, tensor: TensorInfo, batchDims: number): TensorInfo {
  const { shape } = tensor;
  if (shape.length <= batchDims) {
    throw wrongShape(caller, name, shape, `rows: rank ${batchDims + 1} or more`);
  }
  checkSize(caller, shape);
  const batches = batchDims > 0 ? shape[0] : 1;
  return viewAs(tensor, [batches, shape[batchDims], sizeOf(shape.slice(batchDims + 1))]);
}

function checkHeads(caller: string, heads: number, { shape: [, , values] }: TensorInfo): void {
  if (heads >= 1 && values % heads === 0) return;
  throw new Error(
    `${caller}: heads is ${show(heads)}, expected a number that divides ${values}, the length of a row.`,
  );
}
