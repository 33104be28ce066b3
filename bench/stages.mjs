/** Prints what each stage of the cpu kernels takes. */
import { bundle } from './in_page.mjs';
import { show } from './figures.mjs';

await import(await bundle('stages.ts', 'node'));
console.log('| stage | what | ns |\n| --- | --- | ---: |');
for (const { stage, what, nanoseconds } of globalThis.run()) {
  console.log(`| ${stage} | ${what} | ${show(nanoseconds)} |`);
}
