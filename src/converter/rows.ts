/**
 * TensorFlow's ops that put rows into another order, into parts, or together again.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { invalidOption } from '../../kernels/call/errors.js';
import { reshape, tensor, tensor1d, zeros } from '../../kernels/tfjs/seam.js';
import { asIndices } from '../../kernels/call/dtypes.js';
import { checkDtype, checkShape } from '../../kernels/call/shapes.js';
import { knownValues } from '../backends.js';
import { checkInside, insideRows } from '../ops/known_indices.js';
import { broadcastTo } from '../tfjs_ops.js';
import {
  blank,
  type Compute,
  filled,
  lookUp,
  numbersTo,
  requiredGreatest,
  requiredIntegers,
  requiredValues,
  scatter,
} from './compose.js';

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
    checkDtype('x', x.dtype, 'int32');
    checkInside('x', x, [insideRows('x', size, false, 'values')]);
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

/**
 * RaggedTensorToTensor, which tfjs lacks on wasm and webgpu: puts the rows of values into a tensor of a shape, where -1
 * stands for the length of the longest row. What does not fit is left out, and gaps hold the default value.
 */
export const raggedTensorToTensor: Compute = (inputs, attrs) => {
  const [shape, values, defaultValue, ...partitions] = inputs;
  const types = [attrs.row_partition_types].flat();
  const known = partitions.map((each) =>
    Array.from(asIndices(requiredValues('row_partition_tensors', each))),
  );
  // tfjs turns attributes into lower case.
  const isCounted = types[0] === 'first_dim_size';
  const count = isCounted ? known[0][0] : known[0].length - 1;
  let tuples = numbersTo(count).map((row) => [row]);
  const longest = [count];
  known.forEach((partition, i) => {
    if (isCounted && i === 0) return;
    const rows = rowsOf(partition, types[i], i);
    const above = tuples;
    let [column, most] = [0, 0];
    tuples = rows.map((row, value) => {
      if (!(row in above)) {
        throw invalidOption('row_partition_tensors', rows, `rows in [0, ${above.length - 1}]`);
      }
      column = row === rows[value - 1] ? column + 1 : 0;
      most = Math.max(most, column + 1);
      return [...above[row], column];
    });
    longest.push(most);
  });
  const full = [...longest, ...values.shape.slice(1)];
  const wanted = shape.rank > 0 ? requiredIntegers('shape', shape) : full.map(() => -1);
  if (wanted.length !== full.length) {
    throw invalidOption('shape', wanted, `${full.length} lengths`);
  }
  const lengths = full.map((length, d) => (wanted[d] < 0 ? length : wanted[d]));
  const depth = longest.length;
  const isOne = defaultValue.size === 1;
  const row = isOne ? reshape(defaultValue, []) : broadcastTo(defaultValue, lengths.slice(depth));
  const data = filled('shape', lengths.slice(0, lengths.length - row.rank), row);
  const indices = tensor(tuples.flat(), [tuples.length, depth], 'int32');
  return scatter('none', 'drop')([data, indices, values]);
};

/** Returns the row that each value is in. */
function rowsOf(partition: number[], type: unknown, level: number): number[] {
  if (type === 'value_rowids' && level > 0) return partition;
  if (type !== 'row_splits') {
    const expected = "'row_splits' or a later 'value_rowids'";
    throw invalidOption('row_partition_types', type, expected);
  }
  const ends = partition.slice(1);
  return ends.flatMap((end, row) => Array<number>(Math.max(0, end - partition[row])).fill(row));
}
