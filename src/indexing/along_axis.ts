/**
 * The common part of PyTorch's index functions, whose indices of rank 1 address slices along one axis.
 * They run as gatherND and scatterND, with the preceding axes as batch dimensions.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { reshape } from '../../kernels/tfjs/seam.js';
import { checkOptions } from '../../kernels/call/attributes.js';
import { show, wrongShape } from '../../kernels/call/messages.js';
import { OPS } from '../../kernels/call/ops.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import { checkDtype } from '../../kernels/call/plan.js';
import { axisFromStart, checkUpdatesShape, sizeOf } from '../../kernels/call/shapes.js';
import { runServed } from '../backends.js';
import { hintAtTorchOrder } from '../ops/argument_order.js';
import { type Input, toTensor } from '../ops/convert.js';
import type { GatherElementsOptions } from '../ops/options.js';
import { repeatIndices } from '../ops/repeat.js';
import { runOp } from '../ops/run_op.js';
import { checkValues } from './broadcast.js';

/** Options of `indexSelect`. */
export type IndexSelectOptions = GatherElementsOptions;

/** Options of `indexAdd`, `indexCopy` and `indexFill`. */
export type IndexOptions = Omit<IndexSelectOptions, 'fill'>;

export function gatherAlong(
  caller: string,
  data: Input,
  indices: Input,
  options: IndexSelectOptions,
): Tensor {
  return runServed(caller, () => {
    try {
      const { x, tuples, settings } = prepare(caller, data, indices, options, ['fill']);
      return runOp({ op: OPS.GatherND, caller }, [x, tuples], settings);
    } catch (error) {
      throw hintAtTorchOrder(error, caller, 'indices', indices, options);
    }
  });
}

/** Scatters `updates`, which the caller names `third`, along an axis. */
export function scatterAlong(
  caller: string,
  reduction: Reduction,
  third: 'updates' | 'value',
  [data, indices, updates]: Input[],
  options: IndexOptions,
): Tensor {
  return runServed(caller, () => {
    try {
      const { x, tuples, settings } = prepare(caller, data, indices, options);
      const values = toTensor(caller, third, updates, x.dtype);
      checkDtype(caller, third, values.dtype, x.dtype, ', the dtype of data');
      const { batchDims } = settings;
      const count = tuples.shape[batchDims];
      if (values.rank > 0 && third === 'value') {
        throw wrongShape(caller, third, values.shape, 'a scalar');
      }
      if (values.rank > 0) {
        const rule = `data.shape with the length of indices on axis ${batchDims}, or a scalar`;
        checkUpdatesShape(caller, rule, {
          data: x.shape,
          indices: [count],
          updates: values.shape,
          values: x.shape.map((length, d) => (d === batchDims ? count : length)),
        });
      }
      return runOp({ op: OPS.ScatterND, caller }, [x, tuples, values], { ...settings, reduction });
    } catch (error) {
      throw hintAtTorchOrder(error, caller, `indices, ${third}`, indices, updates);
    }
  });
}

/** Checks a call, and converts it to the form of the ND ops. */
function prepare(
  caller: string,
  data: Input,
  indices: Input,
  options: IndexSelectOptions,
  extraOptions: string[] = [],
) {
  checkOptions(caller, options, ['axis', 'outOfBounds', ...extraOptions]);
  const { axis = 0, ...others } = options;
  const x = toTensor(caller, 'data', data);
  const given = toTensor(caller, 'indices', indices, 'int32');
  if (given.rank !== 1) {
    throw new Error(
      `${caller}: indices has rank ${given.rank} (shape ${show(given.shape)}), expected rank 1.`,
    );
  }
  const batchDims = axisFromStart(caller, axis, x.rank);
  checkValues(caller, given, x.shape, batchDims, others.outOfBounds);
  const batch = x.shape.slice(0, batchDims);
  const copies = sizeOf(batch);
  const repeated =
    copies === 1 ? given : repeatIndices(reshape(given, [1, given.size]), copies, x.dtype);
  const tuples = reshape(repeated, [...batch, given.size, 1]);
  return { x, tuples, settings: { batchDims, ...others } };
}
