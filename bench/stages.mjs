/** Prints what each stage of the cpu kernels takes, and both ways around each of their thresholds. */
import { bundle } from './in_page.mjs';
import { printThresholds, show, table } from './figures.mjs';

await import(await bundle('stages.ts', 'node'));
const { stages, thresholds } = await globalThis.run();
const stageRows = stages.map(({ stage, what, nanoseconds }) => [
  `${stage}: ${what}`,
  show(nanoseconds),
]);
console.log(table(['stage', 'ns'], stageRows));

console.log('');
printThresholds(thresholds, 'ns');
