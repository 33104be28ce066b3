/**
 * The fused products, which are indexed at both ends: a scatter whose updates are not stored but read from another
 * tensor (its sources), and its transpose, dot products of the slices at the two ends of each site.
 *
 * `GatherSegment` combines slices of `x` with `data`, both float32 or both int32. `indices` and `sources`, [...sites],
 * are the slices of data and of x that each site addresses. `weights` [...sites] or [...sites, heads] multiply float32
 * slices; heads split a slice evenly. `sourceLike` has x's shape, `targetLike` has data's, and they share a dtype.
 * Where they differ at a site, the product counts as 0. NaN equals NaN.
 *
 * `SampledDot` computes, for each site and each of `heads`, the dot product of a slice of `data` and a slice of `x`,
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
import { readAttributes } from './attributes.js';
import type { Indexed } from './ends.js';
import { ndGeometry, pairGeometry } from './geometry.js';
import { checkDtype, checkSize, requiredInput } from './inputs.js';
import { checkUpdatesDtype, type DotPlan, type ScatterPlan } from './plan.js';
import type { ByFactor, Factor } from './reads.js';
import { checkShape, ndValuesShape, withLength } from './shapes.js';
import { privateName } from '../tfjs/copies.js';

export const GATHER_SEGMENT = privateName('GatherSegment');
export const SAMPLED_DOT = privateName('SampledDot');

export function planGathered(inputs: NamedTensorInfoMap, attrs: NamedAttrMap = {}): ScatterPlan {
  const { attributes, source, target, sitesShape, valuesShape } = planEnds(inputs, attrs);
  const [x, data] = [source.tensor, target.tensor];
  if (data.dtype !== 'int32') checkDtype('data', data.dtype, 'float32', ' or int32');
  checkUpdatesDtype(attributes, data.dtype, x.dtype);
  const { weights, ...like }: Partial<NamedTensorInfoMap> = inputs;
  const by: ByFactor<Factor> = {};
  const [heads = 1] = weights?.shape.slice(sitesShape.length) ?? [];
  if (weights) {
    checkDtype('weights', weights.dtype, 'float32');
    checkDtype('x', x.dtype, 'float32', ', because there are weights');
    checkHeads(heads, target);
    const hasHeads = weights.shape.length > sitesShape.length;
    checkShape('weights', weights, hasHeads ? [...sitesShape, heads] : sitesShape);
    by.weights = { numbers: weights, per: heads === 1 ? 'slice' : 'head' };
  }
  if (like.sourceLike ?? like.targetLike) {
    const [ofSource, ofTarget] = ['sourceLike', 'targetLike'].map((name) =>
      requiredInput(inputs, name),
    );
    checkShape('sourceLike', ofSource, x.shape);
    checkShape('targetLike', ofTarget, data.shape);
    checkDtype('targetLike', ofTarget.dtype, ofSource.dtype, ', the dtype of sourceLike');
    by.sourceLike = { numbers: ofSource, per: 'value' };
    by.targetLike = { numbers: ofTarget, per: 'target' };
  }
  // A product counts as 0 where they differ, whatever `fill` is.
  const read = { end: source, by, map: null, heads, fillUnlike: 0 };
  return { kind: 'scatter', attributes, read, target, valuesShape };
}

export function planDot(inputs: NamedTensorInfoMap, attrs: NamedAttrMap = {}): DotPlan {
  const { attributes, source, target, sitesShape } = planEnds(inputs, attrs);
  checkDtype('data', target.tensor.dtype, 'float32');
  checkDtype('x', source.tensor.dtype, 'float32');
  const { heads: count }: { heads?: unknown } = attrs;
  const heads = Number(count ?? 1);
  checkHeads(heads, target);
  const valuesShape = count === undefined ? sitesShape : [...sitesShape, heads];
  return { kind: 'dot', attributes, source, target, heads, valuesShape };
}

/** Checks the inputs and attributes that both kernels share. */
function planEnds(inputs: NamedTensorInfoMap, attrs: NamedAttrMap) {
  const attributes = readAttributes(attrs);
  const { batchDims, outOfBounds, fill } = attributes;
  const [data, x, indices] = ['data', 'x', 'indices'].map((name) => requiredInput(inputs, name));
  const { sources }: Partial<NamedTensorInfoMap> = inputs;
  const sitesShape = sources ? indices.shape : indices.shape.slice(0, -1);
  const tuples = [...sitesShape, 1];
  checkDtype('indices', indices.dtype, 'int32');
  const valuesShape = ndValuesShape(data.shape, tuples, batchDims);
  checkShape('x', x, withLength(data.shape, batchDims, x.shape[batchDims]));
  for (const { shape } of [data, x]) checkSize(shape);
  if (sources) {
    checkDtype('sources', sources.dtype, 'int32');
    checkShape('sources', sources, sitesShape);
  } else checkShape('indices', indices, [...sitesShape, 2]);
  const isFirst = attrs.column !== 1;
  const wrapSources = sources ? attrs.wrapSources === true : attributes.wrapNegatives;
  const endOf = (
    tensor: TensorInfo,
    indices: TensorInfo,
    wrapNegatives: boolean,
    isFirst: boolean,
    other: TensorInfo,
  ): Indexed => {
    const alone = ndGeometry(tensor.shape, tuples, batchDims);
    const geometry = sources ? alone : pairGeometry(alone, isFirst, other.shape[batchDims]);
    return { outOfBounds, wrapNegatives, fill, geometry, tensor, indices, value: null };
  };
  const target = endOf(data, indices, attributes.wrapNegatives, isFirst, x);
  const source = endOf(x, sources ?? indices, wrapSources, !isFirst, data);
  return { attributes, sitesShape, valuesShape, source, target };
}

function checkHeads(heads: number, { geometry: { sliceSize } }: Indexed): void {
  if (heads >= 1 ? sliceSize % heads === 0 : heads === sliceSize) return;
  throw invalidOption('heads', heads, `a number that divides ${sliceSize}, the length of a row`);
}
