/** Checks of inputs: of shapes, where that of each way of addressing returns the shape of the values at the sites, and of dtypes. */
import type { DataType, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import {
  type CallError,
  invalidOption,
  isInteger,
  oneOf,
  show,
  wrong,
  wrongShape,
} from './errors.js';
import { util } from '../tfjs/seam.js';

/** The length of a dimension; null if it is unknown until a model runs. null matches any length. */
export type Length = number | null;

export function sizeOf(shape: number[]): number {
  return util.sizeFromShape(shape);
}

export function withLength<L extends Length>(shape: L[], axis: number, length: L): L[] {
  return shape.map((each, d) => (d === axis ? length : each));
}

/** Returns a tensor's values in another shape, valid as long as the tensor is. */
export function viewAs({ dataId, dtype }: TensorInfo, shape: number[]): TensorInfo {
  return { dataId, dtype, shape };
}

export function elementsValuesShape<L extends Length>(
  dataShape: L[],
  indicesShape: L[],
  axis: number,
): L[] {
  checkRanks(dataShape, indicesShape);
  const rank = dataShape.length;
  if (indicesShape.length !== rank) {
    throw wrong(
      `indices has rank ${indicesShape.length} (shape ${show(indicesShape)})`,
      `data's rank, ${rank} (shape ${show(dataShape)})`,
    );
  }
  const along = axisFromStart(axis, rank);
  const longer = indicesShape.findIndex(
    (length, d) => d !== along && exceeds(length, dataShape[d]),
  );
  if (longer >= 0) {
    throw wrong(
      `indices has length ${indicesShape[longer]} on axis ${longer} (shape ${show(indicesShape)})`,
      `at most data's length, ${dataShape[longer]} (shape ${show(dataShape)}): only on axis ` +
        `${along} may indices be longer than data`,
    );
  }
  return indicesShape;
}

/** Checks an axis of data, or of another tensor, and returns it counted from the start. */
export function axisFromStart(axis: number, rank: number, of = 'data'): number {
  if (isInteger(axis) && axis >= -rank && axis < rank) return axis < 0 ? axis + rank : axis;
  if (rank === 0) throw isScalar(of);
  const expected = `an integer in [${-rank}, ${rank - 1}] because ${of} has rank ${rank}`;
  throw invalidOption('axis', axis, expected);
}

export function ndValuesShape<L extends Length>(
  dataShape: L[],
  indicesShape: L[],
  batchDims: number,
): L[] {
  checkRanks(dataShape, indicesShape);
  const limit = Math.min(dataShape.length, indicesShape.length);
  if (!isInteger(batchDims) || batchDims < 0 || batchDims >= limit) {
    const ranks = `data (${dataShape.length}) and indices (${indicesShape.length})`;
    const expected = `an integer in [0, ${limit - 1}]: less than the ranks of ${ranks}`;
    throw invalidOption('batchDims', batchDims, expected);
  }
  for (let d = 0; d < batchDims; d++) {
    if (!fits(indicesShape[d], dataShape[d])) {
      throw wrong(
        `indices has length ${indicesShape[d]} on batch dimension ${d} (shape ${show(indicesShape)})`,
        `data's length, ${dataShape[d]} (shape ${show(dataShape)})`,
      );
    }
  }
  const depth: Length = indicesShape[indicesShape.length - 1];
  if (depth === null) {
    throw wrong(
      `the last dimension of indices is unknown (shape ${show(indicesShape)})`,
      'a number',
    );
  }
  if (batchDims + depth > dataShape.length) {
    const after = batchDims > 0 ? ` after ${batchDims} batch dimensions` : '';
    throw wrong(
      `the last dimension of indices is ${depth} (shape ${show(indicesShape)})`,
      `at most ${dataShape.length - batchDims}, the number of dimensions of data${after} ` +
        `(shape ${show(dataShape)})`,
      hintAtTuple(indicesShape) || hintAtLists(indicesShape, dataShape.length),
    );
  }
  return [...indicesShape.slice(0, -1), ...dataShape.slice(batchDims + depth)];
}

/** Returns what to say after an error of an ND op whose indices are a single tuple, perhaps by mistake. */
export function hintAtTuple(indicesShape: Length[]): string {
  const [count, ...others] = indicesShape;
  if (others.length > 0 || count === null || count < 2) return '';
  return ` With shape [${count}], indices are a single tuple; to address ${count} slices, use shape [${count}, 1].`;
}

/** Returns what to say of indices that hold a list for each dimension of data, as PyTorch's and PyG's do. */
function hintAtLists(indicesShape: Length[], rank: number): string {
  if (indicesShape.length !== 2 || indicesShape[0] !== rank) return '';
  return ' tf.transpose makes tuples of a list for each dimension.';
}

/** Checks the shape of updates against the shape of the values at the sites, which follows from the addressing. */
export function checkUpdatesShape(
  { valuesRule, tupleRank }: { valuesRule: string; tupleRank: number },
  shapes: Record<'data' | 'indices' | 'updates' | 'values', Length[]>,
): void {
  const { data, indices, updates, values } = shapes;
  if (shapesFit(updates, values)) return;
  const hint = tupleRank > 0 ? hintAtTuple(indices) : '';
  const why = `${valuesRule} (data has shape ${show(data)}, indices ${show(indices)})`;
  throw wrongShape('updates', updates, `${show(values)}: ${why}`, hint);
}

/** Throws unless a tensor has the expected shape. The message gives it, followed by `reason`. */
export function checkShape(
  name: string,
  { shape }: { shape: Length[] },
  expected: Length[],
  reason = '',
): void {
  if (shapesFit(shape, expected)) return;
  throw wrongShape(name, shape, show(expected) + reason);
}

/** Returns whether a value is a list of lengths. */
export function isShape(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((length) => isInteger(length) && length >= 0);
}

/** Returns whether two shapes match, as far as they are known. */
export function shapesFit(a: Length[], b: Length[]): boolean {
  return a.length === b.length && a.every((length, d) => fits(length, b[d]));
}

export function fits(a: Length, b: Length): boolean {
  return a === null || b === null || a === b;
}

export function exceeds(a: Length, b: Length): boolean {
  return a !== null && b !== null && a > b;
}

function checkRanks(dataShape: Length[], indicesShape: Length[]): void {
  const scalar = dataShape.length === 0 ? 'data' : indicesShape.length === 0 ? 'indices' : null;
  if (scalar !== null) throw isScalar(scalar);
}

function isScalar(name: string): CallError {
  return wrong(`${name} is a scalar (rank 0)`, 'a tensor of rank 1 or more');
}

/** The maximum number of values in a tensor, because offsets are int32. */
const MAX_SIZE = 2 ** 31 - 1;

export function requiredInput(inputs: Partial<NamedTensorInfoMap>, name: string): TensorInfo {
  const input: TensorInfo | null | undefined = inputs[name];
  if (!input) throw wrong(`${name} is missing`, 'a tensor');
  return input;
}

/**
 * Throws for a tensor that is too large. Tensors that a call makes must be checked before it makes any: a GPU drops
 * the work that uses one, and other work with it. `subject` begins the message; a function makes it only if needed.
 * `tooLarge` returns what is expected instead of a tensor with that many values, or null if it fits.
 */
export function checkSize(
  shape: number[],
  subject: string | (() => string) = 'data has',
  tooLarge?: (size: number) => string | null,
): void {
  const size = sizeOf(shape);
  const most = `at most ${MAX_SIZE}, the most that int32 offsets can address`;
  const expected = size > MAX_SIZE ? most : (tooLarge?.(size) ?? null);
  if (expected === null) return;
  const begun = typeof subject === 'string' ? subject : subject();
  throw wrong(`${begun} ${size} values (shape ${show(shape)})`, expected);
}

/** Throws as `checkSize` does, if an argument of a call asks for a tensor that is too large. */
export function checkRequestedSize(
  argument: string,
  value: unknown,
  shape: number[],
  tooLarge: (size: number) => string | null,
): void {
  checkSize(shape, () => `${argument} is ${show(value)}, which needs`, tooLarge);
}

export function checkDtype(name: string, dtype: DataType, expected: DataType, reason = ''): void {
  if (dtype === expected) return;
  // Of indices: ops such as tf.range make floats.
  const hint =
    dtype === 'float32' && expected === 'int32' && !reason ? ': .toInt() converts it' : '';
  throw wrong(`${name} has dtype ${dtype}`, expected + reason + hint);
}

export function checkDtypeIn(name: string, dtype: string, dtypes: readonly string[]): void {
  if (dtypes.includes(dtype)) return;
  throw wrong(`${name} has dtype ${dtype}`, oneOf(dtypes));
}
