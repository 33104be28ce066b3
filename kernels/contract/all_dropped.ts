/**
 * Gathers from empty data, whose sites, if there are any, are all dropped.
 */
import { util } from '@tensorflow/tfjs-core';
import type { KernelBackend, TensorInfo } from '@tensorflow/tfjs-core';

import { asNumeric } from './dtypes.js';
import type { GatherPlan } from './plan.js';

/** Makes the result, by a backend that takes values of the host. */
export function allDropped(
  { data: { dtype }, valuesShape: shape, attributes }: GatherPlan,
  backend: Pick<KernelBackend, 'write'>,
): TensorInfo {
  const size = util.sizeFromShape(shape);
  const values = util.getTypedArrayFromDType(asNumeric(dtype), size).fill(attributes.fill);
  return { dataId: backend.write(values, shape, dtype), shape, dtype };
}
