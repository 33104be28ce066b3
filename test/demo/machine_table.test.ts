/** The results of the benchmark as text. */
import type { Result } from '../../demo/page/parts/machine/measure.js';
import { COLUMNS, markdownOf, ratioText } from '../../demo/page/parts/machine/table.js';

const RESULT: Result = {
  title: 'Sum',
  what: 'of a | b',
  backend: 'webgl',
  tfjs: 1234.5,
  accelerated: 2.5,
  ours: 0.5,
  isEstimate: false,
  difference: 1e-6,
};

const cellsOf = (result: Result) => COLUMNS.map(({ text }) => text(result));

test('a result has its times, how many times as fast they are, and whether it is the same', () => {
  expect(cellsOf(RESULT)).toEqual([
    'Sum: of a | b',
    'webgl',
    '1,230',
    '2.5',
    '0.5',
    '494',
    '2,470',
    'yes',
  ]);
});

test('one without acceleration has no ratio of it', () => {
  const cells = cellsOf({ ...RESULT, accelerated: undefined });
  expect([cells[3], cells[5]]).toEqual(['–', '–']);
});

test('what was not run is marked wherever it counts', () => {
  const cells = cellsOf({ ...RESULT, isEstimate: true, difference: undefined });
  expect(cells.slice(2)).toEqual(['≈ 1,230', '2.5', '0.5', '≈ 494', '≈ 2,470', 'not compared']);
  expect(ratioText({ ...RESULT, isEstimate: true }, 1)).toBe('≈ 1,230');
});

test('a result that differs says by how much', () => {
  expect(cellsOf({ ...RESULT, difference: 0.25 }).at(-1)).toBe('differs by 0.25');
  expect(cellsOf({ ...RESULT, difference: NaN }).at(-1)).toBe('differs by NaN');
});

test('Markdown has the machine, and a table whose cells are kept apart', () => {
  expect(markdownOf([['Renderer', 'A GPU']], [RESULT])).toBe(
    [
      '- Renderer: A GPU',
      '',
      '| What | Backend | tfjs, ms | tfjs accelerated, ms | this package, ms | ' +
        'accelerated, times as fast | this package, times as fast | Same result |',
      '| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |',
      '| Sum: of a \\| b | webgl | 1,230 | 2.5 | 0.5 | 494 | 2,470 | yes |',
      '',
    ].join('\n'),
  );
});
