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
import { runScatter } from '../ops/run_op.js';
import type { ScatterFunction } from '../ops/scatters.js';
import { broadcastIndices, broadcastShape, broadcastTo, padded, positionsIn } from './address.js';
import { checkValues, runChecked } from './indexers.js';
import { type AtOptions, POLICY, scatterAt, spread } from './run_at.js';

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
export const takeAlongAxis = takeAlong as GatherFunction<TakeAlongAxisOptions>;

function takeAlong(data: Input, indices: Input, options: TakeAlongAxisOptions = {}): Tensor {
  return publicCall('takeAlongAxis', () => {
    checkOptions(options, ['axis', ...POLICY, 'fill']);
    const { x, along, policy, sites, runAt } = readAlongAxis(data, indices, options);
    return runAt((indices) => {
      const all = broadcastTo(x, withLength(sites, along, x.shape[along]));
      return runKernel(OPS.GatherElements, { data: all, indices }, { ...policy, axis: along });
    });
  });
}

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
export const putAlongAxis = putAlong as ScatterFunction<PutAlongAxisOptions>;

function putAlong(
  data: Input,
  indices: Input,
  updates: Input,
  options: PutAlongAxisOptions = {},
): Tensor {
  return publicCall('putAlongAxis', () => {
    checkOptions(options, ['axis', ...POLICY]);
    const { x, positions, along, policy, sites, runAt } = readAlongAxis(data, indices, options);
    const values = toTensor('updates', updates, x.dtype);
    const repeatsPlaces = sites.some((length, d) => d !== along && length > x.shape[d]);
    if (repeatsPlaces) {
      // Sites along an axis of data's that has length 1 share places, which no op on elements does.
      const places = x.shape.map((count, d) =>
        d === along ? positions : padded(positionsIn({ start: 0, step: 1, count }), x.rank - 1 - d),
      );
      return scatterAt(x, places, values, { ...policy, reduction: 'none' });
    }
    return runAt((indices) => {
      const inputs = { data: x, indices, updates: spread(values, sites, sites) };
      return runScatter(OPS.ScatterElements, inputs, { ...policy, axis: along });
    });
  });
}

/** Reads the arguments of a function along an axis: its sites, where kernels run, are what data and indices broadcast to. */
function readAlongAxis(
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
  const runAt = (run: (indices: Tensor) => Tensor) =>
    runChecked(check, shapesFit(positions.shape, sites), sites, () =>
      run(detach(broadcastIndices(positions, sites))),
    );
  return { x, positions, along, policy, sites, runAt };
}
