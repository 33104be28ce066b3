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
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Bounds } from './bounds.js';

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

/** What the result holds before values are combined with it. */
export type Start =
  /** A copy of a tensor; or the tensor itself, if the caller gives it up, because nobody else has it. */
  | { tensor: TensorInfo; isGivenUp: boolean; value: null }
  /** A number, which takes no tensor. */
  | { tensor: null; value: number };
