/**
 * Times both ways near each threshold of the backends and prints a verdict; exits with 1 if a threshold
 * is misplaced. webgl and webgpu run in Chromium, in software.
 *
 *     npm run bench:thresholds             all backends with thresholds, about ten minutes
 *     npm run bench:thresholds -- webgl    one or several of cpu, webgl and webgpu
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { printThresholds } from './figures.mjs';
import { bundle, runInPage } from './in_page.mjs';
import { settableThresholds } from './thresholds/settable.mjs';

async function inNode(name) {
  await import(await bundle(`thresholds/${name}.ts`, 'node', [settableThresholds(name)]));
  return { result: await globalThis.run(), where: `Node ${process.versions.node}` };
}

async function inChromium(name) {
  const plugins = [settableThresholds(name)];
  const { result, version } = await runInPage(`thresholds/${name}.ts`, [], { plugins });
  return { result, where: `Chromium ${version}` };
}

const BACKENDS = { cpu: inNode, webgl: inChromium, webgpu: inChromium };

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.find((name) => !(name in BACKENDS));
if (unknown !== undefined) {
  throw new Error(`${unknown} is not one of the backends ${Object.keys(BACKENDS).join(', ')}.`);
}
const [{ model }, ...others] = cpus();
for (const [name, run] of Object.entries(BACKENDS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const { result, where } = await run(name);
  console.log(`\n${name}: ${model}, ${others.length + 1} cores; ${where}\n`);
  printThresholds(result);
}
