/**
 * The sites that tfjs' own gathers and scatters address, by tfjs' rules.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { reshape } from '../../kernels/contract/tfjs_seam.js';
import { OPS } from '../../kernels/contract/ops.js';
import { checkServed } from '../backends.js';
import { flatten, type Sites, sitesOf } from '../gradients/sites.js';
import { FROM_ZERO } from '../../kernels/contract/tfjs_rules.js';

/** Makes the sites that index tuples address in data of a shape. Tuples are viewed as `tuplesShape`. */
export function sitesOfTuples(
  caller: string,
  shape: number[],
  tuples: Tensor,
  batchDims: number,
  tuplesShape = tuples.shape,
): Sites {
  checkServed(caller);
  const attributes = {
    caller,
    axisOrBatchDims: batchDims,
    outOfBounds: 'drop',
    ...FROM_ZERO,
  } as const;
  return sitesOf(OPS.GatherND, shape, tuples, attributes, tuplesShape);
}

/** Returns the values of a tensor at sites. */
export function valuesAt(sites: Sites, tensor: Tensor): Tensor {
  return reshape(sites.gather(flatten(tensor)), sites.valuesShape);
}
