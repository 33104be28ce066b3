/**
 * The common part of all public functions: converts arrays to tensors, and passes on the function's name for
 * messages. The kernel checks everything. The tidy has no name, because tfjs would use the gradient of a
 * kernel of that name for the ops inside.
 */
import type { NamedAttrMap, Tensor } from '@tensorflow/tfjs-core';

import { reshape } from '../../kernels/tfjs/seam.js';
import { readAttributes, toAttributes } from '../../kernels/call/attributes.js';
import type { Op } from '../../kernels/call/ops.js';
import { runKernel, runServed } from '../backends.js';
import { hintAtTfjsOrder, hintAtTorchOrder } from './argument_order.js';
import { type Input, toTensor } from './convert.js';
import { toIndexTensor } from './index_tensor.js';
import { repeat } from './repeat.js';
import { sizeOf } from '../../kernels/call/shapes.js';

/** What distinguishes a public function from the others. */
export interface OpFunction {
  op: Op;
  /** Its name in messages. Default: the op's. */
  caller?: string;
  /** Attributes of its kernel that are not options. */
  attrs?: NamedAttrMap;
  /** Whether updates of one element may have any shape, if indices are one tuple that addresses one value. */
  takesOne?: boolean;
}

/** Runs an op on data, indices and, if it scatters, updates. */
export function runOp(fn: OpFunction, [data, indices, updates]: Input[], options: object): Tensor {
  const { op, caller = op.name, attrs: own, takesOne } = fn;
  return runServed(caller, () => {
    try {
      const attrs = toAttributes(caller, op, options, own);
      const inputs: { data: Tensor } & Record<string, Tensor> = {
        data: toTensor(caller, 'data', data),
        indices: toIndexTensor(caller, 'indices', indices),
      };
      if (op.scatters) {
        const given = toTensor(caller, 'updates', updates, inputs.data.dtype);
        const isOne = takesOne && given.size === 1 && addressOneValue(inputs);
        inputs.updates = given.rank === 0 || isOne ? atEverySite(op, attrs, inputs, given) : given;
      }
      return runKernel(op, inputs, attrs);
    } catch (error) {
      const [others, third] = op.scatters ? ['indices, updates', updates] : ['indices', options];
      const hinted =
        op.addressing.attribute === 'axis'
          ? hintAtTorchOrder(error, caller, others, indices, third)
          : error;
      throw op.scatters ? hintAtTfjsOrder(hinted, caller, data, indices, updates) : hinted;
    }
  });
}

/** Repeats updates of one element for every site. */
function atEverySite(
  op: Op,
  attrs: NamedAttrMap,
  { data, indices }: Record<string, Tensor>,
  updates: Tensor,
): Tensor {
  const { caller, axisOrBatchDims } = readAttributes(op, attrs);
  const shape = op.addressing.valuesShape(caller, data.shape, indices.shape, axisOrBatchDims);
  return reshape(repeat(updates, 0, sizeOf(shape)), shape);
}

function addressOneValue({ data, indices }: Record<string, Tensor>): boolean {
  return indices.rank === 1 && indices.size === data.rank;
}
