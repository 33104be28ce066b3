/**
 * TensorFlow's RaggedTensorToTensor, which tfjs lacks on wasm and webgpu.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { CallError } from '../../kernels/call/errors.js';
import { reshape, tensor } from '../../kernels/tfjs/seam.js';
import { asIndices } from '../../kernels/call/dtypes.js';
import { show } from '../../kernels/call/messages.js';
import { checkShape, sizeOf } from '../../kernels/call/shapes.js';
import { broadcastTo } from '../indexing/broadcast.js';
import { requiredIntegers, requiredValues } from '../segment/required_ids.js';
import { type Compute, filled, numbersTo, scatter } from './compose.js';

/**
 * Puts the rows of values into a tensor of a shape, where -1 stands for the length of the longest row. What does not
 * fit is left out, and gaps hold the default value.
 */
export const raggedTensorToTensor: Compute = (inputs, attrs) => {
  const [shape, values, defaultValue, ...partitions] = inputs;
  const { count, levels } = readPartitions(partitions, [attrs.row_partition_types].flat());
  const rank = levels.length + values.rank;
  const wanted = shape.rank > 0 ? requiredIntegers('shape', shape) : Array<number>(rank).fill(-1);
  if (wanted.length !== rank) {
    throw new CallError(`shape is ${show(wanted)}, expected ${rank} lengths.`);
  }
  const lengthOf = (axis: number, longest: number) => (wanted[axis] < 0 ? longest : wanted[axis]);
  const lengths = [lengthOf(0, count)];
  let places = numbersTo(count).map((row) => (row < lengths[0] ? row : -1));
  for (const rows of levels) {
    const columns = columnsOf(rows);
    const longest = columns.reduce((most, column) => Math.max(most, column + 1), 0);
    const length = lengthOf(lengths.length, longest);
    const parents = places;
    places = columns.map((column, i) => {
      const parent = parents[rows[i]];
      return parent < 0 || column >= length ? -1 : parent * length + column;
    });
    lengths.push(length);
  }
  const inner = values.shape.slice(1);
  const expected = inner.map((length, d) => lengthOf(lengths.length + d, length));
  checkShape('values', values, [places.length, ...expected], ` for shape ${show(wanted)}`);
  const data = filled('shape', lengths, broadcastTo(defaultValue, inner));
  // A tuple of two numbers, because webgl rounds indices above 2^24.
  const width = lengths[lengths.length - 1];
  const tuples = places.flatMap((place) =>
    place < 0 ? [-1, -1] : [Math.floor(place / width), place % width],
  );
  const table = reshape(data, [sizeOf(lengths.slice(0, -1)), width, ...inner]);
  const tuplesTensor = tensor(tuples, [places.length, 2], 'int32');
  return reshape(scatter('none', 'drop')([table, tuplesTensor, values]), data.shape);
};

/** Returns the number of rows, and for each level below them, the rows that its values are in. */
function readPartitions(partitions: Tensor[], types: unknown[]) {
  const known = partitions.map((each, i) =>
    Array.from(asIndices(requiredValues(`row_partition_tensors[${i}]`, each))),
  );
  // tfjs turns attributes into lower case.
  const first = types[0] === 'first_dim_size' ? 1 : 0;
  const count = first === 1 ? known[0][0] : known[0].length - 1;
  let above = count;
  const levels = known.slice(first).map((partition, level) => {
    const type = types[first + level];
    const rows = type === 'row_splits' ? rowsOf(partition) : partition;
    if (type !== 'row_splits' && (type !== 'value_rowids' || first + level === 0)) {
      const expected = "'row_splits', or 'value_rowids' after 'first_dim_size'";
      throw new CallError(`row_partition_types has ${show(type)}, expected ${expected}.`);
    }
    const outside = rows.find((row) => row < 0 || row >= above);
    if (outside !== undefined) {
      const name = `row_partition_tensors[${first + level}]`;
      throw new CallError(`${name} has row ${outside}, expected numbers in [0, ${above - 1}].`);
    }
    above = rows.length;
    return rows;
  });
  return { count, levels };
}

/** Returns the row that each value is in, where row i is from splits[i] to splits[i + 1]. */
function rowsOf(splits: number[]): number[] {
  return splits
    .slice(1)
    .flatMap((end, row) => Array<number>(Math.max(0, end - splits[row])).fill(row));
}

/** Returns the number of each value within its row. */
function columnsOf(rows: number[]): number[] {
  let column = 0;
  return rows.map((row, i) => (column = row === rows[i - 1] ? column + 1 : 0));
}
