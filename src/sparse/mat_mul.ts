/**
 * Matrix products with a sparse matrix, or at chosen values of the result.
 */
import { transpose } from '../../kernels/tfjs/seam.js';
import type { Tensor, Tensor1D, Tensor2D, TensorLike } from '@tensorflow/tfjs-core';

import { checkOptions, checkPlainObject } from '../../kernels/call/attributes.js';
import { invalidOption, show, wrongShape } from '../../kernels/call/errors.js';
import { checkDtype, isShape, shapesFit, sizeOf } from '../../kernels/call/shapes.js';
import { checkRoom, publicCall } from '../backends.js';
import { sampledDot, sumRows } from '../gradients/fused.js';
import { toFloats, toIndexTensor } from '../ops/convert.js';
import { checkInside, type Inside, insideRows } from '../ops/known_indices.js';
import { mergeBatch, splitBatch } from '../ops/rows.js';
import { checkNonnegative } from '../segment/run_segments.js';

/** A sparse matrix: values at pairs of a row and a column, in any order. Equal pairs are summed. */
export interface SparseMatrix {
  /** int32, `[nnz, 2]`: the row and the column of each value. Negative ones are out of bounds. */
  indices: Tensor | TensorLike;
  /** float32, `[nnz]`. */
  values: Tensor | TensorLike;
  /** The numbers of rows and columns. */
  denseShape: readonly number[];
}

/** Options of `sampledDenseMatMul`. */
export interface SampledDenseMatMulOptions {
  /** The number of leading dimensions that are a batch of examples. Default 0. */
  batchDims?: number | undefined;
}

/** Options of `sparseDenseMatMul`. */
export interface SparseDenseMatMulOptions {
  /** Whether a is transposed. Default false. */
  adjointA?: boolean | undefined;
  /** Whether b is transposed. Default false. */
  adjointB?: boolean | undefined;
}

/** The product with a vector is a vector. */
export type MatMulResult<B> = B extends Tensor1D | number[]
  ? Tensor1D
  : B extends Tensor2D | number[][]
    ? Tensor2D
    : Tensor;

/**
 * The product A·B of a sparse matrix and a dense matrix or vector, with gradients for the values of a and for b. It
 * never stores a dense matrix of a's shape, or a tensor of nnz × columns.
 *
 * TensorFlow's `tf.sparse.sparse_dense_matmul`.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * const a = { indices: [[0, 1], [1, 0], [1, 2]], values: [1, 2, 3], denseShape: [2, 3] };
 * tf.sparseDenseMatMul(a, [[1, 10], [2, 20], [3, 30]]).print(); // [[2, 20], [11, 110]]
 * tf.sparseDenseMatMul(a, [1, 2, 3]).print(); // [2, 11]
 * ```
 *
 * @param a The sparse matrix, [m, k].
 * @param b float32, `[k, n]`, or a vector `[k]`.
 * @param options `adjointA` and `adjointB` (default false): whether to transpose a and b first. A vector has no
 *     transpose.
 * @returns A float32 tensor of shape `[m, n]`, or `[m]` for a vector.
 * @throws An Error that names the argument if shapes, dtypes or options do not fit, or a pair is outside
 *     denseShape. If only a GPU knows the pair, its value is left out.
 */
export function sparseDenseMatMul<B extends Tensor | TensorLike>(
  a: SparseMatrix,
  b: B,
  options: SparseDenseMatMulOptions = {},
): MatMulResult<B> {
  return publicCall('sparseDenseMatMul', () => {
    checkOptions(options, ['adjointA', 'adjointB']);
    const { adjointA = false, adjointB = false } = options;
    for (const [name, value] of Object.entries<unknown>({ adjointA, adjointB })) {
      if (typeof value !== 'boolean') throw invalidOption(name, value, 'true or false');
    }
    const { indices, values, denseShape } = readMatrix(a);
    const matrix = toFloats('b', b);
    const isVector = matrix.rank === 1;
    if (matrix.rank !== 2 && !isVector) throw wrongShape('b', matrix.shape, 'rank 2 or 1');
    if (isVector && adjointB) {
      throw invalidOption('adjointB', true, 'false: b is a vector, which has no transpose');
    }
    const [rows, columns] = adjointA ? [denseShape[1], denseShape[0]] : denseShape;
    const dense = adjointB ? transpose(matrix) : matrix;
    const [length, ...row] = dense.shape;
    if (length !== columns) {
      const expected = `${columns} ${adjointB ? 'columns' : isVector ? 'values' : 'rows'}`;
      const why = `denseShape of a is ${show(denseShape)}`;
      throw wrongShape('b', matrix.shape, `${expected}: ${why}`);
    }
    const shape = [rows, ...row];
    checkRoom('denseShape of a', denseShape, shape);
    return sumRows({ indices, column: adjointA ? 1 : 0 }, dense, shape, { weights: values });
  }) as MatMulResult<B>;
}

function readMatrix(a: SparseMatrix) {
  checkPlainObject('a', a, () => '{indices, values, denseShape}');
  const { denseShape }: { denseShape: unknown } = a;
  if (!isShape(denseShape) || denseShape.length !== 2) {
    const other = ['shape', 'size'].find((key) => denseShape === undefined && key in a);
    const hint = other === undefined ? '' : `: a has ${other}, which is called denseShape here`;
    throw invalidOption('denseShape of a', denseShape, `two nonnegative integers${hint}`);
  }
  const [rows, columns] = denseShape;
  const indices = readPairs('indices of a', a.indices, [
    insideRows('a', rows),
    insideRows('a', columns, false, 'columns'),
  ]);
  const [count] = indices.shape;
  const reason = ': one value for each pair of indices';
  const values = toFloats('values of a', a.values, [count], reason);
  return { indices, values, denseShape: [rows, columns] };
}

/**
 * For each pair (i, j) of `indices`, the dot product of row i of `a` and row j of `b`. These are chosen
 * values of a·bᵀ; the others are not computed. With heads, there is one product per head. On cpu and
 * wasm, a dot product is four float32 sums s0 to s3, each over every fourth feature, added as
 * (s0 + s1) + (s2 + s3).
 *
 * PyTorch's `sampled_addmm`, DGL's `u_dot_v`.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * tf.sampledDenseMatMul([[0, 1], [1, 1]], [[1, 2], [3, 4]], [[5, 6], [7, 8]]).print(); // [23, 53]
 * ```
 *
 * @param indices int32, `[nnz, 2]`: a row of a and a row of b. Negative ones are out of bounds.
 * @param a float32, `[rows, features]` or `[rows, heads, features]`.
 * @param b float32, like a, with the same numbers of features and heads.
 * @param options `batchDims` (default 0): how many leading dimensions of a and b are a batch of examples. The result
 *     begins with them, as do indices, unless all examples share indices of shape `[nnz, 2]`.
 * @returns A float32 tensor of shape `[nnz]`, or `[nnz, heads]`.
 * @throws An Error that names the argument if shapes, dtypes or options do not fit, or an index is out of bounds.
 *     If only a GPU knows the index, the product is 0.
 */
export function sampledDenseMatMul(
  indices: Tensor | TensorLike,
  a: Tensor | TensorLike,
  b: Tensor | TensorLike,
  options: SampledDenseMatMulOptions = {},
): Tensor {
  return publicCall('sampledDenseMatMul', () => {
    checkOptions(options, ['batchDims']);
    const { batchDims = 0 } = options;
    checkNonnegative('batchDims', batchDims);
    const [left, right] = [readRows('a', a, batchDims), readRows('b', b, batchDims)];
    const [x, y] = [left.shape, right.shape];
    const batch = x.slice(0, batchDims);
    const [rows, ...row] = x.slice(batchDims);
    if (!shapesFit(y, [...batch, y[batchDims], ...row])) {
      const expected = `${show([...batch, 'rows', ...row])} (a has shape ${show(x)})`;
      throw wrongShape('b', y, expected);
    }
    const insides = [insideRows('a', rows), insideRows('b', y[batchDims])];
    const pairs = readPairs('indices', indices, insides, batch);
    const edges = { indices: pairs };
    const heads = row.slice(0, -1);
    if (pairs.rank > 2 || batchDims === 0) return sampledDot(edges, left, right, heads[0]);
    const merged = [left, right].map((each) => mergeBatch(each, batchDims));
    const products = sampledDot(edges, merged[0], merged[1], sizeOf([...batch, ...heads]));
    return splitBatch(products, [...batch, pairs.shape[0], ...heads], batchDims);
  });
}

function readRows(name: string, value: Tensor | TensorLike, batchDims: number): Tensor {
  const rows = toFloats(name, value);
  if (rows.rank === batchDims + 2 || rows.rank === batchDims + 3) return rows;
  const batch = batchDims > 0 ? '...batch, ' : '';
  const expected = `[${batch}rows, features] or [${batch}rows, heads, features]`;
  throw wrongShape(name, rows.shape, expected);
}

/** Reads pairs [nnz, 2], which a batch shares, or [...batch, nnz, 2]. */
function readPairs(
  name: string,
  value: Tensor | TensorLike,
  insides: Inside[],
  batch: number[] = [],
): Tensor {
  const pairs = toIndexTensor(name, value);
  checkDtype(name, pairs.dtype, 'int32');
  const { rank, shape } = pairs;
  const end = [...shape.slice(-2, -1), 2];
  if (rank < 2 || !(shapesFit(shape, end) || shapesFit(shape, [...batch, ...end]))) {
    const batched = batch.length > 0 ? `${show([...batch, 'nnz', 2])}, or ` : '';
    const hint =
      shape[rank - 2] === 2
        ? ' tf.transpose makes pairs of a list of rows and one of columns.'
        : '';
    throw wrongShape(name, shape, `pairs: ${batched}[nnz, 2]`, hint);
  }
  checkInside(name, pairs, insides);
  return pairs;
}
