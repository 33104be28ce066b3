/** How webgpu sorts sites, depending on the size of a call, or combines them without a sort. */
import { describeInPage, WEBGPU } from '../support/page/describe.js';
import { titled } from '../support/rows.js';

interface Given {
  data: number[];
  sites: number[];
  /** Default: 0. */
  axis?: number;
  reduction?: 'none' | 'add' | 'mul' | 'mean';
  /** The step between indices, which start below zero; those out of bounds are dropped. */
  step: number;
  includeSelf?: boolean;
  /** Whether sums are exact, so that pieces do not change them, and no index is out of bounds. */
  exact?: boolean;
  /** Whether some updates are NaN. Where several meet, any of their bits may be the result. */
  hasNaN?: boolean;
  /** Whether the indices are only on the GPU. */
  computed?: boolean;
  /** Whether sums may run in any order. */
  unordered?: boolean;
}

/** The programs that run, sorted: without a sort, and with one of short or long runs. */
const LINES = ['ScatterLines'];
const SHORT = ['ScatterRuns', 'Sort'];
const LONG = ['ScatterJoin', 'ScatterPieces', ...SHORT];
const LAST = ['ScatterLines', 'ScatterWinners'];
/** A sum, a count and a division. */
const meanBy = (sum: string[]) => ['Change', 'ScatterAtomically', ...sum].sort();

const FEW = { data: [9, 4], sites: [7, 4], step: 5 };
const ROWS = { data: [40, 300], sites: [40, 250], axis: 1, step: 60 };
const COLUMNS = { data: [9, 50], sites: [40, 45], step: 4 };
const DISTINCT = { data: [900], sites: [300], step: 7 };
const COMPUTED = { data: [100_000], step: 7919, computed: true };

const CASES = titled<[Given, string[]]>({
  'few sites and few outputs': [FEW, LINES],
  'few sites, where the last wins': [{ ...FEW, reduction: 'none' }, LINES],
  'few sites and many outputs': [{ data: [3000, 2], sites: [30, 2], step: 1500 }, LINES],
  'few sites, all at one of many outputs': [{ data: [9000], sites: [40], step: 0 }, LINES],
  'more sites, at few places': [{ data: [30], sites: [150], step: 7 }, SHORT],
  'many sites, at fewer places': [{ data: [3000, 3], sites: [2500, 3], step: 1471 }, LONG],
  'one site more at one place than two pieces hold': [
    { data: [9], sites: [8193], step: 0, exact: true },
    LONG,
  ],
  'two sites for each place': [{ data: [450], sites: [300], step: 3 }, SHORT],
  'a power of 2 as the number of slices, which stands for that of dropped sites': [
    { data: [4096], sites: [9000], step: 1365 },
    LONG,
  ],
  'very many sites, at more places': [{ data: [300_000], sites: [140_000], step: 30 }, LONG],
  'rows that are longer than a thread walks': [ROWS, LONG],
  'rows, where the last site wins': [{ ...ROWS, reduction: 'none' }, LAST],
  'short rows, one thread each': [{ data: [40, 300], sites: [40, 60], axis: 1, step: 60 }, LINES],
  'rows, without data': [{ ...ROWS, includeSelf: false }, LONG],
  'products of rows, some of them NaN': [{ ...ROWS, reduction: 'mul', hasNaN: true }, LONG],
  'columns, one thread each': [COLUMNS, LINES],
  'lines along an axis in the middle': [
    { data: [33, 5, 6, 3], sites: [33, 4, 9, 2], axis: 2, step: 4 },
    LINES,
  ],
  'lines of one site': [
    { data: [40, 3, 5], sites: [40, 1, 2], axis: 1, step: 1, computed: true },
    LINES,
  ],
  'rows longer than a piece': [{ data: [40, 30], sites: [32, 4100], axis: 1, step: 4 }, LONG],
  'few rows': [{ data: [31, 30], sites: [31, 90], axis: 1, step: 4 }, SHORT],
  'rows, for a mean': [{ ...ROWS, reduction: 'mean' }, meanBy(['Fill', ...LONG])],
  'columns, for a mean without data': [
    { ...COLUMNS, reduction: 'mean', includeSelf: false },
    meanBy(LINES),
  ],
  'sites known to be distinct, without a sort': [DISTINCT, LINES],
  'sites known to be distinct, where the last one wins': [
    { ...DISTINCT, reduction: 'none' },
    LINES,
  ],
  'the same with indices that are only on the GPU': [{ ...DISTINCT, computed: true }, SHORT],
  'computed sites, with sums in several levels': [{ ...COMPUTED, sites: [70_000] }, LONG],
  'rows out of order, each longer than a stretch': [
    { data: [5], sites: [9000], step: 3, exact: true, computed: true },
    LONG,
  ],
  'updates in any order': [
    { ...COMPUTED, sites: [300_000], exact: true, unordered: true },
    ['ScatterAtomically'],
  ],
  'updates in any order, all at a few places': [
    { data: [3], sites: [30_000], step: 1, exact: true, unordered: true },
    ['ScatterAtomically'],
  ],
});

/** A software adapter walks lines of one piece instead of sorting their sites, and combines all floats in order. */
const inSoftware = ({ sites, axis = 0, unordered }: Given, programs: string[]) => {
  if (sites[axis] > 4096) return unordered ? LONG : programs;
  const others = programs.filter((name) => !/^(Sort|Scatter(Runs|Pieces|Join|Winners))/.test(name));
  return others.length < programs.length ? [...new Set([...others, ...LINES])].sort() : programs;
};

describeInPage('sorts on webgpu', WEBGPU, (page) => {
  test.each(
    CASES.flatMap(([title, given, programs]) => [
      [title, 'gpu', given, programs] as const,
      [title, 'software', given, inSoftware(given, programs)] as const,
    ]),
  )('%s, as on %s', async (_, adapter, given, programs) => {
    const found = await page().evaluate(
      async (globals) => {
        const { tf, ops, namesOfPrograms, countFromLast, randomNumbers, argument } = globals;
        const { data, sites, step, exact, computed, unordered = false, hasNaN } = argument;
        const { axis = 0, reduction = 'add', includeSelf = true } = argument;
        const options = { axis, reduction, includeSelf, outOfBounds: 'drop' } as const;
        const random = randomNumbers();
        const valuesFor = (shape: number[]) =>
          Float32Array.from({ length: tf.util.sizeFromShape(shape) }, () =>
            exact ? Math.floor(random() * 1e3) : (random() - 0.5) * 1e3,
          );
        const [values, updates] = [data, sites].map(valuesFor);
        if (hasNaN) for (let i = 0; i < updates.length; i += 41) updates[i] = NaN;
        const size = data[axis];
        // One index in 37 is out of bounds.
        const ids = Int32Array.from(updates, (__, i) =>
          !exact && i % 37 === 36 ? size : ((i * step) % size) - Math.floor(size / 3),
        );
        const host = () => tf.tensor(ids, sites, 'int32');
        const given = () => (computed ? tf.add(host(), tf.scalar(0, 'int32')) : host());
        const indices = given();
        const run = (indices: ReturnType<typeof host>) =>
          ops.scatterElements(tf.tensor(values, data), indices, tf.tensor(updates, sites), options);
        let result = indices;
        tf.env().set('GATHER_SCATTER_ORDERED', !unordered);
        tf.env().set('GATHER_SCATTER_ADAPTER', argument.adapter);
        const names = namesOfPrograms(() => {
          result = run(indices);
        });
        const results = [result, run(indices)];
        const stop = countFromLast();
        results.push(run(given()));
        stop();
        tf.env().set('GATHER_SCATTER_ORDERED', true);
        tf.env().set('GATHER_SCATTER_ADAPTER', 'gpu');
        const found = await Promise.all(results.map((each) => each.data()));
        await tf.setBackend('cpu');
        const expected = run(host()).dataSync();
        await tf.setBackend('webgpu');
        const differ = found.map(
          (values) => expected.filter((each, i) => !Object.is(each, values[i])).length,
        );
        const kinds = names
          .filter((name) => name !== 'ScatterIdentity')
          .map((name) => name.replace(/^(Sort|Sum).*/, 'Sort'));
        return { names: [...new Set(kinds)].sort(), differ };
      },
      { ...given, adapter },
    );
    expect(found).toEqual({ names: programs, differ: [0, 0, 0] });
  });

  test('distinct sites in one tensor are not assumed to be distinct in another', async () => {
    const found = await page().evaluate(async ({ tf, ops }) => {
      const ids = tf.range(0, 300, 1, 'int32');
      const sum = async (size: number) => {
        const options = { reduction: 'add', outOfBounds: 'clamp' } as const;
        const values = ops.scatterElements(tf.zeros([size]), ids, tf.ones([300]), options);
        return [...(await values.data())].slice(98, 101);
      };
      return [await sum(900), await sum(100)];
    });
    expect(found).toEqual([
      [1, 1, 1],
      [1, 201],
    ]);
  });

  test('the flag for the kind of adapter takes three words', async () => {
    const message = await page().evaluate(({ tf, ops, errorOf }) => {
      tf.env().set('GATHER_SCATTER_ADAPTER', 'GPU');
      const options = { reduction: 'add' } as const;
      const found = errorOf(() => ops.scatterElements([0], [0], [1], options));
      tf.env().set('GATHER_SCATTER_ADAPTER', 'gpu');
      return found;
    });
    expect(message).toContain(
      "scatterElements: the flag GATHER_SCATTER_ADAPTER is 'GPU', expected 'auto', 'gpu' or 'software'.",
    );
  });
});
