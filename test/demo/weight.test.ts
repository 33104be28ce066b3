/** The weight of the site's JavaScript, and what is loaded with what. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describeSite } from './visit.js';

const FOLDER = process.env.TEST_SITE_FOLDER ?? '';
/** Most bytes of what is neither tfjs nor uPlot nor the package. */
const HEAVIEST = 46_500;
/** The name of a kernel of the package, which no minifier shortens. */
const OURS = 'GatherElements';

/** The names of the scripts, and their code. */
function readScripts(): [name: string, code: string][] {
  const folder = join(FOLDER, 'assets');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

describeSite('the site', () => {
  test('is light, but for tfjs, uPlot and the package', () => {
    const own = readScripts().filter(([name]) => !/^(tfjs|uplot|package-)/.test(name));
    const weights = own.map(([, code]) => gzipSync(code).length);
    expect(weights.reduce((sum, weight) => sum + weight)).toBeLessThan(HEAVIEST);
  });

  test('has the package once, in a chunk of its own', () => {
    const holding = readScripts().flatMap(([name, code]) => (code.includes(OURS) ? name : []));
    expect(holding).toEqual([expect.stringMatching(/^package-/)]);
  });

  test('has llms.txt, and the documents that it links', () => {
    const text = readFileSync(join(FOLDER, 'llms.txt'), 'utf8');
    const links = [...text.matchAll(/\]\((\w[^)#]*)/g)].map(([, link]) => link);
    expect(links).toContain('docs/recipes.md');
    for (const link of links) expect(readFileSync(join(FOLDER, link), 'utf8')).toMatch(/^# /);
  });

  test('has a page that imports nothing at once: its workers load tfjs and the package', () => {
    const html = readFileSync(join(FOLDER, 'index.html'), 'utf8');
    const page = readScripts().filter(([name]) => html.includes(name));
    expect(page).toHaveLength(1);
    expect(page[0][1]).not.toMatch(/(from|import) *["'`][.][/]/);
  });
});
