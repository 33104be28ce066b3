/**
 * TensorFlow's RaggedTensorToTensor, which tfjs lacks on wasm and webgpu.
 */
import { invalidOption } from '../../kernels/call/errors.js';
import { reshape, tensor } from '../../kernels/tfjs/seam.js';
import { asIndices } from '../../kernels/call/dtypes.js';
import { requiredIntegers, requiredValues } from '../segment/required_ids.js';
import { broadcastTo } from '../tfjs_ops.js';
import { type Compute, filled, numbersTo, scatter } from './compose.js';

/**
 * Puts the rows of values into a tensor of a shape, where -1 stands for the length of the longest row. What does not
 * fit is left out, and gaps hold the default value.
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
