/** The benchmark's choice of sizes and samples, its words and its links. */
import { COMPARISON_IDS } from '../../../demo/page/parts/machine/comparisons.js';
import { sharedReport } from '../../../demo/page/parts/machine/link.js';
import { measure, type Side } from '../../../demo/page/parts/machine/measure.js';
import {
  outcomeOf,
  samenessOf,
  verdictOf,
  type Report,
  type Result,
} from '../../../demo/page/parts/machine/result.js';
import { BACKENDS } from '../../../demo/page/shared/backends.js';

/** A side whose calls take `ms(size)`; the log gets what it is asked. */
function sideOf(name: string, ms: (size: number) => number, log: string[] = []): Side {
  let size = 0;
  return {
    prepare(_, next) {
      size = next;
      return Promise.resolve();
    },
    time() {
      log.push(`${name} ${size}`);
      return Promise.resolve(ms(size));
    },
    values: () => Promise.resolve(new Float32Array(1)),
    difference: () => Promise.resolve(0),
  };
}

const linear = (size: number) => size / 10_000;
const quadratic = (size: number) => (size / 256) ** 2;

test('measures with the wished number of indices, by turns', async () => {
  const log: string[] = [];
  const sides = [sideOf('tfjs', linear, log), sideOf('ours', linear, log)];
  const times = [1.64, 1.64, 1.64];
  const result = { size: 16_384, stock: times, ours: times, difference: 0, error: '' };
  expect(await measure(sides, 'rows', 16_384)).toEqual(result);
  expect(log.slice(-18)).toEqual(Array(9).fill(['tfjs 16384', 'ours 16384']).flat());
});

test('uses fewer indices where more could take one side too long', async () => {
  const sides = [sideOf('tfjs', quadratic), sideOf('ours', linear)];
  expect((await measure(sides, 'rows', 262_144)).size).toBe(1024);
});

test('tells the error of a side, and measures the other', async () => {
  const prepare = () => Promise.reject(new Error('There is no kernel.'));
  const sides = [{ ...sideOf('tfjs', linear), prepare }, sideOf('ours', linear)];
  const measured = await measure(sides, 'rows', 1024);
  const error = 'tfjs: There is no kernel.';
  expect(measured).toMatchObject({ stock: null, difference: null, error });
  expect(measured.ours).toHaveLength(3);
});

const RESULT: Result = {
  id: 'sums',
  backend: 'webgl',
  size: 4096,
  stock: [9, 10, 11],
  ours: [0.9, 1, 1.1],
  difference: 0.00000123,
  error: '',
};
const SLOWER = { ...RESULT, stock: RESULT.ours, ours: RESULT.stock };
const EVEN = { ...RESULT, stock: RESULT.ours };
const ALONE = { ...RESULT, stock: null, difference: null, error: 'tfjs: no kernel.' };
const FAILED = { ...ALONE, ours: null };

test.each<[Result, string, string]>([
  [RESULT, '7 to 15 times as fast', 'ours'],
  [SLOWER, '7 to 15 times slower', 'stock'],
  [EVEN, 'About as fast', 'other'],
  [ALONE, 'Only this package works', 'ours'],
  [FAILED, 'Fails', 'stock'],
])('says who wins %#', (result, text, winner) => {
  expect(outcomeOf(result)).toEqual({ text, winner });
});

test('counts losses as it counts wins', () => {
  expect(verdictOf([RESULT, ALONE, SLOWER, EVEN])).toBe(
    'this package wins 2, stock tfjs wins 1, and they tie in 1',
  );
});

test('says whether results are the same', () => {
  expect(samenessOf(RESULT)).toBe('yes');
  expect(samenessOf({ ...RESULT, difference: 0.25 })).toBe('differs by 0.25');
  expect(samenessOf({ ...RESULT, difference: null })).toBe('differs by NaN');
  expect(samenessOf(ALONE)).toBe('–');
});

/** A run on all backends. */
const REPORT: Report = {
  when: 1_790_000_000_123,
  browser: 'Firefox 153',
  backends: [...BACKENDS],
  results: BACKENDS.flatMap((backend) =>
    COMPARISON_IDS.map((id, i) => ({ ...RESULT, id, backend, size: 256 * 4 ** i })),
  ),
};

test('results come out of a short link as they went in', () => {
  const link = sharedReport.write(REPORT);
  expect(sharedReport.read(link)).toEqual(REPORT);
  expect(new URLSearchParams({ results: link }).toString().length).toBeLessThan(900);
  const part = { ...REPORT, results: [{ ...FAILED, error: 'a * b' }, EVEN] };
  expect(sharedReport.read(sharedReport.write(part))?.results).toEqual([
    { ...FAILED, error: 'a   b' },
    EVEN,
  ]);
});

const ROW = sharedReport.write({ ...REPORT, results: [RESULT] }).split('*')[3];

test.each([
  ['a word', 'fast'],
  ['half a link', sharedReport.write(REPORT).slice(0, 99)],
  ['an unknown backend', `1*Firefox 153*5*${ROW}`],
  ['an unknown comparison', `1*Firefox 153*0*z${ROW.slice(1)}`],
  ['a time of zero', `1*Firefox 153*0*${ROW.slice(0, 2)}000${ROW.slice(5)}`],
  ['too few times', `1*Firefox 153*0*${ROW.slice(3)}`],
])('a link with %s is refused', (_, link) => {
  expect(sharedReport.read(`1*Firefox 153*0*${ROW}`)?.results).toEqual([RESULT]);
  expect(sharedReport.read(link)).toBeUndefined();
});
