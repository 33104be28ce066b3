/**
 * The webgl kernels against tfjs' own, in a browser's software rasteriser: prints a table of medians
 * and ratios from one run.
 */
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { ARGUMENTS, HOW_TO_GET_ONE, provideBrowser } from '../scripts/browser.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const page = join(root, 'build', 'bench', 'webgl_page.js');

const executablePath = provideBrowser();
if (!executablePath) throw new Error(HOW_TO_GET_ONE);
await build({
  entryPoints: [join(root, 'bench', 'webgl_page.ts')],
  outfile: page,
  bundle: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  tsconfig: join(root, 'tsconfig.json'),
  logLevel: 'error',
});
const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
try {
  const tab = await browser.newPage();
  await tab.addScriptTag({ path: page });
  const { renderer, rows } = await tab.evaluate('run()');
  const [{ model }, ...others] = cpus();
  console.log(`${model}, ${others.length + 1} cores; Chromium ${browser.version()}; ${renderer}\n`);
  console.log('| what | this package | against | ms | ms | ratio | aim |');
  console.log('| --- | --- | --- | ---: | ---: | ---: | ---: |');
  for (const { name, ours, theirs, oursMs, theirsMs, ratio, target } of rows) {
    const figures = [oursMs, theirsMs, ratio].map((x) =>
      Number(x.toPrecision(3)).toLocaleString('en'),
    );
    console.log(`| ${[name, ours, theirs, ...figures, target].join(' | ')} |`);
  }
} finally {
  await browser.close();
}
