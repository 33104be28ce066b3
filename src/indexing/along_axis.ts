/**
 * The common part of the functions whose indices address slices along one axis. They index as `at` does, with
 * the preceding axes whole.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { show, wrong, wrongShape } from '../../kernels/call/errors.js';
import { checkOptions } from '../../kernels/call/attributes.js';
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

interface Along {
  name: string;
  /** Whether indices may have any rank, not only 1. */
  takesAnyRank?: true;
  /** How a scatter combines its updates. */
  reduction?: Reduction;
  /** What messages call the updates. */
  third?: 'updates' | 'value';
}

/** Runs a gather on data and indices, or a scatter on data, indices and updates. */
export function runAlong(
  { name, takesAnyRank, reduction, third = 'updates' }: Along,
  inputs: Input[],
  options: IndexSelectOptions,
): Tensor {
  const [data, indices, updates] = inputs;
  const compute = () => {
    checkOptions(options, ['axis', ...POLICY, ...(reduction ? [] : ['fill'])]);
    const { axis = 0, ...policy } = options;
    const x = toTensor('data', data);
    const positions = toTensor('indices', indices, 'int32');
    // A mask would address as many axes as its rank.
    checkDtype('indices', positions.dtype, 'int32');
    if (!takesAnyRank && positions.rank !== 1) {
      const { rank, shape } = positions;
      throw wrong(`indices has rank ${rank} (shape ${show(shape)})`, 'rank 1');
    }
    const places = [...Array<string>(axisFromStart(axis, x.rank)).fill(':'), positions];
    if (!reduction) return gatherAt(x, places, policy);
    const values = toTensor(third, updates, x.dtype);
    checkDtype(third, values.dtype, x.dtype, ', the dtype of data');
    if (third === 'value' && values.rank > 0) throw wrongShape(third, values.shape, 'a scalar');
    return scatterAt(x, places, values, { ...policy, reduction });
  };
  return runServed(name, compute, () => hintAtTorchOrder(name, inputs, options, third));
}
