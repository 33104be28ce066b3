/**
 * Calls with more sites and longer slices than the kernels handle at once, and with one unusual
 * index in the middle. Every way of moving values is combined with every other.
 */
import type { OutOfBounds } from 'tfjs-gather-scatter';
import type { CallOptions, DType, OpName, OpUse, TensorData, Value } from '../support/call.js';
import { isGather } from '../support/call.js';
import { describeOnEachBackendOnce, type Driver } from '../support/drivers.js';
import { agree } from '../support/table.js';
import { sizeOf } from '../support/values.js';
import { NUMBERS, reductionsOf } from '../support/oracle_words.js';

/** Shapes of data and indices, with the options that they need. */
interface Layout {
  title: string;
  elements: boolean;
  data: number[];
  indices: number[];
  options?: CallOptions;
  /** Whether it is tested with every reduction; ways to resolve indices need only a few. */
  meetsAll?: boolean;
}

type Rest = Pick<Layout, 'options' | 'meetsAll'>;

const tuples = (title: string, data: number[], indices: number[], rest: Rest = {}): Layout => ({
  title,
  elements: false,
  data,
  indices,
  ...rest,
});

const elements = (...given: Parameters<typeof tuples>): Layout => ({
  ...tuples(...given),
  elements: true,
});

const slices = (sliceSize: number, sites: number): Layout =>
  tuples(`${sites} slices of ${sliceSize}`, [40, sliceSize], [sites, 1], {
    meetsAll: [3, 16, 129].includes(sliceSize),
  });

const inBatches: Rest = { options: { batchDims: 1 } };
const alongRows: Rest = { options: { axis: 1 } };

const LAYOUTS: Layout[] = [
  tuples('single values', [900], [5000, 1], { meetsAll: true }),
  tuples('single values of a row longer than a block', [2100], [2500, 1]),
  ...[2, 3, 7, 8, 16, 18, 33].map((sliceSize) => slices(sliceSize, 2100)),
  ...[64, 129, 256, 300, 512].map((sliceSize) => slices(sliceSize, 90)),
  ...[2100, 4097].map((sliceSize) => slices(sliceSize, 5)),
  tuples('pairs of indices', [30, 20], [5001, 2]),
  tuples('triples and slices', [5, 4, 3, 6], [70, 31, 3]),
  tuples('six indices', [5, 3, 4, 2, 3, 2], [4099, 6]),
  tuples('batches', [3, 50, 2], [3, 900, 1], inBatches),
  elements('long lines', [60, 45], [58, 45], { meetsAll: true }),
  elements('the last axis', [45, 60], [45, 71], { ...alongRows, meetsAll: true }),
  elements('rows longer than their lines', [60, 90], [60, 43], alongRows),
  elements('one index for each row', [2100, 20], [2100, 1], alongRows),
  elements('short lines', [900, 3], [1100, 3]),
  elements('an axis between', [12, 9, 35], [12, 11, 34], alongRows),
];

/** Lines of sites, with data after the last index's range. */
const LINES: Layout[] = [
  tuples('in batches', [2, 50], [2, 40, 1], inBatches),
  tuples('of slices', [2, 50, 3], [2, 40, 1], inBatches),
  tuples('of pairs', [50, 4], [40, 2]),
  elements('along the last axis', [2, 34], [2, 40], alongRows),
  elements('along another axis', [2, 7, 44], [2, 1, 40], alongRows),
];

/** The indices of a call, and the policy for those that are out of bounds. */
interface Indices {
  outOfBounds: OutOfBounds;
  index: (place: number, site: number, size: number, isLast: boolean) => number;
}

const INDICES: Record<string, Indices> = {
  'in range': { outOfBounds: 'error', index: (place) => place },
  'some negative': {
    outOfBounds: 'error',
    index: (place, site, size) => (site % 7 === 3 ? place - size : place),
  },
  'some dropped': {
    outOfBounds: 'drop',
    index: (place, site, size) => (site % 5 === 1 ? size + (site % 3) : place),
  },
  'one dropped in 2,049': {
    outOfBounds: 'drop',
    index: (place, site, size, isLast) => (site % 2049 === 2048 && isLast ? size : place),
  },
  'some clamped': {
    outOfBounds: 'clamp',
    index: (place, site, size) => (site === 2050 || site % 11 === 4 ? -size - 2 : place),
  },
};

/** The last index of one site, among indices that are all in bounds. */
const ODD_ONES: Record<string, (place: number, size: number) => number> = {
  'just above the range': (_place, size) => size,
  'just below the range': (_place, size) => -size - 1,
  negative: (place, size) => place - size,
};

const oddAt = (at: number, odd: (place: number, size: number) => number): Indices => ({
  outOfBounds: 'drop',
  index: (place, site, size, isLast) => (site === at && isLast ? odd(place, size) : place),
});

const ALL = NUMBERS.flatMap((dtype) =>
  reductionsOf(dtype).map((reduction): [DType, string] => [dtype, reduction]),
);
const FEW: [DType, string][] = [
  ['float32', 'add'],
  ['int32', 'none'],
  ['bool', 'max'],
];

/** Pseudo-random numbers up to 2 ** 16, the same in every run. */
function sequence(start: number): () => number {
  let state = start;
  return () => (state = (Math.imul(state, 75) + 74) % 65537);
}

function valuesOf(dtype: DType, shape: number[], next: () => number): Value[] {
  return Array.from({ length: sizeOf(shape) }, () => {
    if (dtype === 'bool') return next() % 2 === 1;
    return dtype === 'int32' ? (next() % 7) - 3 : ((next() % 9) - 4) / 4;
  });
}

/** Makes calls with the same indices but other ops, dtypes and reductions. */
function callsOf(layout: Layout, { outOfBounds, index }: Indices) {
  const { data, indices, options } = layout;
  const next = sequence(sizeOf(indices) + data.length);
  const depth = layout.elements ? 1 : indices[indices.length - 1];
  const first = layout.elements ? (options?.axis ?? 0) : (options?.batchDims ?? 0);
  const indexValues = Array.from({ length: sizeOf(indices) }, (_, flat) => {
    const k = flat % depth;
    const size = data[first + k];
    return index(next() % size, Math.floor(flat / depth), size, k === depth - 1);
  });
  const updatesShape = layout.elements
    ? indices
    : [...indices.slice(0, -1), ...data.slice(first + depth)];
  const made = new Map<string, TensorData>();
  const tensorOf = (name: 'data' | 'updates', dtype: DType, shape: number[]) => {
    const key = `${name} ${dtype}`;
    const tensor = made.get(key) ?? { dtype, shape, values: valuesOf(dtype, shape, next) };
    made.set(key, tensor);
    return tensor;
  };
  const given = { dtype: 'int32' as const, shape: indices, values: indexValues };
  const includeSelf = sizeOf(indices) % 2 === 0;
  return (op: OpName, dtype: DType, reduction: string): OpUse => {
    const inputs = { data: tensorOf('data', dtype, data), indices: given };
    if (isGather(op)) return { op, inputs, options: { ...options, outOfBounds } };
    return {
      op,
      inputs: { ...inputs, updates: tensorOf('updates', dtype, updatesShape) },
      options: { ...options, outOfBounds, reduction, includeSelf },
    };
  };
}

/** Runs calls and compares each with the oracle. */
async function expectValues(driver: Driver, uses: OpUse[]): Promise<void> {
  const verdicts = await Promise.all(uses.map((use) => agree(driver, use)));
  expect(verdicts).toEqual(uses.map(() => 'value'));
}

describeOnEachBackendOnce('large calls', (driver) => {
  // Only these work in blocks; elsewhere, a sample shows that size alone breaks nothing.
  const onHost = driver.backend === 'cpu' || driver.backend === 'wasm';
  const layouts = LAYOUTS.filter((_, i) => onHost || i % 6 === 0);

  describe.each(layouts.map((layout) => [layout.title, layout] as const))('%s', (_, layout) => {
    const gather = layout.elements ? 'gatherElements' : 'gatherND';
    const scatter = layout.elements ? 'scatterElements' : 'scatterND';

    test.each(Object.entries(INDICES))('are gathered (%s)', async (_kind, indices) => {
      const callOf = callsOf(layout, indices);
      await expectValues(
        driver,
        NUMBERS.map((dtype) => callOf(gather, dtype, 'none')),
      );
    });

    test.each(Object.entries(INDICES))('are scattered (%s)', async (kind, indices) => {
      const combinations = onHost && layout.meetsAll && kind === 'in range' ? ALL : FEW;
      const callOf = callsOf(layout, indices);
      const uses = combinations.flatMap(([dtype, reduction]) => {
        const op = reduction === 'sub' ? 'scatterNDUpdate' : scatter;
        if (op === 'scatterNDUpdate' && (layout.elements || layout.options)) return [];
        return [callOf(op, dtype, reduction)];
      });
      await expectValues(driver, uses);
    });
  });

  // Loops handle several sites at a time, and must check each index.
  describe.each(LINES.map((layout) => [layout.title, layout] as const))('%s', (_, layout) => {
    const gather = layout.elements ? 'gatherElements' : 'gatherND';
    const scatter = layout.elements ? 'scatterElements' : 'scatterND';

    test.each(Object.entries(ODD_ONES))('an index is %s', async (_kind, odd) => {
      const places = Array.from({ length: 40 }, (_, at) => at).filter(
        (at) => onHost || at % 13 === 0,
      );
      const uses = places.flatMap((at) => {
        const callOf = callsOf(layout, oddAt(at, odd));
        return [callOf(gather, 'float32', 'none'), callOf(scatter, 'float32', 'add')];
      });
      await expectValues(driver, uses);
    });
  });
});
