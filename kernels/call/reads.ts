/**
 * What a call starts from, and its ends. At each site, a call reads values at its source, and combines them with its
 * start at its target. An end is either indexed, or in order: component c of site i is then value i · sliceSize + c.
 *
 *     call              source     target     start
 *     gather            indexed    in order   nothing: each value of the result is read
 *     scatter           in order   indexed    a tensor or a number; its source may also be one number
 *     fused product     indexed    indexed    a tensor or a number
 *     change            in order   in order   nothing, or the tensor that is changed
 *     dot products      indexed    indexed    nothing; both ends are read
 *
 * The gradient of a sum, by the values that it reads, is the same call with its ends exchanged.
 *
 * What sites read may change on the way. Gradients and means consist of such reads.
 *
 * A site reads a value, or one number in its place. It subtracts the value from `from`, divides it by `over`, takes its
 * exponential, logarithm or square root if `map` says so, and multiplies it by `weights`. A dropped site gets `fill`
 * instead. Where `sourceLike` and `targetLike` differ, the value becomes `fillUnlike`; a dropped site compares as 0, and
 * NaN equals NaN. A divisor of 0 leaves the value as it is. Quotients of int32 are rounded down; for float32, divisors of
 * int32 are rounded to float32.
 *
 * sourceLike belongs to the source and is addressed like it; the other tensors belong to the sites. Each has one number
 * for each value there, or one for each slice, or is a scalar. In a fused product, weights may have one for each head,
 * and targetLike belongs to the target.
 */
import type { DataType, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import type { Bounds } from './bounds.js';
import { checkRepresentable } from './dtypes.js';
import { checkDtypeIn, requiredInput, shapesFit, sizeOf } from './shapes.js';
import { invalidOption, isOneOf, oneOf, show, wrongShape } from './errors.js';

/** Where indices address values. */
export interface Addressed extends Bounds {
  /** int32. */
  indices: TensorInfo;
}

/** An end where indices address the values that are read. */
export interface Indexed extends Addressed {
  tensor: TensorInfo;
  /** What a dropped site reads here. */
  fill: number;
  /** The number that the other sites read in place of the tensor's values, if any. */
  value: number | null;
}

/** An end that has the values of all sites in their order. */
export interface InOrder {
  tensor: TensorInfo;
  geometry: null;
  value: null;
}

/** An end that has one number at all sites. */
export interface Constant {
  tensor: null;
  geometry: null;
  value: number;
}

export type End = Indexed | InOrder | Constant;

/** A copy of a tensor, or the tensor's memory. */
interface GivenStart {
  tensor: TensorInfo;
  /** Whether the caller gives the tensor up for the result, which takes its memory over. */
  isGivenUp: boolean;
  /** Whether others may have that memory: a variable's, not that of a tensor which was made for the call. */
  mayBeShared: boolean;
  value: null;
}

/** What the result holds before values are combined with it. */
export type Start =
  | GivenStart
  /** A number, which takes no tensor. */
  | { tensor: null; value: number };

/** What a number of a factor belongs to. */
export type Per = 'value' | 'slice' | 'head' | 'call' | 'target';

/** The numbers of a factor: a tensor, or an array on the host. */
export interface Factor<T = TensorInfo> {
  numbers: T;
  per: Per;
}

/** The factors, in the order in which they change a value. */
export const FACTORS = ['from', 'over', 'weights', 'sourceLike', 'targetLike'] as const;

/** Factors by name; sourceLike and targetLike come together. */
export type ByFactor<T> = Partial<Record<(typeof FACTORS)[number], T>>;

/** Functions of float32 values. */
const MAPS = ['exp', 'log', 'sqrt'] as const;

export type Mapping = (typeof MAPS)[number];

/** How the values that sites read are changed. */
export interface Changes<T = TensorInfo> {
  by: ByFactor<Factor<T>>;
  map: Mapping | null;
  /** The number of parts of a slice that have weights of their own. */
  heads: number;
  /** What sites read where `sourceLike` and `targetLike` differ. */
  fillUnlike: number;
}

/** What sites read. */
export interface Read<E extends End = End> extends Changes {
  end: E;
}

const NONE: ByFactor<Factor> = {};

/** Makes a read that changes nothing. */
export function plainRead<E extends End>(end: E): Read<E> {
  return { end, by: NONE, map: null, heads: 1, fillUnlike: 0 };
}

/** Returns whether sites read the values of a tensor as they are. */
export function isPlain({ end, by, map }: Read): boolean {
  return by === NONE && !map && end.value === null;
}

const FLOATS: readonly DataType[] = ['float32'];
const NUMBERS: readonly DataType[] = ['float32', 'int32'];

/** What a read does with values, by the attributes of its kernel. */
interface ReadAttributes {
  map?: unknown;
  constant?: unknown;
  fill?: unknown;
}

/** Returns what a gather reads. `sliceRank` is the number of dimensions of a slice. */
export function readOf(
  end: Indexed,
  inputs: NamedTensorInfoMap,
  attrs: ReadAttributes = {},
  valuesShape: number[],
  sliceRank: number,
): Read<Indexed> {
  const { map = null, constant = null } = attrs;
  // Most calls have nothing else than data and indices.
  if (Object.keys(inputs).length === 2 && map === null && constant === null) return plainRead(end);
  const dataShape = end.tensor.shape;
  const changes = changesOf(end.tensor.dtype, inputs, attrs, (name, shape) => {
    return perOf(name, shape, name === 'sourceLike' ? dataShape : valuesShape, sliceRank);
  });
  const value = readConstant(end.tensor.dtype, attrs);
  if (!changes && value === null) return plainRead(end);
  return { end: { ...end, value }, ...(changes ?? plainRead(end)), fillUnlike: end.fill };
}

/**
 * Returns a read of all of a tensor in its order, and the number of its slices. Factors have any shape: with a number for
 * several values, they divide the tensor into as many slices.
 */
export function changeOf(
  tensor: TensorInfo,
  inputs: NamedTensorInfoMap,
  attrs: ReadAttributes = {},
): { read: Read<InOrder | Constant>; slices: number } {
  const size = sizeOf(tensor.shape);
  let slices = 1;
  const changes = changesOf(tensor.dtype, inputs, attrs, (name, shape) => {
    const count = sizeOf(shape);
    if (count === size) return 'value';
    if (count === 1) return 'call';
    if (slices === 1) slices = count;
    if (count === slices && size % count === 0) return 'slice';
    throw wrongShape(name, shape, show(tensor.shape));
  });
  const value = readConstant(tensor.dtype, attrs);
  const geometry = null;
  const end = value === null ? { tensor, geometry, value } : { tensor: null, geometry, value };
  const read = { ...(changes ?? plainRead(end)), end, fillUnlike: Number(attrs.fill ?? 0) };
  return { read, slices };
}

/** Checks the inputs and attributes that say how values of a dtype change; null if they do not. */
function changesOf(
  dtype: DataType,
  inputs: NamedTensorInfoMap,
  { map = null, constant = null }: ReadAttributes,
  perOf: (name: string, shape: number[]) => Per,
): Omit<Changes, 'fillUnlike'> | null {
  const by: ByFactor<Factor> = {};
  const read = (name: keyof typeof by, dtypes = NUMBERS): void => {
    const { [name]: tensor }: Partial<NamedTensorInfoMap> = inputs;
    if (!tensor) return;
    checkDtypeIn(name, tensor.dtype, dtypes);
    by[name] = { numbers: tensor, per: perOf(name, tensor.shape) };
  };
  read('from', FLOATS);
  read('over', dtype === 'int32' ? ['int32'] : NUMBERS);
  if (map !== null && !isOneOf(map, MAPS)) throw invalidOption('map', map, oneOf(MAPS));
  read('weights', FLOATS);
  read('sourceLike');
  read('targetLike', by.sourceLike ? [by.sourceLike.numbers.dtype] : NUMBERS);
  const compares = by.sourceLike ?? by.targetLike;
  if (compares) for (const name of ['sourceLike', 'targetLike']) requiredInput(inputs, name);
  const isFloat = by.from ?? by.weights ?? map;
  if (!by.over && !isFloat && !compares && constant === null) return null;
  checkDtypeIn('data', dtype, isFloat ? FLOATS : NUMBERS);
  return { by, map, heads: 1 };
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
export function mapFactors<A, B>(
  by: ByFactor<A>,
  of: (factor: A, name: (typeof FACTORS)[number]) => B,
): ByFactor<B> {
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
