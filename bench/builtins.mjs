/**
 * The gradient of a lookup, tfjs' own against the accelerated one, on cpu and in a browser's
 * software rasteriser: prints a table of medians and ratios from one run.
 */
import { bundle, runInPage } from './in_page.mjs';
import { show } from './figures.mjs';

async function onCpu() {
  await import(await bundle('builtins_lookup.ts', 'node'));
  return globalThis.run('cpu', 3);
}

async function onWebgl() {
  return (await runInPage('builtins_lookup.ts', "run('webgl', 9)")).result;
}

console.log('The gradient of looking up 512 ids in a table of 4096 × 64\n');
console.log('| backend | tfjs, ms | accelerated, ms | ratio |');
console.log('| --- | ---: | ---: | ---: |');
for (const { backend, stockMs, acceleratedMs } of [await onCpu(), await onWebgl()]) {
  const figures = [stockMs, acceleratedMs, stockMs / acceleratedMs].map(show);
  console.log(`| ${[backend, ...figures].join(' | ')} |`);
}
