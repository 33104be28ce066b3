/**
 * The common part of the functions whose indices address slices along one axis. They index as `at` does, with
 * the preceding axes whole.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { CallError } from '../../kernels/call/errors.js';
import { checkOptions } from '../../kernels/call/attributes.js';
import { show, wrongShape } from '../../kernels/call/messages.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import { checkDtype } from '../../kernels/call/inputs.js';
import { axisFromStart } from '../../kernels/call/shapes.js';
import { runServed } from '../backends.js';
import { hintAtTorchOrder } from '../ops/argument_order.js';
import { type Input, toTensor } from '../ops/convert.js';
import type { GatherElementsOptions } from '../ops/options.js';
import { gatherAt, POLICY, scatterAt } from './run_at.js';

/** Options of `take` and `indexSelect`. */
export type IndexSelectOptions = GatherElementsOptions;

/** Options of `indexAdd`, `indexCopy` and `indexFill`. */
export type IndexOptions = Omit<IndexSelectOptions, 'fill'>;

/** Gathers along an axis. `rank` is the one that indices must have; null if they may have any. */
export function gatherAlong(
  name: string,
  rank: 1 | null,
  [data, indices]: Input[],
  options: IndexSelectOptions,
): Tensor {
  return runServed(name, () => {
    try {
      const { x, places, policy } = prepare(data, indices, rank, options, ['fill']);
      return gatherAt(x, places, policy);
    } catch (error) {
      throw hintAtTorchOrder(error, name, 'indices', indices, options);
    }
  });
}

/** Scatters `updates`, which messages call `third`, along an axis. */
export function scatterAlong(
  name: string,
  reduction: Reduction,
  third: 'updates' | 'value',
  [data, indices, updates]: Input[],
  options: IndexOptions,
): Tensor {
  return runServed(name, () => {
    try {
      const { x, places, policy } = prepare(data, indices, 1, options);
      const values = toTensor(third, updates, x.dtype);
      checkDtype(third, values.dtype, x.dtype, ', the dtype of data');
      if (values.rank > 0 && third === 'value') {
        throw wrongShape(third, values.shape, 'a scalar');
      }
      return scatterAt(x, places, values, { ...policy, reduction });
    } catch (error) {
      throw hintAtTorchOrder(error, name, `indices, ${third}`, indices, updates);
    }
  });
}

/** Checks a call, and returns its indices as those of `at`. */
function prepare(
  data: Input,
  indices: Input,
  rank: 1 | null,
  options: IndexSelectOptions,
  others: string[] = [],
) {
  checkOptions(options, ['axis', ...POLICY, ...others]);
  const { axis = 0, ...policy } = options;
  const x = toTensor('data', data);
  const positions = toTensor('indices', indices, 'int32');
  // A mask would address as many axes as its rank.
  checkDtype('indices', positions.dtype, 'int32');
  if (rank !== null && positions.rank !== rank) {
    throw new CallError(
      `indices has rank ${positions.rank} (shape ${show(positions.shape)}), expected rank ${rank}.`,
    );
  }
  const before = axisFromStart(axis, x.rank);
  return { x, places: [...Array<string>(before).fill(':'), positions], policy };
}
