/**
 * The methods as types. Each has a comment of its own: editors show none for a mapped type.
 */
import type { Rank, Tensor } from '@tensorflow/tfjs-core';

import type * as ops from '../ops/index.js';
import type * as segments from '../segment/functions.js';
import type * as products from '../sparse/functions.js';

/**
 * The functions that do not become methods. checkIndices returns no tensor; tf.scatterND is another
 * function. tfjs has a method unsortedSegmentSum, which it may add after this module.
 */
export const LEFT_OUT = ['checkIndices', 'scatterND', 'unsortedSegmentSum'] as const;

type Functions = Omit<typeof ops & typeof segments & typeof products, (typeof LEFT_OUT)[number]>;

/** The arguments of a function after the first. */
type Others<Op> = Op extends (x: never, ...others: infer Others) => unknown ? Others : never;

/** A function as a method, typed as tfjs types its own. */
type Method<Name extends keyof Functions> = Name extends 'gatherND'
  ? <R extends Rank>(...others: Others<Functions[Name]>) => Tensor<R>
  : <T extends Tensor>(this: T, ...others: Others<Functions[Name]>) => T;

/** The methods that tensors have, once this module is imported. */
export interface ChainedOps {
  /**
   * Picks one value of this tensor for every element of `indices`. Along `axis` its position is the
   * one that the index names, along all other axes that of the index itself.
   */
  gatherElements: Method<'gatherElements'>;
  /**
   * Picks a slice of this tensor for every tuple of `indices`. The last dimension of indices holds
   * the tuples. A tuple of K indices addresses the first K dimensions of this tensor (after
   * `batchDims`), and its slice has the dimensions that are left.
   */
  gatherND: Method<'gatherND'>;
  /**
   * The largest of the rows of this tensor at `sources` in the segment of each edge, value by value;
   * where there are none, the dtype's lowest number or the option `empty`. NaN if any value is. The
   * gradient is split evenly over the edges that attain it.
   */
  gatherSegmentMax: Method<'gatherSegmentMax'>;
  /**
   * The mean of the rows of this tensor at `sources`, times `weights`, in the segment of each edge:
   * their sum divided by the number of edges; 0 where there are none. int32 is rounded down.
   */
  gatherSegmentMean: Method<'gatherSegmentMean'>;
  /**
   * The smallest of the rows of this tensor at `sources` in the segment of each edge, value by value;
   * where there are none, the dtype's highest number or the option `empty`. NaN if any value is. The
   * gradient is split evenly over the edges that attain it.
   */
  gatherSegmentMin: Method<'gatherSegmentMin'>;
  /**
   * The sum of the rows of this tensor at `sources`, times `weights`, in the segment of each edge,
   * divided by the square root of the number of edges; 0 where there are none.
   */
  gatherSegmentSqrtN: Method<'gatherSegmentSqrtN'>;
  /**
   * The sum of the rows of this tensor at `sources`, times `weights`, in the segment of each edge; 0
   * where there are none. No tensor of edges × features is made on the way.
   */
  gatherSegmentSum: Method<'gatherSegmentSum'>;
  /**
   * Copies this tensor and combines every element of `updates` with one value of it. Along `axis`
   * its position is the one that the index names, along all other axes that of the index itself.
   * Updates that share a place are combined in row-major order; with reduction 'none' the last one
   * wins.
   */
  scatterElements: Method<'scatterElements'>;
  /**
   * Copies this tensor and combines a slice of `updates` with it for every tuple of `indices`. It is
   * ONNX's ScatterND. Updates that share a place are combined in row-major order; with reduction
   * 'none' the last one wins.
   */
  scatterNDUpdate: Method<'scatterNDUpdate'>;
  /**
   * Copies this tensor and adds a slice of `updates` to it for every tuple of `indices`. It is
   * `scatterND` with the reduction 'add'.
   */
  tensorScatterAdd: Method<'tensorScatterAdd'>;
  /**
   * Copies this tensor and subtracts a slice of `updates` from it for every tuple of `indices`. It
   * is `scatterND` with the reduction 'sub'.
   */
  tensorScatterSub: Method<'tensorScatterSub'>;
  /**
   * Copies this tensor and takes its maximum with a slice of `updates` for every tuple of `indices`.
   * It is `scatterND` with the reduction 'max'.
   */
  tensorScatterMax: Method<'tensorScatterMax'>;
  /**
   * Copies this tensor and takes its minimum with a slice of `updates` for every tuple of `indices`.
   * It is `scatterND` with the reduction 'min'.
   */
  tensorScatterMin: Method<'tensorScatterMin'>;
  /**
   * The first of the slices of this tensor that has the maximum of its segment, value by value; where
   * there are none, -1 or the option `empty`. NaN counts as the maximum. Its gradient is 0.
   */
  unsortedSegmentArgMax: Method<'unsortedSegmentArgMax'>;
  /**
   * The first of the slices of this tensor that has the minimum of its segment, value by value; where
   * there are none, -1 or the option `empty`. NaN counts as the minimum. Its gradient is 0.
   */
  unsortedSegmentArgMin: Method<'unsortedSegmentArgMin'>;
  /**
   * The logarithm of `unsortedSegmentSoftmax`, exact where that is too small for float32. -Infinity
   * for slices that are dropped.
   */
  unsortedSegmentLogSoftmax: Method<'unsortedSegmentLogSoftmax'>;
  /**
   * The logarithm of the sum of exp over the slices of this tensor in each segment, value by
   * value; -Infinity where there are none.
   */
  unsortedSegmentLogSumExp: Method<'unsortedSegmentLogSumExp'>;
  /**
   * The largest of the slices of this tensor in each segment, value by value; where there are none,
   * the dtype's lowest number or the option `empty`. NaN if any value is. The gradient is split
   * evenly over equal values.
   */
  unsortedSegmentMax: Method<'unsortedSegmentMax'>;
  /**
   * The mean of the slices of this tensor in each segment; 0 where there are none. int32 is rounded
   * down.
   */
  unsortedSegmentMean: Method<'unsortedSegmentMean'>;
  /**
   * The smallest of the slices of this tensor in each segment, value by value; where there are none,
   * the dtype's highest number or the option `empty`. NaN if any value is. The gradient is split
   * evenly over equal values.
   */
  unsortedSegmentMin: Method<'unsortedSegmentMin'>;
  /**
   * The product of the slices of this tensor in each segment; 1 where there are none. Its gradients
   * are exact where factors are zero.
   */
  unsortedSegmentProd: Method<'unsortedSegmentProd'>;
  /**
   * The softmax of the slices of this tensor within each segment, value by value: exp divided by the
   * sum of exp over the segment. 0 for slices that are dropped.
   */
  unsortedSegmentSoftmax: Method<'unsortedSegmentSoftmax'>;
  /**
   * The sum of the slices of this tensor in each segment, divided by the square root of their
   * number; 0 where there are none.
   */
  unsortedSegmentSqrtN: Method<'unsortedSegmentSqrtN'>;
  /**
   * The standard deviation of the slices of this tensor in each segment; 0 where there are none. It
   * is that of the population, the square root of the mean squared distance from the mean. Its
   * gradient is 0 where it is 0.
   */
  unsortedSegmentStd: Method<'unsortedSegmentStd'>;
}
