/**
 * TensorFlow's ops that put rows into another order, into parts, or together again.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { CallError } from '../../kernels/call/errors.js';
import { reshape, scalar, tensor, tensor1d } from '../../kernels/tfjs/seam.js';
import { showPosition } from '../../kernels/call/bounds.js';
import { asIndices } from '../../kernels/call/dtypes.js';
import { wrongShape } from '../../kernels/call/messages.js';
import { checkShape } from '../../kernels/call/shapes.js';
import { knownValues } from '../backends.js';
import { requiredGreatest, requiredValues } from '../segment/required_ids.js';
import { blank, type Compute, filled, lookUp, numbersTo, scatter } from './compose.js';

export const PARTITION_OPS: Record<string, Compute> = {
  SparseReorder: ([indices, values]) => {
    const { shape, rank } = indices;
    if (rank !== 2) throw wrongShape('input_indices', shape, 'rank 2');
    const [count, width] = shape;
    checkShape('input_values', values, [count], ', a value for each of input_indices');
    const known = asIndices(requiredValues('input_indices', indices));
    const tupleAt = (i: number) => known.subarray(i * width, (i + 1) * width);
    const order = numbersTo(count).sort((i, j) => {
      const [a, b] = [tupleAt(i), tupleAt(j)];
      const d = a.findIndex((index, d) => index !== b[d]);
      return d < 0 ? 0 : a[d] - b[d];
    });
    const sorted = order.flatMap((i) => Array.from(tupleAt(i)));
    return [tensor(sorted, shape, 'int32'), lookUp(values, tensor1d(order, 'int32'))];
  },

  InvertPermutation: ([x]) => {
    const { rank, shape, size } = x;
    if (rank !== 1) throw wrongShape('x', shape, 'rank 1');
    const known = knownValues(x);
    if (known && new Set(asIndices(known)).size < size) {
      throw new CallError(`x has a value twice, expected all of 0 to ${size - 1}.`);
    }
    const places = tensor1d(numbersTo(size), 'int32');
    return scatter('none')([filled('x', shape, scalar(-1, 'int32')), x, places]);
  },

  DynamicPartition: ([data, partitions], attrs) => {
    const { shape, rank, size } = partitions;
    const rowShape = data.shape.slice(rank);
    checkShape('data', data, [...shape, ...rowShape], ', the shape of partitions first');
    const count = Number(attrs.num_partitions);
    const places = Array.from({ length: count }, (): number[] => []);
    asIndices(requiredValues('partitions', partitions)).forEach((part, i) => {
      if (part >= 0 && part < count) places[part].push(i);
      else {
        const at = showPosition(i, shape);
        throw new CallError(
          `partitions has the value ${part} at ${at}, expected numbers in [0, ${count - 1}].`,
        );
      }
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
  const greatest = indices.map((each, i) => requiredGreatest(`indices[${i}]`, each));
  const result = blank(
    'the greatest index',
    [Math.max(...greatest) + 1, ...rowShape],
    data[0].dtype,
  );
  // One after the other, so that the last wins.
  return data.reduce((rows, each, i) => {
    const { shape, size } = indices[i];
    checkShape(`data[${i}]`, each, [...shape, ...rowShape]);
    return scatter('none')([
      rows,
      reshape(indices[i], [size, 1]),
      reshape(each, [size, ...rowShape]),
    ]);
  }, result);
}
