/**
 * Prints both ways around each threshold of the wasm module, in Node: of a module with all thresholds out
 * of reach, and of one that all values have passed.
 */
import { THRESHOLDS } from '../kernels/wasm/assembly/thresholds.js';
import { compileAssembly } from '../scripts/assembly_module.mjs';
import { bundle } from './in_page.mjs';
import { printThresholds } from './figures.mjs';

/** Compiles the module with one value for every threshold. */
function compiledWith(value) {
  const thresholds = Object.fromEntries(Object.keys(THRESHOLDS).map((name) => [name, value]));
  return compileAssembly({ thresholds });
}

await import(await bundle('wasm_thresholds.ts', 'node'));
const modules = await Promise.all([2 ** 32 - 1, 0].map(compiledWith));
printThresholds(globalThis.run(modules, THRESHOLDS), 'ns');
