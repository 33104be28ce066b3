/**
 * Times both ways near each threshold of the cpu backend, in a minute, and prints a verdict; exits with 1 if a
 * threshold is misplaced. `npm run bench -- --only gpu` times those of GPUs.
 */
import { cpus } from 'node:os';
import { bundle } from './in_page.mjs';
import { settableThresholds } from './thresholds/settable.mjs';

const [{ model }, ...others] = cpus();
console.log(`\ncpu: ${model}, ${others.length + 1} cores; Node ${process.versions.node}\n`);
await import(await bundle('thresholds/cpu.mjs', 'node', [settableThresholds('cpu')]));
await globalThis.run();
