import type { Tensor } from '@tensorflow/tfjs-core';

import { checkOptions } from '../../kernels/call/attributes.js';
import { OPS } from '../../kernels/call/ops.js';
import {
  axisFromStart,
  elementsValuesShape,
  shapesFit,
  sizeOf,
  withLength,
} from '../../kernels/call/shapes.js';
import { publicCall, runKernel } from '../backends.js';
import { detach } from '../detach.js';
import { type Input, toTensor } from '../ops/convert.js';
import type { GatherFunction } from '../ops/gathers.js';
import { broadcastIndices, broadcastShape, broadcastTo } from './address.js';
import { checkValues, runChecked } from './indexers.js';
import { type AtOptions, POLICY } from './run_at.js';

/** Options of `takeAlongAxis`. */
export interface TakeAlongAxisOptions extends AtOptions {
  /** The axis of data that indices address; a negative one counts from the end. Default -1. */
  axis?: number | undefined;
}

/**
 * Picks one value of `data` along `axis` (default -1) for every element of `indices`, which has data's rank. On all
 * other axes data and indices broadcast to each other. The result has the shape that both broadcast to, except that
 * `axis` has the length of indices.
 *
 * NumPy's and JAX's `take_along_axis`, PyTorch's `take_along_dim`.
 *
 * ```ts
 * import '@tensorflow/tfjs';
 * import 'tfjs-gather-scatter';
 * import { takeAlongAxis } from 'tfjs-gather-scatter/indexing';
 *
 * takeAlongAxis([[10, 30, 20], [60, 40, 50]], [[0], [2]]).print(); // [[10], [50]]
 * takeAlongAxis([[10, 30, 20], [60, 40, 50]], [[2, 0]]).print(); // [[20, 10], [50, 60]]
 * ```
 * @function
 */
export const takeAlongAxis = runAlongAxis as GatherFunction<TakeAlongAxisOptions>;

function runAlongAxis(data: Input, indices: Input, options: TakeAlongAxisOptions = {}): Tensor {
  return publicCall('takeAlongAxis', () => {
    checkOptions(options, ['axis', ...POLICY, 'fill']);
    const { x, positions, along, policy, sites, check } = readAlongAxis(data, indices, options);
    return runChecked(check, shapesFit(positions.shape, sites), () => {
      const all = broadcastTo(x, withLength(sites, along, x.shape[along]));
      const inputs = { data: all, indices: detach(broadcastIndices(positions, sites)) };
      return runKernel(OPS.GatherElements, inputs, { ...policy, axis: along });
    });
  });
}

/** Reads the arguments of a function along an axis: its sites are what data and indices broadcast to. */
export function readAlongAxis(
  data: Input,
  indices: Input,
  { axis = -1, ...policy }: TakeAlongAxisOptions,
) {
  const x = toTensor('data', data);
  const positions = toTensor('indices', indices, 'int32');
  // This call throws, with the message of gatherElements.
  if (x.rank === 0 || x.rank !== positions.rank) elementsValuesShape(x.shape, positions.shape, 0);
  const along = axisFromStart(axis, x.rank);
  const common = broadcastShape(
    `data and indices, except along axis ${along},`,
    [x, positions].map(({ shape }) => withLength(shape, along, 1)),
  );
  const sites = withLength(common, along, positions.shape[along]);
  const check = () => {
    if (sizeOf(sites) > 0) checkValues(positions, x.shape, along, policy);
  };
  return { x, positions, along, policy, sites, check };
}
