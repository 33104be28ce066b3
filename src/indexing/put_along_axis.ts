import type { Tensor } from '@tensorflow/tfjs-core';

import { checkOptions } from '../../kernels/call/attributes.js';
import { OPS } from '../../kernels/call/ops.js';
import { shapesFit } from '../../kernels/call/shapes.js';
import { publicCall } from '../backends.js';
import { detach } from '../detach.js';
import { type Input, toTensor } from '../ops/convert.js';
import { runScatter } from '../ops/run_op.js';
import type { ScatterFunction } from '../ops/scatters.js';
import { broadcastIndices, padded, positionsIn } from './address.js';
import { runChecked } from './indexers.js';
import { POLICY, scatterAt, spread } from './run_at.js';
import { readAlongAxis, type TakeAlongAxisOptions } from './take_along_axis.js';

/** Options of `putAlongAxis`. */
export type PutAlongAxisOptions = Omit<TakeAlongAxisOptions, 'fill'>;

/**
 * Returns a copy of `data` in which `updates` replace the values that `takeAlongAxis` reads with the same `indices` and
 * `axis` (default -1). On all other axes data and indices broadcast to each other, and updates broadcast to the shape of
 * what is read. If several updates share a place, the last one wins.
 *
 * NumPy's and JAX's `put_along_axis`, except that data is not changed.
 *
 * ```ts
 * import * as tf from 'tfjs-gather-scatter/tf';
 *
 * const x = tf.tensor2d([[10, 30, 20], [60, 40, 50]]);
 * tf.putAlongAxis(x, x.argMax(1).expandDims(1), 0).print(); // [[10, 0, 20], [0, 40, 50]]
 * tf.putAlongAxis(x, [[2, 0]], [[1], [2]]).print(); // [[1, 30, 1], [2, 40, 2]]
 * ```
 * @function
 */
export const putAlongAxis = runAlongAxis as ScatterFunction<PutAlongAxisOptions>;

function runAlongAxis(
  data: Input,
  indices: Input,
  updates: Input,
  options: PutAlongAxisOptions = {},
): Tensor {
  return publicCall('putAlongAxis', () => {
    checkOptions(options, ['axis', ...POLICY]);
    const { x, positions, along, policy, sites, check } = readAlongAxis(data, indices, options);
    const values = toTensor('updates', updates, x.dtype);
    const repeatsPlaces = sites.some((length, d) => d !== along && length > x.shape[d]);
    if (repeatsPlaces) {
      // Sites along an axis of data's that has length 1 share places, which no op on elements does.
      const places = x.shape.map((count, d) =>
        d === along ? positions : padded(positionsIn({ start: 0, step: 1, count }), x.rank - 1 - d),
      );
      return scatterAt(x, places, values, { ...policy, reduction: 'none' });
    }
    return runChecked(check, shapesFit(positions.shape, sites), () => {
      const updates = spread(values, sites, sites);
      const inputs = { data: x, indices: detach(broadcastIndices(positions, sites)), updates };
      return runScatter(OPS.ScatterElements, inputs, { ...policy, axis: along });
    });
  });
}
