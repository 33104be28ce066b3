/**
 * The common part of PyTorch's index functions, whose indices of rank 1 address slices along one axis.
 * They run as gatherND and scatterND, with the preceding axes as batch dimensions.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { CallError } from '../../kernels/call/errors.js';
import { reshape } from '../../kernels/tfjs/seam.js';
import { checkOptions } from '../../kernels/call/attributes.js';
import { show, wrongShape } from '../../kernels/call/messages.js';
import { OPS } from '../../kernels/call/ops.js';
import type { Reduction } from '../../kernels/call/reductions.js';
import { checkDtype } from '../../kernels/call/inputs.js';
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
  name: string,
  data: Input,
  indices: Input,
  options: IndexSelectOptions,
): Tensor {
  return runServed(name, () => {
    try {
      const { x, tuples, settings } = prepare(data, indices, options, ['fill']);
      return runOp({ op: OPS.GatherND }, [x, tuples], settings);
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
      const { x, tuples, settings } = prepare(data, indices, options);
      const values = toTensor(third, updates, x.dtype);
      checkDtype(third, values.dtype, x.dtype, ', the dtype of data');
      const { batchDims } = settings;
      const count = tuples.shape[batchDims];
      if (values.rank > 0 && third === 'value') {
        throw wrongShape(third, values.shape, 'a scalar');
      }
      if (values.rank > 0) {
        const rule = `data.shape with the length of indices on axis ${batchDims}, or a scalar`;
        checkUpdatesShape(rule, {
          data: x.shape,
          indices: [count],
          updates: values.shape,
          values: x.shape.map((length, d) => (d === batchDims ? count : length)),
        });
      }
      return runOp({ op: OPS.ScatterND }, [x, tuples, values], { ...settings, reduction });
    } catch (error) {
      throw hintAtTorchOrder(error, name, `indices, ${third}`, indices, updates);
    }
  });
}

/** Checks a call, and converts it to the form of the ND ops. */
function prepare(
  data: Input,
  indices: Input,
  options: IndexSelectOptions,
  extraOptions: string[] = [],
) {
  checkOptions(options, ['axis', 'outOfBounds', ...extraOptions]);
  const { axis = 0, ...others } = options;
  const x = toTensor('data', data);
  const rows = toTensor('indices', indices, 'int32');
  if (rows.rank !== 1) {
    throw new CallError(
      `indices has rank ${rows.rank} (shape ${show(rows.shape)}), expected rank 1.`,
    );
  }
  const batchDims = axisFromStart(axis, x.rank);
  checkValues(rows, x.shape, batchDims, others.outOfBounds);
  const batch = x.shape.slice(0, batchDims);
  const copies = sizeOf(batch);
  const repeated =
    copies === 1 ? rows : repeatIndices(reshape(rows, [1, rows.size]), copies, x.dtype);
  const tuples = reshape(repeated, [...batch, rows.size, 1]);
  return { x, tuples, settings: { batchDims, ...others } };
}
