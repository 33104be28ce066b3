import type { Tensor } from '@tensorflow/tfjs-core';

import type { OutOfBounds } from '../../kernels/contract/attributes.js';
import { checkAll, mayThrow } from '../../kernels/contract/bounds.js';
import { asIndices } from '../../kernels/contract/dtypes.js';
import { elementsGeometry } from '../../kernels/contract/geometry.js';
import { knownValues } from '../backends.js';

/**
 * Checks the values of indices into one axis, if they are known. The kernel gets them repeated or
 * joined, so its own error would name a position that does not exist in the caller's indices.
 */
export function checkValues(
  caller: string,
  indices: Tensor,
  dataShape: number[],
  axis: number,
  outOfBounds: OutOfBounds = 'error',
): void {
  const ofAxis = elementsGeometry([dataShape[axis]], [indices.size], 0);
  const check = {
    attributes: { caller, outOfBounds, wrapNegatives: true },
    geometry: { ...ofAxis, indexAxes: [axis] },
    indices,
  };
  // The kernel refuses indices of another dtype.
  const known = mayThrow(check) && indices.dtype === 'int32' ? knownValues(indices) : null;
  if (known) checkAll(check, asIndices(known));
}
