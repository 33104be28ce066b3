/**
 * The webgl kernels against tfjs' own, in a browser's software rasteriser: prints a table of medians
 * and ratios from one run.
 */
import { cpus } from 'node:os';
import { runInPage } from './in_page.mjs';
import { show } from './figures.mjs';

const { result, version } = await runInPage('webgl_page.ts', 'run()');
const [{ model }, ...others] = cpus();
console.log(`${model}, ${others.length + 1} cores; Chromium ${version}; ${result.renderer}\n`);
console.log('| what | this package | against | ms | ms | ratio | aim |');
console.log('| --- | --- | --- | ---: | ---: | ---: | ---: |');
for (const { name, ours, theirs, oursMs, theirsMs, ratio, target } of result.rows) {
  const figures = [oursMs, theirsMs, ratio].map(show);
  console.log(`| ${[name, ours, theirs, ...figures, target].join(' | ')} |`);
}
