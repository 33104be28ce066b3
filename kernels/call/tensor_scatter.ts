/** What a call of TensorScatter is: the checks that its functions, its layer and its kernel share. */
import type { NamedAttrMap } from '@tensorflow/tfjs-core';

import { invalidOption, isInteger, isOneOf, oneOf, show } from './errors.js';
import { checkShape, exceeds, type Length, withLength } from './shapes.js';

/** All values of {@link TensorScatterMode}. */
const MODES = ['linear', 'circular'] as const;

export type TensorScatterMode = (typeof MODES)[number];

/** Its names. The kernel is for direct calls: the public function runs a ScatterND. */
export const TENSOR_SCATTER = {
  name: 'tensorScatter',
  kernelName: 'TensorScatter',
  inputs: ['pastCache', 'update', 'writeIndices'],
  options: ['axis', 'mode'],
} as const;

/** Checks the mode, and fills in the defaults. */
export function readTensorScatterAttributes(attrs: NamedAttrMap = {}) {
  const { axis = -2, mode = 'linear' }: { axis?: number; mode?: TensorScatterMode } = attrs;
  if (!isOneOf(mode, MODES)) throw invalidOption('mode', mode, oneOf(MODES));
  return { axis, mode };
}

/** Checks shapes and the axis of positions, and returns that counted from the start. */
export function checkTensorScatterShapes(
  axis: number,
  pastCache: Length[],
  update: Length[],
  writeIndices: Length[],
): number {
  const { length: rank } = pastCache;
  const along = axis < 0 ? axis + rank : axis;
  if (!(isInteger(along) && along > 0 && along < rank)) {
    throw invalidOption(
      'axis',
      axis,
      `one after the batch in pastCache's shape, ${show(pastCache)}`,
    );
  }
  const positions = pastCache[along];
  const [count = positions] = update.slice(along);
  const expected = withLength(pastCache, along, exceeds(count, positions) ? positions : count);
  checkShape(
    'update',
    { shape: update },
    expected,
    `: pastCache's, or fewer positions on axis ${along}`,
  );
  checkShape(
    'writeIndices',
    { shape: writeIndices },
    pastCache.slice(0, 1),
    ': one for each sample of the batch',
  );
  return along;
}
