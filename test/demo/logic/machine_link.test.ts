/** Results in a link: what goes in comes out, and anything else is told. */
import { pack, unpack } from '../../../demo/page/parts/machine/packed_text.js';
import type { Result } from '../../../demo/page/parts/machine/result.js';
import {
  decodeResults,
  encodeResults,
  LinkError,
} from '../../../demo/page/parts/machine/shared_results.js';

const RESULTS: Result[] = [
  {
    id: 'sums',
    backend: 'webgl',
    size: 4096,
    tfjs: 1235,
    accelerated: 2.5,
    ours: 0.5,
    isEstimate: true,
    difference: 1e-6,
    error: '',
  },
  {
    id: 'gradient',
    backend: 'wasm',
    size: 262_144,
    tfjs: undefined,
    accelerated: undefined,
    ours: 0.001235,
    isEstimate: false,
    difference: undefined,
    error: 'tfjs says: Kernel ‘X’ not registered.',
  },
];
const SHARED = {
  when: new Date('2026-11-22T06:15:00Z'),
  facts: [['Renderer', 'A “GPU” – ½']],
  results: RESULTS,
} as const;

test('results come out of a link as they went in', async () => {
  const link = await encodeResults(SHARED);
  expect(link).toMatch(/^1\.[\w-]+$/);
  expect(await decodeResults(link)).toEqual(SHARED);
});

test('times keep four digits, and differences that are no number stay large', async () => {
  const [first] = RESULTS;
  const results = [{ ...first, tfjs: 1234.5678, difference: NaN }];
  const decoded = await decodeResults(await encodeResults({ ...SHARED, results }));
  expect(decoded.results).toEqual([{ ...first, tfjs: 1235, difference: 1e9 }]);
});

test('a link with everything on four backends is short', async () => {
  const facts = Array.from({ length: 10 }, (_, i) => [`Fact ${i}`, `Value ${i * 7919}`] as const);
  const results = (['webgl', 'cpu', 'wasm', 'webgpu'] as const).flatMap((backend, b) =>
    (['rows', 'elements', 'add', 'replace', 'sums', 'gradient', 'maxima'] as const).map(
      (id, i): Result => ({ ...RESULTS[0], id, backend, ours: Math.sqrt(2 + i + 7 * b) }),
    ),
  );
  const link = await encodeResults({ ...SHARED, facts, results });
  expect(link.length).toBeLessThan(1200);
  expect((await decodeResults(link)).results).toHaveLength(28);
});

const wordOf = async (value: unknown) => `1.${await pack(JSON.stringify(value))}`;
const FACTS = [['Renderer', 'A GPU']];
const ROW = ['sums', 'cpu', 256, 1, 2, 3, 0, 0];
const rowWith = (...changes: [number, unknown][]) => {
  const row: unknown[] = [...ROW];
  for (const [place, value] of changes) row[place] = value;
  return wordOf([1, FACTS, [row]]);
};

test('the rows that the next test spoils are whole', async () => {
  expect((await decodeResults(await rowWith())).results).toHaveLength(1);
});

test.each<[string, () => string | Promise<string>, RegExp]>([
  ['nothing', () => '', /holds no results: ‘’ does not look like any/],
  ['another word', () => 'fast', /holds no results: ‘fast’/],
  ['letters that are none', () => '1.a+b', /holds no results/],
  ['a text without end', () => `1.${'a'.repeat(9000)}`, /holds no results/],
  ['another version', () => '2.abc', /have version 2, and this page reads version 1/],
  [
    'half a link',
    async () => (await rowWith()).slice(0, 30),
    /cannot be read: the text is damaged/,
  ],
  ['no base64', () => '1.abcde', /the text is damaged/],
  ['a text that grows', () => wordOf('a'.repeat(100_000)), /the text is damaged/],
  ['no list', () => wordOf({ a: 1 }), /parts are missing/],
  ['half of it', () => wordOf([1, FACTS]), /parts are missing/],
  ['no time', () => wordOf(['now', FACTS, [ROW]]), /when they were measured/],
  ['a time of another age', () => wordOf([1e12, FACTS, [ROW]]), /when they were measured/],
  ['no facts', () => wordOf([1, 'A GPU', [ROW]]), /on which machine/],
  ['facts that are no pairs', () => wordOf([1, [['a']], [ROW]]), /on which machine/],
  [
    'a fact of great length',
    () => wordOf([1, [['a', 'b'.repeat(201)]], [ROW]]),
    /on which machine/,
  ],
  ['no rows', () => wordOf([1, FACTS, []]), /the times are damaged/],
  ['a short row', () => wordOf([1, FACTS, [ROW.slice(0, 7)]]), /the times are damaged/],
  ['an unknown comparison', () => rowWith([0, 'sorting']), /the times are damaged/],
  ['an unknown backend', () => rowWith([1, 'abacus']), /the times are damaged/],
  ['an unknown size', () => rowWith([2, 255]), /the times are damaged/],
  ['a negative time', () => rowWith([3, -2]), /the times are damaged/],
  ['a time of nothing', () => rowWith([5, 0]), /the times are damaged/],
  ['a time that is a text', () => rowWith([4, '1']), /the times are damaged/],
  ['a mark that is none', () => rowWith([6, 2]), /the times are damaged/],
  ['no reason for a missing time', () => rowWith([3, -1]), /the times are damaged/],
  ['an error that is no text', () => rowWith([8, 7]), /the times are damaged/],
  ['a comparison twice', () => wordOf([1, FACTS, [ROW, ROW]]), /a comparison is there twice/],
])('tells that an address has %s', async (_, make, sentence) => {
  const word = await make();
  await expect(decodeResults(word)).rejects.toThrow(LinkError);
  await expect(decodeResults(word)).rejects.toThrow(sentence);
});

test('texts are unpacked to a length, and not beyond', async () => {
  const word = await pack('ä'.repeat(500));
  expect(await unpack(word, 1000)).toBe('ä'.repeat(500));
  await expect(unpack(word, 999)).rejects.toThrow(/more than 999 bytes/);
});
