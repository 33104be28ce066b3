/**
 * The fused products, which are indexed at both ends: a scatter whose updates are not stored but read from another
 * tensor (its sources), and its transpose, dot products of the slices at the two ends of each site.
 *
 * `Product` combines slices of `x` with `data`, or a number, both float32 or both int32. `indices` and `sources`, [...sites],
 * are the slices of data and of x that each site addresses. `weights` [...sites] or [...sites, heads] multiply float32
 * slices; heads split a slice evenly. `sourceLike` has x's shape, `targetLike` has data's, and they share a dtype.
 * Where they differ at a site, the product counts as 0. NaN equals NaN.
 *
 * `Dot` computes, for each site and each of `heads`, the dot product of a slice of `data` and a slice of `x`,
 * all float32: [...sites], or [...sites, heads] if `heads` is given; 0 where an index is out of bounds.
 *
 * Without `sources`, `indices` is [...sites, 2] and holds both indices of a site; `column` says which one is data's.
 * Attributes: ScatterND's, with outOfBounds 'drop'; and `wrapSources`, whether negative sources count from the end.
 *
 * A site is dropped if its segment, or one index of its pair, is out of bounds: it reads and multiplies nothing. A
 * source out of bounds gives `fill` in place of the product, and compares as 0. So in both cases, and in their
 * gradients, the weight may be Infinity or NaN.
 */
import type { NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { invalidOption } from './errors.js';
import { type Attributes, readAttributes } from './attributes.js';
import type { Addressed, ByFactor, Factor, Indexed } from './reads.js';
import { type IndexGeometry, ndGeometry, pairGeometry } from './geometry.js';
import {
  checkDtype,
  checkShape,
  checkSize,
  ndValuesShape,
  requiredInput,
  withLength,
} from './shapes.js';
import {
  checkUpdatesDtype,
  type DotPlan,
  readStart,
  scatterPlan,
  type ScatterPlan,
} from './plan.js';

export function planProduct(inputs: NamedTensorInfoMap, attrs: NamedAttrMap = {}): ScatterPlan {
  const attributes = readAttributes(attrs);
  const started = readStart(inputs, attrs);
  const { shape, dtype } = started;
  const x = requiredInput(inputs, 'x');
  const { source, target, sitesShape, valuesShape } = planEnds(shape, x, attributes, inputs, attrs);
  if (dtype !== 'int32') checkDtype('data', dtype, 'float32', ' or int32');
  checkUpdatesDtype(attributes, dtype, x.dtype);
  const { weights, ...like }: Partial<NamedTensorInfoMap> = inputs;
  const by: ByFactor<Factor> = {};
  const [heads = 1] = weights?.shape.slice(sitesShape.length) ?? [];
  if (weights) {
    checkDtype('weights', weights.dtype, 'float32');
    checkDtype('x', x.dtype, 'float32', ', because there are weights');
    checkHeads(heads, target.geometry);
    const hasHeads = weights.shape.length > sitesShape.length;
    checkShape('weights', weights, hasHeads ? [...sitesShape, heads] : sitesShape);
    by.weights = { numbers: weights, per: heads === 1 ? 'slice' : 'head' };
  }
  if (like.sourceLike ?? like.targetLike) {
    const [ofSource, ofTarget] = ['sourceLike', 'targetLike'].map((name) =>
      requiredInput(inputs, name),
    );
    checkShape('sourceLike', ofSource, x.shape);
    checkShape('targetLike', ofTarget, shape);
    checkDtype('targetLike', ofTarget.dtype, ofSource.dtype, ', the dtype of sourceLike');
    by.sourceLike = { numbers: ofSource, per: 'value' };
    by.targetLike = { numbers: ofTarget, per: 'target' };
  }
  // A product counts as 0 where they differ, whatever `fill` is.
  const read = { end: source, by, map: null, heads, fillUnlike: 0 };
  return scatterPlan(read, target, started, valuesShape, attributes);
}

export function planDot(inputs: NamedTensorInfoMap, attrs: NamedAttrMap = {}): DotPlan {
  const [data, x] = ['data', 'x'].map((name) => requiredInput(inputs, name));
  const attributes = readAttributes(attrs);
  const { source, target, sitesShape } = planEnds(data.shape, x, attributes, inputs, attrs);
  checkDtype('data', data.dtype, 'float32');
  checkDtype('x', x.dtype, 'float32');
  const { heads: count }: { heads?: unknown } = attrs;
  const heads = Number(count ?? 1);
  checkHeads(heads, target.geometry);
  const shape = count === undefined ? sitesShape : [...sitesShape, heads];
  const ofData = { ...target, tensor: data, fill: 0, value: null };
  const { siteCount, sliceSize } = target.geometry;
  const sites = { valuesShape: shape, siteCount, sliceSize };
  return { kind: 'dot', source, target: ofData, heads, shape, dtype: 'float32', ...sites };
}

/** Checks the inputs and attributes that both kernels share. */
function planEnds(
  dataShape: number[],
  x: TensorInfo,
  { batchDims, outOfBounds, fill, wrapNegatives }: Attributes,
  inputs: NamedTensorInfoMap,
  attrs: NamedAttrMap,
) {
  const indices = requiredInput(inputs, 'indices');
  const { sources }: Partial<NamedTensorInfoMap> = inputs;
  const sitesShape = sources ? indices.shape : indices.shape.slice(0, -1);
  const tuples = [...sitesShape, 1];
  checkDtype('indices', indices.dtype, 'int32');
  const valuesShape = ndValuesShape(dataShape, tuples, batchDims);
  checkShape('x', x, withLength(dataShape, batchDims, x.shape[batchDims]));
  for (const shape of [dataShape, x.shape]) checkSize(shape);
  if (sources) {
    checkDtype('sources', sources.dtype, 'int32');
    checkShape('sources', sources, sitesShape);
  } else checkShape('indices', indices, [...sitesShape, 2]);
  const isFirst = attrs.column !== 1;
  const wrapSources = sources ? attrs.wrapSources === true : wrapNegatives;
  const endOf = (
    shape: number[],
    indices: TensorInfo,
    wrapNegatives: boolean,
    isFirst: boolean,
    others: number[],
  ): Addressed => {
    const alone = ndGeometry(shape, tuples, batchDims);
    const geometry = sources ? alone : pairGeometry(alone, isFirst, others[batchDims]);
    return { geometry, indices, outOfBounds, wrapNegatives };
  };
  const target = endOf(dataShape, indices, wrapNegatives, isFirst, x.shape);
  const other = endOf(x.shape, sources ?? indices, wrapSources, !isFirst, dataShape);
  const source: Indexed = { tensor: x, fill, value: null, ...other };
  return { sitesShape, valuesShape, source, target };
}

function checkHeads(heads: number, { sliceSize }: IndexGeometry): void {
  if (heads >= 1 ? sliceSize % heads === 0 : heads === sliceSize) return;
  throw invalidOption('heads', heads, `a number that divides ${sliceSize}, the length of a row`);
}
