/**
 * Times both ways near each threshold of the cpu backend, in ten minutes, and prints a verdict; exits with 1 if a
 * threshold is misplaced. `npm run bench -- --only gpu` times those of GPUs.
 */
import { cpus } from 'node:os';
import { printThresholds } from './figures.mjs';
import { bundle } from './in_page.mjs';
import { settableThresholds } from './thresholds/settable.mjs';

await import(await bundle('thresholds/cpu.ts', 'node', [settableThresholds('cpu')]));
const [{ model }, ...others] = cpus();
console.log(`\ncpu: ${model}, ${others.length + 1} cores; Node ${process.versions.node}\n`);
printThresholds(await globalThis.run());
