/** Compiles kernels/wasm/assembly/ to a module of WebAssembly, by AssemblyScript. */
import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { THRESHOLDS } from '../kernels/wasm/assembly/thresholds.js';

/** The folder of the sources. */
const ASSEMBLY = fileURLToPath(new URL('../kernels/wasm/assembly/', import.meta.url));

/** The name in the assembly of each op that is exported, by the stem of the export's name. */
const OPS = {
  gather: 'GATHER',
  replace: 'REPLACE',
  fill: 'FILL',
  ...Object.fromEntries(
    ['add', 'sub', 'mul', 'max', 'min'].flatMap((name) => [
      [`${name}F`, `${name}_FLOATS`.toUpperCase()],
      [`${name}I`, `${name}_INTEGERS`.toUpperCase()],
    ]),
  ),
};

/** The functions of the assembly that walk sites, by the end of the export's name. */
const WALKS = { 1: 'one', 2: 'two', Rows: 'rows' };

/** The ops that combine rows at their sources. */
const GATHERED = ['addF', 'maxF', 'minF'];

/**
 * The entry: an export for each op and each way to walk, for those that combine rows at their sources, and
 * some more.
 */
function entry() {
  const functions = Object.entries(WALKS).flatMap(([end, walk]) =>
    Object.entries(OPS).map(
      ([stem, op]) =>
        `export function ${stem}${end}(call: usize): u32 { return ${walk}(ops.${op}, call); }`,
    ),
  );
  return [
    "import * as ops from './ops';",
    "import { one, two } from './singles';",
    "import { rows } from './rows';",
    'export function copy(to: usize, from: usize, bytes: usize): void { memory.copy(to, from, bytes); }',
    "import { dots, gathered } from './fused';",
    ...GATHERED.map(
      (stem) =>
        `export function ${stem}Gathered(call: usize): u32 { return gathered(ops.${OPS[stem]}, false, call); }`,
    ),
    'export function addAlike(call: usize): u32 { return gathered(ops.ADD_FLOATS, true, call); }',
    'export function dot(call: usize): u32 { return dots(call); }',
    ...functions,
  ].join('\n');
}

const OF_SHARED_MEMORY = ['--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536'];

/** Declares thresholds as constants. */
const declared = (thresholds) =>
  Object.entries(thresholds)
    .map(([name, value]) => `export const ${name}: u32 = ${value};`)
    .join('\n');

/** Compiles the module for a memory that is shared or not; returns its bytes. */
export async function compileAssembly({ isShared = false, thresholds = THRESHOLDS } = {}) {
  let bytes;
  const sources = { 'entry.ts': entry(), 'strategy.ts': declared(thresholds) };
  const options = isShared ? OF_SHARED_MEMORY : [];
  const args = [
    'entry.ts',
    '--outFile',
    'module.wasm',
    '--runtime',
    'stub',
    '-O3z',
    '--converge',
    '--noAssert',
  ];
  const memory = ['--importMemory', '--noExportMemory', '--enable', 'simd'];
  const { error, stderr } = await asc.main([...args, ...memory, ...options], {
    readFile: (name) => sources[name] ?? readFile(join(ASSEMBLY, name), 'utf8').catch(() => null),
    writeFile: (name, contents) => {
      if (name === 'module.wasm') bytes = contents;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`${error.message}\n${stderr}`);
  return Buffer.from(bytes);
}
