/**
 * The methods as types. They are written out so that editors show their comments, which they do not for
 * a mapped type.
 */
import type { Rank, Tensor } from '@tensorflow/tfjs-core';

import type * as ops from '../ops/index.js';
import type * as segments from '../segment/functions.js';
import type * as products from '../sparse/functions.js';

/**
 * Functions that do not become methods. checkIndices returns no tensor; tf.scatterND is a different
 * function; and tfjs has its own method unsortedSegmentSum, which it may add after this module.
 */
export const LEFT_OUT = ['checkIndices', 'scatterND', 'unsortedSegmentSum'] as const;

type Functions = Omit<typeof ops & typeof segments & typeof products, (typeof LEFT_OUT)[number]>;

/** The arguments of a function after the first. */
type Others<Op> = Op extends (x: never, ...others: infer Others) => unknown ? Others : never;

/** The type of a function as a method, like tfjs' own methods. */
type Method<Name extends keyof Functions> = Name extends 'gatherND'
  ? <R extends Rank>(...others: Others<Functions[Name]>) => Tensor<R>
  : <T extends Tensor>(this: T, ...others: Others<Functions[Name]>) => T;

/**
 * The methods that tensors get when you import this module. Each calls the function of the same name with
 * this tensor as the first argument; see there for arguments, dtypes, errors and gradients.
 */
export interface ChainedOps {
  /** Picks one value of this tensor along `axis` for every element of `indices`. */
  gatherElements: Method<'gatherElements'>;
  /** Picks a slice of this tensor for every tuple in the last dimension of `indices`. */
  gatherND: Method<'gatherND'>;
  /** The elementwise maximum of the rows at `sources` in each segment; empty segments get `empty`. */
  gatherSegmentMax: Method<'gatherSegmentMax'>;
  /** The mean of the rows at `sources`, times `weights`, in each segment; empty segments get 0. */
  gatherSegmentMean: Method<'gatherSegmentMean'>;
  /** The elementwise minimum of the rows at `sources` in each segment; empty segments get `empty`. */
  gatherSegmentMin: Method<'gatherSegmentMin'>;
  /** The sum as in `gatherSegmentSum`, divided by the square root of the number of edges. */
  gatherSegmentSqrtN: Method<'gatherSegmentSqrtN'>;
  /** The sum of the rows at `sources`, times `weights`, in each segment; empty segments get 0. */
  gatherSegmentSum: Method<'gatherSegmentSum'>;
  /** Copies this tensor and combines every element of `updates` with one value of the copy. */
  scatterElements: Method<'scatterElements'>;
  /** Copies this tensor and combines it with a slice of `updates` for every tuple of `indices`. */
  scatterNDUpdate: Method<'scatterNDUpdate'>;
  /** Copies this tensor and adds a slice of `updates` for every tuple of `indices`. */
  tensorScatterAdd: Method<'tensorScatterAdd'>;
  /** Copies this tensor and subtracts a slice of `updates` for every tuple of `indices`. */
  tensorScatterSub: Method<'tensorScatterSub'>;
  /** Copies this tensor and takes the maximum with a slice of `updates` for every tuple of `indices`. */
  tensorScatterMax: Method<'tensorScatterMax'>;
  /** Copies this tensor and takes the minimum with a slice of `updates` for every tuple of `indices`. */
  tensorScatterMin: Method<'tensorScatterMin'>;
  /** The index of the first slice with the maximum of its segment; empty segments get -1 or `empty`. */
  unsortedSegmentArgMax: Method<'unsortedSegmentArgMax'>;
  /** The index of the first slice with the minimum of its segment; empty segments get -1 or `empty`. */
  unsortedSegmentArgMin: Method<'unsortedSegmentArgMin'>;
  /** The logarithm of `unsortedSegmentSoftmax`; dropped slices get -Infinity. */
  unsortedSegmentLogSoftmax: Method<'unsortedSegmentLogSoftmax'>;
  /** The logarithm of the sum of exp(x) in each segment; empty segments get -Infinity. */
  unsortedSegmentLogSumExp: Method<'unsortedSegmentLogSumExp'>;
  /** The elementwise maximum of the slices in each segment; empty segments get `empty`. */
  unsortedSegmentMax: Method<'unsortedSegmentMax'>;
  /** The mean of the slices in each segment; empty segments get 0. */
  unsortedSegmentMean: Method<'unsortedSegmentMean'>;
  /** The elementwise minimum of the slices in each segment; empty segments get `empty`. */
  unsortedSegmentMin: Method<'unsortedSegmentMin'>;
  /** The product of the slices in each segment; empty segments get 1. */
  unsortedSegmentProd: Method<'unsortedSegmentProd'>;
  /** The softmax over the slices of each segment; dropped slices get 0. */
  unsortedSegmentSoftmax: Method<'unsortedSegmentSoftmax'>;
  /** The sum of the slices in each segment, divided by the square root of their number. */
  unsortedSegmentSqrtN: Method<'unsortedSegmentSqrtN'>;
  /** The population standard deviation of the slices in each segment; empty segments get 0. */
  unsortedSegmentStd: Method<'unsortedSegmentStd'>;
}
