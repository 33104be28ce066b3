/** How scatters run on webgl without a flag, seen by the names of their programs. */
import { describeInPage, HALF_FLOATS, NO_BLENDING, ON_GPU } from '../support/page/describe.js';

const COPIED = 'CopyProgram';
const DRAWN = 'ScatterTrianglesProgram';
const ORDERED = 'ScatterOrderedProgram';

/** Scatters into [60, 9]: the sites, whether they are only on the GPU, the reduction, and includeSelf. */
const CALLS = [
  ['many', 90, false, 'add', true],
  ['many maxima', 90, false, 'max', true],
  ['few', 3, false, 'add', true],
  ['few that replace', 3, false, 'none', true],
  ['few maxima', 3, false, 'max', true],
  ['few sums without data', 3, false, 'add', false],
  ['many on the GPU', 90, true, 'add', true],
  ['maxima on the GPU', 90, true, 'max', true],
  ['last ones on the GPU', 90, true, 'none', true],
] as const;

const CHOSEN = [
  [ORDERED],
  [ORDERED],
  [COPIED, DRAWN],
  [COPIED, DRAWN],
  [COPIED, ORDERED],
  [COPIED, ORDERED],
  [COPIED, DRAWN],
  [ORDERED],
  [COPIED, DRAWN],
];
const WITHOUT_BLENDING = [
  [ORDERED],
  [ORDERED],
  [COPIED, ORDERED],
  [COPIED, DRAWN],
  [COPIED, ORDERED],
  [COPIED, ORDERED],
  [ORDERED],
  [ORDERED],
  [COPIED, DRAWN],
];

describe.each([
  ['with blending', ON_GPU, CHOSEN, ['max']],
  ['half floats', HALF_FLOATS, CHOSEN, ['max']],
  ['without blending', NO_BLENDING, WITHOUT_BLENDING, ['add', 'max']],
])('%s', (_, flags, expected, readOnce) => {
  describeInPage('scatters', { flags }, (page) => {
    test.each(CALLS.map((call, n) => [call[0], call, expected[n]] as const))(
      '%s',
      async (_, call, names) => {
        const found = await page().evaluate(async (globals) => {
          const { tf, ops, namesOfPrograms, countReads, argument } = globals;
          const [, sites, isOnGpu, reduction, includeSelf] = argument;
          const values = Int32Array.from({ length: sites }, (_, i) => (i * 7) % 60);
          let ids: ReturnType<typeof tf.tensor> = tf.tensor2d(values, [sites, 1], 'int32');
          if (isOnGpu) ids = tf.add(ids, tf.scalar(0, 'int32'));
          const data = tf.range(0, 540).reshape([60, 9]);
          const updates = tf.range(0, 9 * sites).reshape([sites, 9]);
          const results: number[][] = [];
          const run = () => {
            let result = data;
            const stop = countReads();
            const names = namesOfPrograms(() => {
              result = ops.scatterND(data, ids, updates, { reduction, includeSelf });
            });
            const reads = stop();
            results.push([...result.dataSync()]);
            return { names: names.filter((name) => /^(Copy|Scatter)/.test(name)), reads };
          };
          const runs = [run(), run()];
          await tf.setBackend('cpu');
          const wanted = ops.scatterND(data, ids, updates, { reduction, includeSelf });
          results.push([...wanted.dataSync()]);
          await tf.setBackend('webgl');
          return { runs, results };
        }, call);
        const isRead = call[2] && readOnce.includes(call[3]);
        expect(found.runs[1]).toEqual({ names, reads: 0 });
        expect(found.runs[0].names).toEqual(names);
        expect(found.runs[0].reads > 0).toBe(isRead);
        const [first, second, wanted] = found.results;
        expect(second).toEqual(first);
        if (flags !== HALF_FLOATS) expect(first).toEqual(wanted);
      },
    );
  });
});

describeInPage('a misspelt strategy', { flags: ON_GPU }, (page) => {
  test('is an error', async () => {
    const found = await page().evaluate(({ tf, ops, errorOf }) => {
      tf.env().set('GATHER_SCATTER_STRATEGY', 'draws');
      const message = errorOf(() => ops.scatterND(tf.zeros([9]), [[1]], [2], { reduction: 'add' }));
      tf.env().set('GATHER_SCATTER_STRATEGY', 'auto');
      return message;
    });
    expect(found).toBe(
      "Error: scatterND: the flag GATHER_SCATTER_STRATEGY is 'draws', expected 'auto', 'drawn' or " +
        "'ordered'.",
    );
  });
});
