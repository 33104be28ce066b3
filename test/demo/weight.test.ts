/** The weight of the site's JavaScript, and what is loaded with what. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describeSite } from './visit.js';

/** Most bytes of what is neither tfjs nor uPlot nor the package. */
const HEAVIEST = 45_000;
/** Names of kernels, which no minifier shortens. */
const [OURS, TFJS] = ['ScatterElements', 'UnsortedSegmentSum'];

/** The code of the chunks, by their names. */
function readChunks(): Map<string, string> {
  const folder = join(process.env.TEST_SITE_FOLDER ?? '', 'assets');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** The chunks that a chunk leads to by a pattern, whose group is their name. */
function reached(chunks: Map<string, string>, start: string, pattern: RegExp): string[] {
  const found = new Set([start]);
  for (const name of found) {
    for (const [, next] of (chunks.get(name) ?? '').matchAll(pattern)) {
      if (chunks.has(next)) found.add(next);
    }
  }
  return [...found];
}

/** Chunks that are loaded with another, and all that it may load later. */
const [STATIC, ANY] = [/(?:from|import)\s*["'`]\.\/([^"'`]+)/g, /["'`]\.\/([\w.-]+\.js)["'`]/g];

describeSite('the site', () => {
  test('is light, but for tfjs, uPlot and the package', () => {
    const own = [...readChunks()].filter(([name]) => !/^(tfjs|uplot|package-)/.test(name));
    const weights = own.map(([, code]) => gzipSync(code).length);
    expect(weights.reduce((sum, weight) => sum + weight)).toBeLessThan(HEAVIEST);
  });

  test('has the package once, in a chunk of its own', () => {
    const holding = [...readChunks()].flatMap(([name, code]) => (code.includes(OURS) ? name : []));
    expect(holding).toEqual([expect.stringMatching(/^package-/)]);
  });

  test('has a page without tfjs and the package, and a worker that starts without the package', () => {
    const chunks = readChunks();
    const html = readFileSync(join(process.env.TEST_SITE_FOLDER ?? '', 'index.html'), 'utf8');
    const page = reached(chunks, /src="\.\/assets\/([^"]+)"/.exec(html)?.[1] ?? '', ANY);
    const code = page.map((name) => chunks.get(name)).join('');
    for (const kernel of [OURS, TFJS]) expect(code).not.toContain(kernel);
    const worker = /new Worker\([^)]*?([\w-]+\.js)/.exec(code)?.[1] ?? '';
    expect(reached(chunks, worker, STATIC).join()).not.toContain('package-');
    expect(reached(chunks, worker, ANY).join()).toContain('package-');
  });
});
