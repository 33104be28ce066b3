/** The results of the benchmark in words, in a table and in their order. */
import { browserName } from '../../../demo/page/parts/machine/browser_name.js';
import { grouped } from '../../../demo/page/parts/machine/order.js';
import type { Result } from '../../../demo/page/parts/machine/result.js';
import { COLUMNS, markdownOf } from '../../../demo/page/parts/machine/table.js';
import { ratioText, verdictOf } from '../../../demo/page/parts/machine/words.js';

const RESULT: Result = {
  id: 'sums',
  backend: 'webgl',
  size: 4096,
  tfjs: 1234.5,
  accelerated: 2.5,
  ours: 0.5,
  isEstimate: false,
  difference: 1e-6,
  error: '',
};
const SLOWER: Result = { ...RESULT, id: 'add', backend: 'wasm', tfjs: 1, ours: 1.31 };
const SAME: Result = { ...RESULT, id: 'rows', tfjs: 1, ours: 1.01 };
const ALONE: Result = { ...RESULT, backend: 'wasm', tfjs: undefined, error: 'tfjs says: no.' };

const cellsOf = (result: Result) => COLUMNS.map(({ text }) => text(result));

test('a result has its times, how many times as fast they are, and whether it is the same', () => {
  const times = ['1,230', '2.5', '0.5'];
  const ratios = ['494 × as fast', '2,470 × as fast'];
  expect(cellsOf(RESULT)).toEqual(['Sum segments', '4,096', 'webgl', ...times, ...ratios, 'yes']);
});

test('one without acceleration has no ratio of it', () => {
  const cells = cellsOf({ ...RESULT, accelerated: undefined });
  expect([cells[4], cells[6]]).toEqual(['–', '–']);
});

test('what was not run is marked wherever it counts', () => {
  const cells = cellsOf({ ...RESULT, isEstimate: true, difference: undefined });
  const ratios = ['≈ 494 × as fast', '≈ 2,470 × as fast'];
  expect(cells.slice(3)).toEqual(['≈ 1,230', '2.5', '0.5', ...ratios, 'not compared']);
});

test('what tfjs cannot compute says why', () => {
  expect(cellsOf(ALONE).slice(3)).toEqual(['fails', '2.5', '0.5', '–', '–', 'tfjs says: no.']);
});

test('a result that differs says by how much', () => {
  expect(cellsOf({ ...RESULT, difference: 0.25 }).at(-1)).toBe('differs by 0.25');
  expect(cellsOf({ ...RESULT, difference: NaN }).at(-1)).toBe('differs by NaN');
});

test.each([
  [4, '2 × as fast'],
  [2.62, '1.31 × as fast'],
  [2, 'as fast'],
  [1, '2 × slower'],
  [2 / 1.31, '1.31 × slower'],
])('a ratio says what is slower: tfjs in %f ms', (tfjs, text) => {
  expect(ratioText({ ...RESULT, tfjs }, 2)).toBe(text);
});

test.each<[string, Result[], string]>([
  ['nothing', [], ''],
  [
    'one that is faster',
    [RESULT],
    'This package is faster in the one comparison: up to 2,470 times as fast, for “Sum segments” on webgl.',
  ],
  [
    'an estimate',
    [{ ...RESULT, isEstimate: true }],
    'This package is faster in the one comparison: up to about 2,470 times as fast, for “Sum segments” on webgl.',
  ],
  [
    'one that is slower',
    [SLOWER],
    'In the one comparison this package is slower: it takes 1.31 times as long, for “Scatter-add” on wasm.',
  ],
  [
    'several that are slower',
    [SLOWER, { ...SLOWER, backend: 'cpu', ours: 1.2 }],
    'In both comparisons this package is slower: it takes up to 1.31 times as long, for “Scatter-add” on wasm.',
  ],
  [
    'one of each',
    [ALONE, SLOWER, RESULT, SAME],
    'This package is faster in 1 of 3 comparisons: up to 2,470 times as fast, for “Sum segments” on webgl. ' +
      'In 1 of 3 comparisons both take about the same time. ' +
      'In 1 of 3 comparisons this package is slower: it takes 1.31 times as long, for “Scatter-add” on wasm. ' +
      'tfjs by itself cannot compute “Sum segments” on wasm; with this package it can.',
  ],
])('the verdict on %s', (_, results, sentences) => {
  expect(verdictOf(results)).toBe(sentences);
});

test('gathers come before scatters, and in both the largest ratio first', () => {
  const order = grouped([SLOWER, ALONE, SAME, RESULT]).map(({ title, comparisons }) => [
    title,
    comparisons.map(({ id, results }) => [id, results.length]),
  ]);
  const scatters = [
    ['sums', 2],
    ['add', 1],
  ];
  expect(order).toEqual([
    ['Gathers', [['rows', 1]]],
    ['Scatters', scatters],
  ]);
});

test('Markdown has the verdict, the machine, and a table whose cells are kept apart', () => {
  const lines = markdownOf([['Renderer', 'A GPU']], [{ ...ALONE, error: 'a | b' }]).split('\n');
  expect(lines.slice(0, 4)).toEqual([verdictOf([ALONE]), '', '- Renderer: A GPU', '']);
  expect(lines[5]).toBe('| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | --- |');
  expect(lines[6]).toBe('| Sum segments | 4,096 | wasm | fails | 2.5 | 0.5 | – | – | a \\| b |');
});

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

test.each([
  [`${WINDOWS} ${CHROME}`, 'Chrome 156 on Windows'],
  [`${WINDOWS} ${CHROME} Edg/156.0.0.0`, 'Edge 156 on Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
    'Firefox 153 on Linux',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari 19 on iOS',
  ],
  ['Something', 'A browser'],
])('the browser of %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
