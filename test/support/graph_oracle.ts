/** TensorFlow's ops of graphs, as plain loops. */
import type { TensorData, Value } from './call.js';
import { broadcast, commonShape, coordinatesOf, placeOf } from './oracle_targets.js';
import { numbersOf, sizeOf } from './values.js';

export type GraphAttributes = Record<string, number | string | string[]>;

/** Optional inputs may be missing. */
type Oracle = (inputs: TensorData[], attributes: GraphAttributes) => TensorData[];

const vector = (values: number[]): TensorData => ({
  dtype: 'int32',
  shape: [values.length],
  values,
});

const countTo = (end: number) => Array.from({ length: end }, (_, i) => i);

/** A tensor of a shape, whose values depend on their coordinates. */
const build = (
  { dtype }: TensorData,
  shape: number[],
  valueAt: (at: number[]) => Value,
): TensorData => ({ dtype, shape, values: coordinatesOf(shape).map(valueAt) });

const valueAt = ({ shape, values }: TensorData, at: number[]): Value => values[placeOf(at, shape)];

/** The rows of a tensor whose first `rank` dimensions count them. */
function rowsOf({ shape, values }: TensorData, rank: number): Value[][] {
  const size = sizeOf(shape.slice(rank));
  return countTo(sizeOf(shape.slice(0, rank))).map((i) => values.slice(i * size, (i + 1) * size));
}

function diagonalAt(rows: number, columns: number, k: TensorData, align: string) {
  const [lower, upper = lower] = numbersOf(k);
  const lengthOf = (d: number) => Math.min(rows + Math.min(d, 0), columns - Math.max(d, 0));
  const lengths = countTo(upper - lower + 1).map((i) => lengthOf(lower + i));
  const longest = Math.max(...lengths);
  const startOf = (d: number) => {
    const [above, below] = align.split('_');
    return (d > 0 ? above : below) === 'RIGHT' ? longest - lengthOf(d) : 0;
  };
  return { lower, upper, longest, lengthOf, startOf };
}

/** Writes diagonals over the values that `valueOf` gives. */
function withDiagonals(
  diagonal: TensorData,
  shape: number[],
  k: TensorData,
  align: string,
  valueOf: (at: number[]) => Value,
): TensorData {
  const [rows, columns] = shape.slice(-2);
  const { lower, upper, startOf } = diagonalAt(rows, columns, k, align);
  return build(diagonal, shape, (at) => {
    const [row, column] = at.slice(-2);
    const d = column - row;
    if (d < lower || d > upper) return valueOf(at);
    const along = Math.min(row, column) + startOf(d);
    const which = lower === upper ? [] : [upper - d];
    return valueAt(diagonal, [...at.slice(0, -2), ...which, along]);
  });
}

const MAIN = { dtype: 'int32', shape: [], values: [0] } satisfies TensorData;
const alignOf = ({ align = 'LEFT_LEFT' }: GraphAttributes) => String(align);

const diag: Oracle = (inputs, attributes) => {
  const [diagonal, k = MAIN, rows, columns, padding] = inputs;
  const [lower, upper = lower] = numbersOf(k);
  const length = diagonal.shape[diagonal.shape.length - 1];
  const [height, width] = [rows, columns].map((size) =>
    inputs.length > 2 ? numbersOf(size)[0] : -1,
  );
  const [least, narrowest] = [length - Math.min(upper, 0), length + Math.max(lower, 0)];
  const square = Math.max(least, narrowest);
  const size =
    height < 0 && width < 0
      ? [square, square]
      : [height < 0 ? least : height, width < 0 ? narrowest : width];
  const shape = [...diagonal.shape.slice(0, lower === upper ? -1 : -2), ...size];
  const zero = diagonal.dtype === 'bool' ? false : 0;
  const filler = inputs.length > 2 ? padding.values[0] : zero;
  return [withDiagonals(diagonal, shape, k, alignOf(attributes), () => filler)];
};

const setDiag: Oracle = ([input, diagonal, k = MAIN], attributes) => [
  withDiagonals(diagonal, input.shape, k, alignOf(attributes), (at) => valueAt(input, at)),
];

const diagPart: Oracle = ([input, k = MAIN, padding = MAIN], attributes) => {
  const [rows, columns] = input.shape.slice(-2);
  const found = diagonalAt(rows, columns, k, alignOf(attributes));
  const { lower, upper, longest, lengthOf, startOf } = found;
  const batch = input.shape.slice(0, -2);
  const shape = [...batch, ...(lower === upper ? [] : [upper - lower + 1]), longest];
  return [
    build(input, shape, (at) => {
      const d = lower === upper ? lower : upper - at[batch.length];
      const along = at[at.length - 1] - startOf(d);
      if (along < 0 || along >= lengthOf(d)) return padding.values[0];
      const [row, column] = [along - Math.min(d, 0), along + Math.max(d, 0)];
      return valueAt(input, [...at.slice(0, batch.length), row, column]);
    }),
  ];
};

const stitch: Oracle = (inputs) => {
  const half = inputs.length / 2;
  const [indices, data] = [inputs.slice(0, half), inputs.slice(half)];
  const size = Math.max(-1, ...indices.flatMap(numbersOf)) + 1;
  const shape = data[0].shape.slice(indices[0].shape.length);
  const zero = data[0].dtype === 'string' ? '' : data[0].dtype === 'bool' ? false : 0;
  const rows = countTo(size).map(() => Array<Value>(sizeOf(shape)).fill(zero));
  indices.forEach((each, i) => {
    const updates = rowsOf(data[i], each.shape.length);
    numbersOf(each).forEach((at, row) => {
      rows[at] = updates[row];
    });
  });
  return [{ dtype: data[0].dtype, shape: [size, ...shape], values: rows.flat() }];
};

/** Values as lists in lists, by splits or by the number of the list that each is in. */
function nest(partitions: TensorData[], types: string[], values: Value[][]): unknown[] {
  let lists: unknown[] = values;
  for (let i = types.length - 1; i >= 0; i--) {
    const numbers = numbersOf(partitions[i]);
    const below = lists;
    if (types[i] === 'ROW_SPLITS') {
      lists = countTo(numbers.length - 1).map((row) => below.slice(numbers[row], numbers[row + 1]));
    } else if (types[i] === 'VALUE_ROWIDS') {
      const count =
        types[i - 1] === 'FIRST_DIM_SIZE'
          ? numbersOf(partitions[i - 1])[0]
          : types[i - 1] === 'ROW_SPLITS'
            ? numbersOf(partitions[i - 1])[partitions[i - 1].values.length - 1]
            : partitions[i - 1].values.length;
      lists = countTo(count).map((row) => below.filter((_, value) => numbers[value] === row));
    }
  }
  return lists;
}

const toTensor: Oracle = ([shape, values, filler, ...partitions], attributes) => {
  const types = [attributes.row_partition_types].flat().map(String);
  const inner = values.shape.slice(1);
  const lists = nest(partitions, types, rowsOf(values, 1));
  const depth = types.filter((type) => type !== 'FIRST_DIM_SIZE').length + 1;
  const wanted = shape.shape.length === 0 ? [] : numbersOf(shape);
  const lengths: number[] = [];
  let level: unknown[][] = [lists];
  for (let d = 0; d < depth; d++) {
    const longest = Math.max(0, ...level.map((list) => list.length));
    lengths.push(d < wanted.length && wanted[d] >= 0 ? wanted[d] : longest);
    level = level.flat() as unknown[][];
  }
  return [
    build(values, [...lengths, ...inner], (at) => {
      const missing = at.length - depth - filler.shape.length;
      let found: unknown = lists;
      for (const index of at.slice(0, depth)) {
        found = Array.isArray(found) ? (found as unknown[])[index] : undefined;
      }
      const rest = at.slice(depth);
      if (Array.isArray(found)) {
        return valueAt({ ...values, shape: inner, values: found as Value[] }, rest);
      }
      const broadcast = rest.slice(missing).map((index, d) => (filler.shape[d] === 1 ? 0 : index));
      return valueAt(filler, broadcast);
    }),
  ];
};

const shift =
  (apply: (x: number, count: number) => number): Oracle =>
  ([x, y]) => {
    const shape = commonShape([x.shape, y.shape]);
    const [numbers, counts] = [x, y].map((each) => numbersOf(broadcast(each, shape)));
    const shifted = numbers.map((number, i) => apply(number, Math.min(Math.max(counts[i], 0), 31)));
    return [{ ...x, shape, values: shifted }];
  };

const ORACLES: Record<string, Oracle> = {
  SparseReorder: ([indices, values]) => {
    const rows = rowsOf(indices, 1).map((row) => row.map(Number));
    const order = countTo(rows.length).sort((a, b) => {
      for (const [d, index] of rows[a].entries())
        if (index !== rows[b][d]) return index - rows[b][d];
      return a - b;
    });
    const sorted = order.flatMap((i) => rows[i]);
    return [
      { ...indices, values: sorted },
      { ...values, values: order.map((i) => values.values[i]) },
    ];
  },
  InvertPermutation: ([x]) => {
    const numbers = numbersOf(x);
    return [vector(numbers.map((_, i) => numbers.indexOf(i)))];
  },
  DynamicPartition: ([data, partitions], attributes) =>
    countTo(Number(attributes.num_partitions)).map((part) => {
      const rank = partitions.shape.length;
      const rows = rowsOf(data, rank).filter((_, i) => numbersOf(partitions)[i] === part);
      return {
        dtype: data.dtype,
        shape: [rows.length, ...data.shape.slice(rank)],
        values: rows.flat(),
      };
    }),
  DynamicStitch: stitch,
  ParallelDynamicStitch: stitch,
  MatrixDiag: diag,
  MatrixSetDiag: setDiag,
  MatrixDiagPart: diagPart,
  RaggedTensorToTensor: toTensor,
  LeftShift: shift((x, count) => x << count),
  RightShift: shift((x, count) => x >> count),
};

/** Computes an op; versions of one differ by their attributes. */
export function graphOracle(
  op: string,
  inputs: TensorData[],
  attributes: GraphAttributes,
): TensorData[] {
  return ORACLES[op.replace(/V\d$/, '')](inputs, attributes);
}
