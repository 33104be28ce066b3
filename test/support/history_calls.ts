/** The calls of a history, with plain loops for what they compute. */
import * as tf from '@tensorflow/tfjs';
import {
  assignScatterElements,
  assignScatterND,
  gatherND,
  scatterElements,
  scatterND,
} from 'tfjs-gather-scatter';
import { unsortedSegmentMax, unsortedSegmentSum } from 'tfjs-gather-scatter/segment';
import { gatherSegmentMax, gatherSegmentSum } from 'tfjs-gather-scatter/sparse';
import {
  type Combination,
  combineEdges,
  dotEdges,
  type Edges,
  inOrder,
  pairsAt,
  pickFrom,
  type Policy,
  type RowOf,
  rowsAt,
  segmentsAt,
  shareAmongEqual,
} from './history_plain.js';
import type { Cell, Ids, World } from './history_world.js';

const MOST_VALUES = 2 ** 21;

/** Returns the number of values in a row, so that calls stay cheap. */
function widthFor(world: World, rows: number): number {
  return pickFrom(
    world.random,
    [1, 1, 4, 4, 2, 33].filter((width) => rows * width <= MOST_VALUES / 8 || width === 1),
  );
}

/** Indices as tuples, with the rows that they address. */
interface Tuples {
  tuples: () => tf.Tensor;
  at: RowOf;
  count: number;
  /** The shape of the table, without the width of its rows, and the number of its rows. */
  shape: number[];
  places: number;
  policy: Policy;
}

function tuplesOf(world: World, { tensor, values, limit }: Ids): Tuples {
  const { random } = world;
  const count = values.length;
  if (count % 2 === 0 && limit <= 64 && world.chance(3)) {
    const side = limit + random(2);
    return {
      tuples: () => tf.reshape(tensor, [count / 2, 2]),
      at: pairsAt(values, side),
      count: count / 2,
      shape: [side, side],
      places: side * side,
      policy: 'error',
    };
  }
  const policy = pickFrom(random, ['error', 'error', 'drop', 'clamp'] as const);
  const places = policy === 'error' ? limit * (1 + random(2)) : Math.ceil(limit / (1 + random(2)));
  const tuples = () => tf.reshape(tensor, [count, 1]);
  return { tuples, at: rowsAt(values, places, policy), count, shape: [places], places, policy };
}

const zeros = (like: Float32Array) => new Float32Array(like.length);

export function scatter(world: World, ids: Ids): void {
  const { tuples, at, count, shape, places, policy } = tuplesOf(world, ids);
  const width = widthFor(world, Math.max(count, places));
  const data = world.someTable(places, width);
  const updates = world.someTable(count, width);
  const { isExact } = world.options;
  const reduction = pickFrom<Combination>(world.random, [
    isExact ? 'add' : 'max',
    'none',
    'max',
    'min',
  ]);
  const includeSelf = reduction === 'none' || !world.chance(4);
  const isElements = shape.length === 1 && width === 1 && world.chance(2);
  const options = { reduction, includeSelf, outOfBounds: policy };
  world.step += ` ${reduction} ${policy} of ${count} rows of ${width} into [${String(shape)}]${isElements ? ', elements' : ''}`;
  const callAs = (reduction: Combination | 'mean') => (data: tf.Tensor, updates: tf.Tensor) =>
    isElements
      ? scatterElements(tf.reshape(data, [places]), ids.tensor, tf.reshape(updates, [count]), {
          ...options,
          reduction,
        })
      : scatterND(tf.reshape(data, [...shape, width]), tuples(), updates, {
          ...options,
          reduction,
        });
  const call = callAs(reduction);
  const edges = { count, width, from: updates.values, fromRow: inOrder, toRow: at };
  const result = combineEdges(data.values.slice(), edges, reduction, includeSelf);
  world.expect(() => [call(data.tensor, updates.tensor)], [result]);
  if (reduction !== 'add' || !includeSelf) return;
  const counts = combineEdges(new Float32Array(places).fill(1), {
    ...edges,
    width: 1,
    from: new Float32Array(count).fill(1),
  });
  const means = result.map((sum, i) => sum / counts[Math.floor(i / width)]);
  world.expect(() => [callAs('mean')(data.tensor, updates.tensor)], [means], 1e-5);
  if (!world.chance(2)) return;
  world.step += ', gradient';
  const dy = world.someTable(places, width);
  // A clone, because both may be one table, whose gradients tfjs would add.
  const shaped = isElements ? [places] : [...shape, width];
  const ofUpdates = { count, width, from: dy.values, fromRow: at, toRow: inOrder };
  world.expect(
    () => tf.grads(call)([data.tensor, tf.clone(updates.tensor)], tf.reshape(dy.tensor, shaped)),
    [dy.values, combineEdges(zeros(updates.values), ofUpdates)],
  );
}

/** Who else may hold the values of a variable while `change` runs, which should not change theirs. */
const HOLDERS: Record<string, (world: World, cell: Cell, change: () => void) => void> = {
  'nobody else': (_world, _cell, change) => {
    change();
  },
  'a clone': holdingTensor(({ variable }) => tf.clone(variable)),
  'a reshaped tensor': holdingTensor(({ variable }) => tf.reshape(variable, [-1])),
  'a kept tensor': holdingTensor(({ variable }) => tf.tidy(() => tf.keep(tf.clone(variable)))),
  'a slice'(world, { variable, values }, change) {
    const rows = 1 + world.random(variable.shape[0]);
    const first = world.random(variable.shape[0] - rows + 1);
    const row = values.length / variable.shape[0];
    const part = values.slice(first * row, (first + rows) * row);
    world.expect(() => [tf.slice(variable, first, rows)], [part]);
    change();
  },
  'a second variable'(world, { variable, values }, change) {
    world.cells.push({ variable: tf.variable(variable), values: values.slice() });
    change();
  },
  'an array'(world, { variable, values }, change) {
    const reads = tf.getBackend() === 'webgpu' ? variable.data() : variable.dataSync();
    world.expectValues(Promise.resolve(reads), values.slice());
    change();
  },
  'a pending read'(world, { variable, values }, change) {
    world.expectValues(variable.data(), values.slice());
    change();
  },
  'a gradient'(world, { variable, values }, change) {
    const product = (x: tf.Tensor) => {
      const y = tf.mul(tf.square(x), variable);
      change();
      return tf.sum(y);
    };
    const isSecond = world.chance(2);
    world.step += isSecond ? ' of second order' : '';
    const slope = tf.grad(isSecond ? (x) => tf.sum(tf.grad(product)(x)) : product);
    world.expect(() => [slope(tf.onesLike(variable))], [values.map((value) => 2 * value)]);
  },
  tidy(_world, _cell, change) {
    tf.tidy(change);
  },
};

function holdingTensor(make: (cell: Cell) => tf.Tensor) {
  return (world: World, cell: Cell, change: () => void) => {
    world.expect(() => [make(cell)], [cell.values.slice()]);
    change();
  };
}

/** A scatter into a variable, which others may hold. */
export function assign(world: World, ids: Ids): void {
  const { random } = world;
  const { tuples, at, count, shape, places, policy } = tuplesOf(world, ids);
  const width = widthFor(world, Math.max(count, places));
  const isElements = shape.length === 1 && width === 1 && world.chance(2);
  const cell = world.someCell(isElements ? shape : [...shape, width]);
  const updates = world.someTable(count, width);
  const largest = cell.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const adds = world.options.isExact && largest + 3 * count < 2 ** 24;
  const reduction = pickFrom<Combination>(random, [adds ? 'add' : 'max', 'none', 'max', 'min']);
  const includeSelf = reduction === 'none' || !world.chance(4);
  const options = { reduction, includeSelf, outOfBounds: policy };
  const holder = pickFrom(random, Object.keys(HOLDERS));
  world.step += ` ${reduction} ${policy} of ${count} rows of ${width} into [${String(shape)}], held by ${holder}`;
  const after = combineEdges(
    cell.values.slice(),
    { count, width, from: updates.values, fromRow: inOrder, toRow: at },
    reduction,
    includeSelf,
  );
  HOLDERS[holder](world, cell, () => {
    tf.tidy(() => {
      if (isElements) {
        assignScatterElements(
          cell.variable,
          ids.tensor,
          tf.reshape(updates.tensor, [count]),
          options,
        );
      } else assignScatterND(cell.variable, tuples(), updates.tensor, options);
    });
  });
  cell.values = after;
}

export function gather(world: World, ids: Ids): void {
  const { tuples, at, count, shape, places, policy } = tuplesOf(world, ids);
  const width = widthFor(world, Math.max(count, places));
  const data = world.someTable(places, width);
  world.step += ` ${policy} of ${count} rows of ${width} from [${String(shape)}]`;
  const call = (data: tf.Tensor) =>
    gatherND(tf.reshape(data, [...shape, width]), tuples(), { outOfBounds: policy });
  const edges: Edges = { count, width, from: data.values, fromRow: at, toRow: inOrder };
  const result = combineEdges(new Float32Array(count * width), edges);
  world.expect(() => [call(data.tensor)], [result]);
  if (!world.options.isExact || !world.chance(2)) return;
  world.step += ', gradient';
  const dy = world.someTable(count, width);
  const back = { count, width, from: dy.values, fromRow: inOrder, toRow: at };
  const gradient = combineEdges(zeros(data.values), back);
  world.expect(() => [tf.grad(call)(data.tensor, dy.tensor)], [gradient]);
  // Of the squares' gradients, again: twice the number of times that each value is read.
  const squares = (x: tf.Tensor) => tf.sum(tf.square(call(x)));
  const ones = new Float32Array(count * width).fill(2);
  const twice = combineEdges(zeros(data.values), { ...back, from: ones });
  world.expect(() => [tf.grad((x) => tf.sum(tf.grad(squares)(x)))(data.tensor)], [twice]);
}

/** A segment op of rows, or of the rows that other indices read. */
export function reduceSegments(world: World, ids: Ids): void {
  const { random } = world;
  const count = ids.values.length;
  const segments = ids.limit + random(2);
  const isFused = world.chance(2);
  const sources = isFused ? world.someIds(count) : null;
  const rows = sources ? sources.limit + random(2) : count;
  const width = widthFor(world, Math.max(count, rows, segments));
  const x = world.someTable(rows, width);
  const isSum = world.options.isExact && world.chance(2);
  const edges: Edges = {
    count,
    width,
    from: x.values,
    fromRow: sources ? rowsAt(sources.values, rows, 'error') : inOrder,
    toRow: segmentsAt(ids.values, segments),
  };
  world.step += ` ${isSum ? 'sum' : 'max'} of ${count} rows of ${width} into ${segments}${sources ? ` from ${rows}` : ''}`;
  if (isSum && sources && world.chance(2))
    sumWeighted(world, edges, { x: x.tensor, sources, ids, segments });
  else if (isSum) {
    const call = (x: tf.Tensor) =>
      sources
        ? gatherSegmentSum(x, sources.tensor, ids.tensor, segments)
        : unsortedSegmentSum(x, ids.tensor, segments);
    const dy = world.someTable(segments, width);
    const sum = combineEdges(new Float32Array(segments * width), edges);
    const { toRow: fromRow, fromRow: toRow } = edges;
    const back = { ...edges, from: dy.values, fromRow, toRow };
    const gradient = combineEdges(zeros(x.values), back);
    world.expect(() => [call(x.tensor), tf.grad(call)(x.tensor, dy.tensor)], [sum, gradient]);
  } else {
    const options = { empty: 0 };
    const call = (x: tf.Tensor) =>
      sources
        ? gatherSegmentMax(x, sources.tensor, ids.tensor, segments, options)
        : unsortedSegmentMax(x, ids.tensor, segments, options);
    const dy = world.someTable(segments, width);
    const maxima = combineEdges(new Float32Array(segments * width), edges, 'max', false);
    world.expect(() => [call(x.tensor)], [maxima]);
    if (!world.options.isExact) return;
    const gradient = shareAmongEqual(edges, maxima, dy.values);
    // Shares are rounded.
    world.expect(() => [tf.grad(call)(x.tensor, dy.tensor)], [gradient], 1e-2);
  }
}

interface Weighted {
  x: tf.Tensor2D;
  sources: Ids;
  ids: Ids;
  segments: number;
}

function sumWeighted(world: World, edges: Edges, { x, sources, ids, segments }: Weighted): void {
  const { count, width, from } = edges;
  world.step += ', weighted';
  const weights = world.someTable(count, 1);
  const dy = world.someTable(segments, width);
  const call = (x: tf.Tensor, weights: tf.Tensor) =>
    gatherSegmentSum(x, sources.tensor, ids.tensor, segments, {
      weights: tf.reshape(weights, [count]),
    });
  const weighted = { ...edges, weights: weights.values };
  const { toRow: fromRow, fromRow: toRow } = edges;
  world.expect(
    () => [call(x, weights.tensor), ...tf.grads(call)([x, tf.clone(weights.tensor)], dy.tensor)],
    [
      combineEdges(new Float32Array(segments * width), weighted),
      combineEdges(zeros(from), { ...weighted, from: dy.values, fromRow, toRow }),
      dotEdges(edges, dy.values),
    ],
  );
}
