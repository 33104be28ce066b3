/**
 * The fused products and the checks of their calls: a scatter whose updates are not stored but read from
 * rows of another tensor (its sources), and its transpose, dot products of the two rows of each site.
 *
 * `GatherSegment` combines rows of `x` with `data`. Inputs: `data` [batches, segments, values], float32 or
 * int32; `x` [batches, rows, values] of the same dtype; `indices` [batches, sites], the segment of each
 * site; and `sources` of the same shape, the row of x that each site reads. `weights` [batches, sites,
 * heads] multiply float32 rows; heads split a row evenly. `sourceLike`, in x's shape, and `dataLike`, in
 * data's, share a dtype: where they differ at a site, x's value counts as 0. NaN equals NaN.
 *
 * `SampledDot` computes, for each site and each of `heads`, the dot product of a row of `data` and a row of
 * `x`. All are float32. The result is [batches, sites, heads], 0 where an index is out of bounds.
 *
 * Without `sources`, `indices` is [sites, 2] and holds both indices of a site; `column` says which one is
 * data's. Attributes: ScatterND's except batchDims and outOfBounds, and `wrapSources`, whether
 * negative sources count from the end. A site is dropped if its segment, or one index of its pair, is out
 * of bounds. A source out of bounds reads `fill`.
 */
import type { NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';
import { util } from '@tensorflow/tfjs-core';

import { type Attributes, readAttributes } from './attributes.js';
import { type IndexGeometry, ndGeometry, pairGeometry } from './geometry.js';
import { show } from './messages.js';
import { OPS } from './ops.js';
import { checkDtype, checkSize, checkUpdatesDtype, requiredInput } from './plan.js';
import type { Ends, GatheredUpdates, ScatterPlan } from './plan.js';
import { sizeOf } from './shapes.js';

export const GATHER_SEGMENT = 'GatherSegment';
export const SAMPLED_DOT = 'SampledDot';

/** A checked call of SampledDot. */
export interface DotPlan {
  kind: 'dot';
  attributes: Attributes;
  geometry: IndexGeometry;
  data: TensorInfo;
  indices: TensorInfo;
  x: TensorInfo;
  ends: Ends;
  heads: number;
  valuesShape: number[];
}

export function planGathered(inputs: NamedTensorInfoMap, attrs: NamedAttrMap = {}): ScatterPlan {
  const { fill = 0, ...others }: { fill?: unknown } & NamedAttrMap = attrs;
  const call = readCall('gatherSegment', inputs, others);
  const { attributes, data, x, sites, batches } = call;
  const { caller } = attributes;
  if (data.dtype !== 'int32') checkDtype(caller, 'data', data.dtype, 'float32', ' or int32');
  checkUpdatesDtype(attributes, data.dtype, x.dtype);
  const { weights, sourceLike, dataLike }: Partial<NamedTensorInfoMap> = inputs;
  let heads = 1;
  if (weights) {
    checkDtype(caller, 'weights', weights.dtype, 'float32');
    checkDtype(caller, 'x', x.dtype, 'float32', ', because there are weights');
    heads = weights.shape[2];
    expectShape(caller, 'weights', weights, [batches, sites, headsOf(caller, heads, data)]);
  }
  if (sourceLike && dataLike) {
    expectShape(caller, 'sourceLike', sourceLike, x.shape);
    expectShape(caller, 'dataLike', dataLike, data.shape);
    checkDtype(caller, 'dataLike', dataLike.dtype, sourceLike.dtype, ', the dtype of sourceLike');
  }
  const gathered: GatheredUpdates = {
    ...call.ends,
    weights: weights ?? null,
    heads,
    like: sourceLike && dataLike ? { source: sourceLike, data: dataLike } : null,
    fill: Number(fill),
  };
  const { geometry, indices } = call;
  const valuesShape = [batches, sites, data.shape[2]];
  // If x is empty nothing is read from it, but a GPU still needs a buffer.
  const updates = sizeOf(x.shape) === 0 ? data : x;
  return { kind: 'scatter', attributes, geometry, data, indices, updates, valuesShape, gathered };
}

export function planDot(inputs: NamedTensorInfoMap, attrs: NamedAttrMap = {}): DotPlan {
  const { heads = 1, ...others }: { heads?: unknown } & NamedAttrMap = attrs;
  const { batches, sites, ...call } = readCall('sampledDot', inputs, others);
  const { caller } = call.attributes;
  checkDtype(caller, 'data', call.data.dtype, 'float32');
  checkDtype(caller, 'x', call.x.dtype, 'float32');
  const perSite = headsOf(caller, Number(heads), call.data);
  return { kind: 'dot', ...call, heads: perSite, valuesShape: [batches, sites, perSite] };
}

/** Checks the inputs and attributes that both kernels share. */
function readCall(name: string, inputs: NamedTensorInfoMap, attrs: NamedAttrMap) {
  const { column = 0, wrapSources, ...others }: NamedAttrMap = attrs;
  const attributes = readAttributes(
    { ...OPS.ScatterND, name },
    { ...others, batchDims: 1, outOfBounds: 'drop' },
  );
  const { caller } = attributes;
  const [data, x, indices] = ['data', 'x', 'indices'].map((input) =>
    requiredInput(caller, inputs, input),
  );
  const { sources }: Partial<NamedTensorInfoMap> = inputs;
  checkDtype(caller, 'indices', indices.dtype, 'int32');
  const [batches, segments, values] = data.shape;
  const rows = x.shape[1];
  expectShape(caller, 'data', data, [batches, segments, values]);
  expectShape(caller, 'x', x, [batches, rows, values]);
  checkSize(caller, data.shape);
  checkSize(caller, x.shape);
  const shared = { attributes, data, x, indices, batches };
  const wraps = { data: attributes.wrapNegatives, source: wrapSources === true };
  if (sources) {
    checkDtype(caller, 'sources', sources.dtype, 'int32');
    const sites = indices.shape[1];
    expectShape(caller, 'indices', indices, [batches, sites]);
    expectShape(caller, 'sources', sources, [batches, sites]);
    const one = { width: 1, column: 0, sites, isBatched: batches > 1 };
    const ends: Ends = {
      data: { ...one, indices, wraps: wraps.data, rows: segments },
      source: { ...one, indices: sources, wraps: wraps.source, rows },
    };
    return { ...shared, sites, ends, geometry: ndGeometry(data.shape, [batches, sites, 1], 1) };
  }
  const sites = indices.shape[0];
  expectShape(caller, 'indices', indices, [sites, 2]);
  expectShape(caller, 'data', data, [1, segments, values]);
  const own = column === 1 ? 1 : 0;
  const pair = { indices, width: 2, sites, isBatched: false, wraps: wraps.data };
  const ends: Ends = {
    data: { ...pair, column: own, rows: segments },
    source: { ...pair, column: 1 - own, rows },
  };
  const geometry = pairGeometry(sites, own, { addressed: segments, other: rows }, values);
  return { ...shared, sites, ends, geometry };
}

function headsOf(caller: string, heads: number, { shape: [, , values] }: TensorInfo): number {
  if (heads >= 1 && values % heads === 0) return heads;
  throw new Error(
    `${caller}: heads is ${show(heads)}, expected a number that divides ${values}, the length of a row.`,
  );
}

function expectShape(
  caller: string,
  name: string,
  { shape }: TensorInfo,
  expected: number[],
): void {
  if (util.arraysEqual(shape, expected)) return;
  throw new Error(`${caller}: ${name} has shape ${show(shape)}, expected ${show(expected)}.`);
}
