/**
 * TensorFlow's ops that put rows into another order, into parts, or together again.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { invalidOption } from '../../kernels/call/errors.js';
import { reshape, tensor, tensor1d, zeros } from '../../kernels/tfjs/seam.js';
import { asIndices } from '../../kernels/call/dtypes.js';
import { checkShape } from '../../kernels/call/shapes.js';
import { knownValues } from '../backends.js';
import { requiredGreatest, requiredValues } from '../segment/required_ids.js';
import { blank, type Compute, lookUp, numbersTo, scatter } from './compose.js';

export const PARTITION_OPS: Record<string, Compute> = {
  SparseReorder: ([indices, values]) => {
    const { shape } = indices;
    checkShape('input_values', values, shape.slice(0, -1));
    const [count, width] = shape;
    const known = asIndices(requiredValues('input_indices', indices));
    const axes = numbersTo(width);
    const tuples = numbersTo(count).map((i) => known.subarray(i * width, (i + 1) * width));
    const order = numbersTo(count).sort((i, j) => {
      const d = axes.find((d) => tuples[i][d] !== tuples[j][d]) ?? 0;
      return tuples[i][d] - tuples[j][d];
    });
    const sorted = order.flatMap((i) => Array.from(tuples[i]));
    return [tensor(sorted, shape, 'int32'), lookUp(values, tensor1d(order, 'int32'))];
  },

  InvertPermutation: ([x]) => {
    const { shape, size } = x;
    checkShape('x', x, [size]);
    const known = knownValues(x);
    if (known && new Set(asIndices(known)).size < size) {
      throw invalidOption('x', Array.from(asIndices(known)), `each of 0 to ${size - 1} once`);
    }
    const places = tensor1d(numbersTo(size), 'int32');
    return scatter('none')([zeros(shape, 'int32'), x, places]);
  },

  DynamicPartition: ([data, partitions], attrs) => {
    const { shape, rank, size } = partitions;
    const rowShape = data.shape.slice(rank);
    checkShape('data', data, [...shape, ...rowShape]);
    const places = numbersTo(Number(attrs.num_partitions)).map((): number[] => []);
    asIndices(requiredValues('partitions', partitions)).forEach((part, i) => {
      if (!(part in places)) {
        throw invalidOption(`partitions[${i}]`, part, `a number in [0, ${places.length - 1}]`);
      }
      places[part].push(i);
    });
    const rows = reshape(data, [size, ...rowShape]);
    return places.map((each) => lookUp(rows, tensor1d(each, 'int32')));
  },

  DynamicStitch: stitch,
  ParallelDynamicStitch: stitch,
};

/** Puts the rows of tensors at their indices. A row that has none is 0, where TensorFlow leaves what was in memory. */
function stitch(inputs: Tensor[]): Tensor {
  const count = inputs.length / 2;
  const indices = inputs.slice(0, count);
  const data = inputs.slice(count);
  const rowShape = data[0].shape.slice(indices[0].rank);
  const greatest = indices.map((each) => requiredGreatest('indices', each));
  const result = blank('the result', [Math.max(...greatest) + 1, ...rowShape], data[0].dtype);
  // One after the other, so that the last wins.
  return data.reduce((rows, each, i) => {
    const { shape, size } = indices[i];
    checkShape('data', each, [...shape, ...rowShape]);
    return scatter('none')([
      rows,
      reshape(indices[i], [size, 1]),
      reshape(each, [size, ...rowShape]),
    ]);
  }, result);
}
