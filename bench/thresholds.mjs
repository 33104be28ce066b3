/**
 * Times both ways near each threshold of the backends and prints a verdict; exits with 1 if a threshold
 * is misplaced. webgl and webgpu run in Chromium, in software.
 *
 *     npm run bench:thresholds             all backends, about ten minutes
 *     npm run bench:thresholds -- wasm     one or several of cpu, wasm, webgl and webgpu
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { THRESHOLDS } from '../kernels/wasm/assembly/thresholds.js';
import { compileAssembly } from '../scripts/assembly_module.mjs';
import { printThresholds } from './figures.mjs';
import { bundle, runInPage } from './in_page.mjs';
import { settableThresholds } from './thresholds/settable.mjs';

async function inNode(name) {
  // settable.mjs only reaches TypeScript, so the wasm backend's module is compiled with thresholds.
  Object.assign(globalThis, { thresholds: { ...THRESHOLDS }, compileAssembly });
  await import(await bundle(`thresholds/${name}.ts`, 'node', [settableThresholds(name)]));
  return { result: await globalThis.run(), where: `Node ${process.versions.node}` };
}

async function inChromium(name) {
  const plugins = [settableThresholds(name)];
  const { result, version } = await runInPage(`thresholds/${name}.ts`, [], { plugins });
  return { result, where: `Chromium ${version}` };
}

// cpu comes before wasm: once a WebAssembly memory has grown, V8 accesses all typed arrays more slowly.
const BACKENDS = { cpu: inNode, wasm: inNode, webgl: inChromium, webgpu: inChromium };

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
