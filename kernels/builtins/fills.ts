/**
 * Ways to fill a tensor with one value. Which one is fast depends on the backend.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Composer } from '../registry/compose_kernels.js';
import { sizeOf, viewAs } from '../call/shapes.js';

export type Zeros = (composer: Composer, shape: number[], dtype: TensorInfo['dtype']) => TensorInfo;

/** Fills a shape with a scalar. */
export type Repeat = (composer: Composer, scalar: TensorInfo, shape: number[]) => TensorInfo;

export const zeros: Zeros = ({ runKernel }, shape, dtype) =>
  runKernel('Fill', {}, { shape, value: 0, dtype });

/** For wasm, where tfjs' Fill writes to address 0 of the heap if it is out of memory. */
export const repeatedZero: Zeros = (composer, shape, dtype) =>
  repeated(composer, zeros(composer, [], dtype), shape);

export const tiled: Repeat = ({ runKernel }, scalar, shape) => {
  const reps = [sizeOf(shape)];
  return viewAs(runKernel('Tile', { x: viewAs(scalar, [1]) }, { reps }), shape);
};

/** For wasm: gathers at sites with empty tuples, 20 times as fast as tfjs' Tile there. */
export const repeated: Repeat = ({ runKernel }, scalar, shape) => {
  const sites = { shape: [sizeOf(shape), 0], value: 0, dtype: 'int32' };
  const indices = runKernel('Fill', {}, sites);
  return viewAs(runKernel('GatherND', { data: viewAs(scalar, [1]), indices }), shape);
};
