/**
 * Prints both ways around each threshold of the wasm module, in Node: of a module with all thresholds out
 * of reach, and of one that all values have passed.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ASSEMBLY, compileAssembly } from '../scripts/assembly_module.mjs';
import { bundle } from './in_page.mjs';
import { thresholdTable } from './figures.mjs';

const THRESHOLDS = 'strategy.ts';

/** Compiles the module with another value in place of each threshold's. */
async function compiledWith(value) {
  const source = await readFile(join(ASSEMBLY, THRESHOLDS), 'utf8');
  const text = source.replace(/(?<=^export const [A-Z_]+: u32 = )\d+/gm, value);
  return compileAssembly({ changed: { [THRESHOLDS]: text } });
}

await import(await bundle('wasm_thresholds.ts', 'node'));
const thresholds = globalThis.run(await compiledWith(2 ** 32 - 1), await compiledWith(0));
console.log(thresholdTable(thresholds, 'ns'));
