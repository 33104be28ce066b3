/** Compiles kernels/wasm/assembly/ to a WebAssembly module with AssemblyScript. */
import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const ASSEMBLY = fileURLToPath(new URL('../kernels/wasm/assembly/', import.meta.url));

/** The ops that ops.ts defines, such as ADD_FLOATS; the key, such as addF, begins the export's name. */
const OPS = Object.fromEntries(
  [
    ...(await readFile(join(ASSEMBLY, 'ops.ts'), 'utf8')).matchAll(/^export const (\w+): i32/gm),
  ].map(([, op]) => [op.toLowerCase().replace(/_([fi])\w+/, (_, type) => type.toUpperCase()), op]),
);

/** How to walk sites with an op; the key ends the export's name. */
const WALKS = {
  Singles: (op) => `singles(ops.${op}, call)`,
  Rows: (op) => `rows(ops.${op}, call)`,
};

/** The ops that combine rows as they are gathered. */
const GATHERED = ['addF', 'maxF', 'minF'];

/** Exports each op for each walk, the fused ops, extremes, copy and zero. */
function entry() {
  const exported = (name, call) => `export function ${name}(call: usize): void { ${call}; }`;
  return [
    "import * as ops from './ops';",
    "import { filledDropped, offsetsOfTuples, rows, singles } from './sites';",
    'export function copy(to: usize, from: usize, bytes: usize): void { memory.copy(to, from, bytes); }',
    'export function zero(at: usize, bytes: usize): void { memory.fill(at, 0, bytes); }',
    "import { multiplied, rowsAdded, transposed } from './matrices';",
    'export function addRows(to: usize, from: usize, rows: u32, bytes: u32): void { rowsAdded(to, from, rows, bytes); }',
    'export function transpose(to: usize, from: usize, rows: u32, columns: u32): void { transposed(to, from, rows, columns); }',
    'export function multiply(to: usize, a: usize, down: u32, across: u32, b: usize, rows: u32, inner: u32, columns: u32): void { multiplied(to, a, down, across, b, rows, inner, columns); }',
    "import { dots, gathered, singlesAdded } from './fused';",
    "import { extremesOfLanes } from './extremes';",
    "import { changedByFactors } from './factors';",
    ...GATHERED.map((stem) =>
      exported(`${stem}Gathered`, `gathered(ops.${OPS[stem]}, false, false, call)`),
    ),
    exported('addFHeads', 'gathered(ops.ADD_FLOATS, false, true, call)'),
    exported('addAlike', 'gathered(ops.ADD_FLOATS, true, false, call)'),
    exported('addSingles', 'singlesAdded(call)'),
    exported('dot', 'dots(call)'),
    exported('offsets', 'offsetsOfTuples(call)'),
    exported('fillDropped', 'filledDropped(call)'),
    exported('extremes', 'extremesOfLanes(call)'),
    exported('change', 'changedByFactors(call)'),
    ...Object.entries(WALKS).flatMap(([end, walk]) =>
      Object.entries(OPS).map(([stem, op]) => exported(stem + end, walk(op))),
    ),
  ].join('\n');
}

const COMPILED = 'entry.ts --outFile module.wasm --runtime stub -O3 --converge --noAssert';
const MEMORY = '--importMemory --noExportMemory --enable simd';
const SHARED = '--enable threads --sharedMemory --maximumMemory 65536';

/** Compiles the module for a shared or an unshared memory; returns its bytes. */
export async function compileAssembly({ isShared = false } = {}) {
  let bytes;
  const options = [COMPILED, MEMORY, ...(isShared ? [SHARED] : [])].join(' ').split(' ');
  const { error, stderr } = await asc.main(options, {
    readFile: (name) =>
      name === 'entry.ts' ? entry() : readFile(join(ASSEMBLY, name), 'utf8').catch(() => null),
    writeFile: (name, contents) => {
      if (name === 'module.wasm') bytes = contents;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`${error.message}\n${stderr}`);
  return Buffer.from(bytes);
}
