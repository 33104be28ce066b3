/**
 * Factors: how a gather changes the values that its sites read. Gradients and means consist of such reads.
 *
 * A site reads a value of data, or the attribute `constant` in its place. It divides the value by `over`, then
 * multiplies it by `weights`. Where `sourceLike` and `targetLike` differ, it reads `fill` instead, like a dropped
 * site. NaN equals NaN. A divisor of 0 leaves the value as it is. Quotients of int32 are rounded down; for float32,
 * divisors of int32 are rounded to float32.
 *
 * sourceLike belongs to data and is addressed like it; the other tensors belong to the result. Each has one number
 * for each value there, or one for each slice, or is a scalar.
 */
import type { NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { invalidOption } from './attributes.js';
import { checkRepresentable } from './dtypes.js';
import { checkDtype, requiredInput } from './inputs.js';
import { show, wrongShape } from './messages.js';
import { shapesFit } from './shapes.js';

/** What a number of a factor belongs to. */
export type Per = 'value' | 'slice' | 'call';

export interface Factor {
  tensor: TensorInfo;
  per: Per;
}

export interface ReadFactors {
  constant: number | null;
  over: Factor | null;
  weights: Factor | null;
  like: Record<'source' | 'target', Factor> | null;
}

/** Returns the factors of a gather; null if it has none. `sliceRank` is the number of dimensions of a slice. */
export function readFactors(
  data: TensorInfo,
  inputs: NamedTensorInfoMap,
  attrs: NamedAttrMap | undefined,
  valuesShape: number[],
  sliceRank: number,
): ReadFactors | null {
  const { over, weights, sourceLike, targetLike }: Partial<NamedTensorInfoMap> = inputs;
  const constant = readConstant(data, attrs);
  const isCompared = Boolean(sourceLike ?? targetLike);
  if (!over && !weights && !isCompared && constant === null) return null;
  checkNumbers('data', data);
  const factor = (name: string, tensor: TensorInfo, shape: number[]): Factor => {
    return { tensor, per: perOf(name, tensor.shape, shape, sliceRank) };
  };
  const isInt = data.dtype === 'int32';
  if (over && !isInt) checkNumbers('over', over);
  else if (over) checkDtype('over', over.dtype, 'int32', ', the dtype of data');
  if (weights) {
    checkDtype('weights', weights.dtype, 'float32');
    if (isInt) checkDtype('data', data.dtype, 'float32', ', because there are weights');
  }
  let like: ReadFactors['like'] = null;
  if (isCompared) {
    const [own, other] = ['sourceLike', 'targetLike'].map((name) => requiredInput(inputs, name));
    checkNumbers('sourceLike', own);
    checkDtype('targetLike', other.dtype, own.dtype, ', the dtype of sourceLike');
    like = {
      source: factor('sourceLike', own, data.shape),
      target: factor('targetLike', other, valuesShape),
    };
  }
  return {
    constant,
    over: over ? factor('over', over, valuesShape) : null,
    weights: weights ? factor('weights', weights, valuesShape) : null,
    like,
  };
}

/** Returns the attribute `constant`, a number that data's dtype can hold; null if there is none. */
export function readConstant(
  data: TensorInfo,
  { constant = null }: { constant?: unknown } = {},
): number | null {
  if (constant === null) return null;
  if (typeof constant !== 'number') throw invalidOption('constant', constant, 'a number');
  checkNumbers('data', data);
  checkRepresentable('constant', constant, 'data', data.dtype);
  return constant;
}

/** Returns the tensors of factors, by name. */
export function factorTensors(factors: ReadFactors | null): Record<string, TensorInfo> {
  const { over = null, weights = null, like = null } = factors ?? {};
  return {
    ...(over && { over: over.tensor }),
    ...(weights && { weights: weights.tensor }),
    ...(like && { sourceLike: like.source.tensor, targetLike: like.target.tensor }),
  };
}

function checkNumbers(name: string, { dtype }: TensorInfo): void {
  if (dtype !== 'int32') checkDtype(name, dtype, 'float32', ' or int32');
}

/** Finds what the numbers of a factor belong to; throws if they do not fit values of the shape. */
function perOf(name: string, given: number[], shape: number[], sliceRank: number): Per {
  const slices = shape.slice(0, shape.length - sliceRank);
  if (shapesFit(given, shape)) return 'value';
  if (shapesFit(given, slices)) return 'slice';
  if (given.length === 0) return 'call';
  const shapes = sliceRank > 0 ? [shape, slices, []] : [shape, []];
  throw wrongShape(name, given, shapes.map(show).join(' or '));
}
