/**
 * The ends of a call. At each site, a call reads values at its source, and combines them at its target. An end is
 * either indexed, or in order: component c of site i is then value i · sliceSize + c.
 *
 *     call              source     target
 *     gather            indexed    in order
 *     scatter           in order   indexed; its source may also be one number
 *     fused product     indexed    indexed
 *     dot products      indexed    indexed; both are read
 *
 * The gradient of a sum, by the values that it reads, is the same call with its ends exchanged.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Bounds } from './bounds.js';

/** An end where indices address the values. */
export interface Indexed extends Bounds {
  tensor: TensorInfo;
  /** int32. */
  indices: TensorInfo;
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
