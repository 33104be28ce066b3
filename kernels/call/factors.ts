/**
 * Factors: how a gather changes the values that its sites read. Gradients and means consist of such reads.
 *
 * A site reads a value of data, or the attribute `constant` in its place. It subtracts the value from `from`, divides it
 * by `over`, takes its exponential if the attribute `exp` is true, and multiplies it by `weights`. Where `sourceLike`
 * and `targetLike` differ, it reads `fill` instead, like a dropped site. NaN equals NaN. A divisor of 0 leaves the
 * value as it is. Quotients of int32 are rounded down; for float32, divisors of int32 are rounded to float32.
 *
 * sourceLike belongs to data and is addressed like it; the other tensors belong to the result. Each has one number
 * for each value there, or one for each slice, or is a scalar.
 */
import type { DataType, NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { checkRepresentable } from './dtypes.js';
import { checkDtypeIn, requiredInput } from './inputs.js';
import { invalidOption, show, wrongShape } from './errors.js';
import { shapesFit } from './shapes.js';

/** What a number of a factor belongs to. */
export type Per = 'value' | 'slice' | 'call';

export interface Factor {
  tensor: TensorInfo;
  per: Per;
}

/** The inputs of a gather that are factors, in the order in which they change a value. */
export const FACTORS = ['from', 'over', 'weights', 'sourceLike', 'targetLike'] as const;

/** Factors by name; sourceLike and targetLike come together. */
export type ByFactor<T> = Partial<Record<(typeof FACTORS)[number], T>>;

export interface ReadFactors {
  constant: number | null;
  exp: boolean;
  by: ByFactor<Factor>;
}

const FLOATS: readonly DataType[] = ['float32'];
const NUMBERS: readonly DataType[] = ['float32', 'int32'];

/** Returns the factors of a gather; null if it has none. `sliceRank` is the number of dimensions of a slice. */
export function readFactors(
  data: TensorInfo,
  inputs: NamedTensorInfoMap,
  attrs: NamedAttrMap | undefined,
  valuesShape: number[],
  sliceRank: number,
): ReadFactors | null {
  const by: ByFactor<Factor> = {};
  const read = (name: keyof typeof by, dtypes = NUMBERS, shape = valuesShape): void => {
    const { [name]: tensor }: Partial<NamedTensorInfoMap> = inputs;
    if (!tensor) return;
    checkDtypeIn(name, tensor.dtype, dtypes);
    by[name] = { tensor, per: perOf(name, tensor.shape, shape, sliceRank) };
  };
  const constant = readConstant(data.dtype, attrs);
  read('from', FLOATS);
  read('over', data.dtype === 'int32' ? ['int32'] : NUMBERS);
  const { exp = false }: { exp?: unknown } = attrs ?? {};
  if (typeof exp !== 'boolean') throw invalidOption('exp', exp, 'true or false');
  read('weights', FLOATS);
  read('sourceLike', NUMBERS, data.shape);
  read('targetLike', by.sourceLike ? [by.sourceLike.tensor.dtype] : NUMBERS);
  const compares = by.sourceLike ?? by.targetLike;
  if (compares) for (const name of ['sourceLike', 'targetLike']) requiredInput(inputs, name);
  const isFloat = by.from ?? by.weights ?? exp;
  if (!by.over && !isFloat && !compares && constant === null) return null;
  checkDtypeIn('data', data.dtype, isFloat ? FLOATS : NUMBERS);
  return { constant, exp, by };
}

/** Returns the attribute `constant`, a number that data's dtype can hold; null if there is none. */
export function readConstant(
  dtype: DataType,
  { constant = null }: { constant?: unknown } = {},
): number | null {
  if (constant === null) return null;
  if (typeof constant !== 'number') throw invalidOption('constant', constant, 'a number');
  checkDtypeIn('data', dtype, NUMBERS);
  checkRepresentable('constant', constant, 'data', dtype);
  return constant;
}

/** Returns what `of` makes of each factor, by name. */
export function mapFactors<A, B>(by: ByFactor<A>, of: (factor: A, name: string) => B): ByFactor<B> {
  const mapped: ByFactor<B> = {};
  // Object.entries would take long for a small call.
  for (const name of FACTORS) {
    const { [name]: factor } = by;
    if (factor !== undefined) mapped[name] = of(factor, name);
  }
  return mapped;
}

/** Finds what the numbers of a factor belong to; throws if they do not fit. */
function perOf(name: string, shape: number[], values: number[], sliceRank: number): Per {
  const slices = values.slice(0, values.length - sliceRank);
  if (shapesFit(shape, values)) return 'value';
  if (shapesFit(shape, slices)) return 'slice';
  if (shape.length === 0) return 'call';
  const shapes = sliceRank > 0 ? [values, slices, []] : [values, []];
  throw wrongShape(name, shape, shapes.map(show).join(' or '));
}
