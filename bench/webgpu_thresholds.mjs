/** Prints both ways around each threshold of the webgpu kernels, in Chromium on its software adapter. */
import { cpus } from 'node:os';
import { runInPage } from './in_page.mjs';
import { printThresholds } from './figures.mjs';
import { settableThresholds } from './webgpu/settable_thresholds.mjs';

const file = 'webgpu_thresholds_page.ts';
const { result, version } = await runInPage(file, 'run()', [settableThresholds]);
const [{ model }, ...others] = cpus();
console.log(`${model}, ${others.length + 1} cores; Chromium ${version}\n`);
printThresholds(result, 'ms');
