/** Tests the link checker, which `npm run check:package` runs on the unpacked package. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../support/documents.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'links-'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs', 'page.md'), '# A `page`, and more\n\n## Twice\n\n## Twice\n');
  writeFileSync(join(folder, 'docs', 'plot.svg'), '<svg></svg>');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('links in llms.txt are checked', () => {
  const text = '[a page](docs/page.md#twice) and [none](docs/none.md)';
  writeFileSync(join(folder, 'llms.txt'), text);
  expect(faultsOf('')).toEqual(['llms.txt: the link docs/none.md leads to no file.']);
});

/** Returns the checker's output for a README with this text. */
function faultsOf(text: string): string[] {
  writeFileSync(join(folder, 'README.md'), text);
  const script = join(root, 'scripts', 'check_links.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  const faults = stderr.split('\n').filter((line) => line !== '');
  expect(status).toBe(faults.length === 0 ? 0 : 1);
  return faults;
}

test.each([
  '[a page](docs/page.md), [its title](docs/page.md#a-page-and-more), ![plot](docs/plot.svg)',
  '[the second](docs/page.md#twice-1), [a folder](docs), <img src="docs/plot.svg">',
  '## Here\n\n[here](#here) and [a site](https://example.org/none.md#none)',
  '```md\n[none](none.md)\n```\n\nand `[none](none.md)`',
])('%s has no broken link', (text) => {
  expect(faultsOf(text)).toEqual([]);
});

test.each([
  ['[a page](docs/none.md)', 'docs/none.md leads to no file'],
  ['![a plot](none.svg "a title")', 'none.svg leads to no file'],
  ['[a page][1]\n\n[1]: none.md', 'none.md leads to no file'],
  ['<a href="none.md">a page</a>', 'none.md leads to no file'],
  ['[here](#none)', '#none leads to no heading'],
  ['[a heading](docs/page.md#twice-2)', 'docs/page.md#twice-2 leads to no heading'],
  ['```md\n## Code\n```\n\n[code](#code)', '#code leads to no heading'],
  ['[a plot](docs/plot.svg#x)', 'docs/plot.svg#x names a heading in a file that is not Markdown'],
  ['[a neighbour](../page.md)', '../page.md leads out of the folder'],
])('%j is reported', (text, fault) => {
  expect(faultsOf(text)).toEqual([`README.md: the link ${fault}.`]);
});
