/**
 * Ways to fill a tensor with one value. Which one is fast depends on the backend.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import { sizeOf, viewAs } from '../call/shapes.js';
import type { AdaptedCall } from './adapter.js';

export type Zeros = (call: AdaptedCall, shape: number[], dtype: TensorInfo['dtype']) => TensorInfo;

/** Fills a shape with a scalar. */
export type Repeat = (call: AdaptedCall, scalar: TensorInfo, shape: number[]) => TensorInfo;

export const zeros: Zeros = ({ runKernel }, shape, dtype) =>
  runKernel('Fill', {}, { shape, value: 0, dtype });

export const tiled: Repeat = ({ runKernel }, scalar, shape) => {
  const reps = [sizeOf(shape)];
  return viewAs(runKernel('Tile', { x: viewAs(scalar, [1]) }, { reps }), shape);
};
