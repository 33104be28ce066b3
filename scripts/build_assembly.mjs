/**
 * Writes kernels/wasm/bytes.ts: the module that AssemblyScript makes of kernels/wasm/assembly/. A byte is
 * a character, or two from 82 to 246. Text of hexadecimal compresses to a tenth more, and keeps more of
 * the code around it out of a compressor's sight.
 *
 *     node scripts/build_assembly.mjs            writes it
 *     node scripts/build_assembly.mjs --check    fails if it is not what would be written
 */
import { Buffer } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { format, resolveConfig } from 'prettier';

const folder = fileURLToPath(new URL('../kernels/wasm/assembly/', import.meta.url));
const target = new URL('../kernels/wasm/bytes.ts', import.meta.url);

/** The name in the assembly of each op that is exported, by the stem of the export's name. */
const OPS = {
  gather: 'GATHER',
  replace: 'REPLACE',
  fill: 'FILL',
  address: 'ADDRESS',
  ...Object.fromEntries(
    ['Floats', 'Integers'].flatMap((numbers) =>
      ['add', 'sub', 'mul', 'max', 'min'].map((name) => [
        `${name}${numbers}`,
        `${name}_${numbers}`.toUpperCase(),
      ]),
    ),
  ),
};

/** The functions of the assembly that walk sites, by the end of the export's name. */
const WALKS = { One: 'one', Two: 'two', Rows: 'rows' };

const ARGUMENTS = [
  ...['data: usize', 'indices: usize', 'values: usize'],
  ...['lines: u32', 'jump: usize', 'count: u32', 'step: usize', 'wraps: u32'],
  ...['size0: u32', 'stride0: u32', 'size1: u32', 'stride1: u32'],
];

/** The functions of the module for gradients, by what they do in the assembly. */
const GRADIENTS = {
  countAttaining: 'COUNT',
  shareOut: 'SHARE',
  divideByCounts: 'DIVIDE',
  timesOthers: 'TIMES',
  take: 'TAKE',
  keepFinite: 'KEEP',
};

const GRADIENT_ARGUMENTS = [
  ...['place: usize', 'slot: usize', 'count: u32', 'step: usize', 'bytes: u32'],
  ...['own: usize', 'a: usize', 'b: usize'],
];

const namesOf = (taken) => taken.map((argument) => argument.split(':')[0]);

/**
 * The entry: an export for each op and each way to walk, for each gradient's loop, and those that copy
 * and look.
 */
function entry() {
  const gradients = Object.entries(GRADIENTS).map(
    ([name, op]) =>
      `export function ${name}(${GRADIENT_ARGUMENTS}): void ` +
      `{ gradients.walk(gradients.${op}, ${namesOf(GRADIENT_ARGUMENTS)}); }`,
  );
  const functions = Object.entries(WALKS).flatMap(([end, walk]) => {
    const taken = walk === 'rows' ? [...ARGUMENTS, 'depth: u32', 'bytes: u32'] : ARGUMENTS;
    const names = namesOf(taken);
    return Object.entries(OPS).map(
      ([stem, op]) =>
        `export function ${stem}${end}(${taken}): u32 { return ${walk}(ops.${op}, ${names}); }`,
    );
  });
  return [
    "import * as ops from './ops';",
    "import { one, two } from './singles';",
    "import { rows } from './rows';",
    "import * as gradients from './gradients';",
    ...gradients,
    "export { holdsZeroOrNaN } from './gradients';",
    'export function copy(to: usize, from: usize, bytes: usize): void { memory.copy(to, from, bytes); }',
    ...functions,
  ].join('\n');
}

/** Compiles the module for a memory that is shared or not; returns its bytes. */
async function compile(options) {
  let bytes;
  const sources = { 'entry.ts': entry() };
  const args = [
    'entry.ts',
    '--outFile',
    'module.wasm',
    '--runtime',
    'stub',
    '-O3',
    '--converge',
    '--noAssert',
  ];
  const memory = ['--importMemory', '--noExportMemory', '--enable', 'simd'];
  const { error, stderr } = await asc.main([...args, ...memory, ...options], {
    readFile: (name) => sources[name] ?? readFile(join(folder, name), 'utf8').catch(() => null),
    writeFile: (name, contents) => {
      if (name === 'module.wasm') bytes = contents;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`${error.message}\n${stderr}`);
  return Buffer.from(bytes);
}

/** Returns the number of bytes that two modules begin with alike. */
function alike(a, b) {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/**
 * The text of bytes, which module.ts reads: of characters that print, without the backslash. Bytes are
 * counted from 247 on and around, for 253 begins each instruction on vectors.
 */
function textOf(bytes) {
  const characters = [...bytes].map((byte) => {
    const number = (byte + 9) % 256;
    const code = 35 + (number % 91);
    return (
      ['', ' ', '!'][Math.floor(number / 91)] + String.fromCharCode(code < 92 ? code : code + 1)
    );
  });
  return characters.join('');
}

const reversed = (bytes) => Buffer.from(bytes).reverse();

/** The source of bytes.ts: what both modules begin and end with, and what only one has. */
async function expected() {
  const [plain, shared] = await Promise.all([
    compile([]),
    compile(['--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536']),
  ]);
  const head = alike(plain, shared);
  const tail = alike(reversed(plain.subarray(head)), reversed(shared.subarray(head)));
  const constant = (comment, name, bytes) =>
    `/** ${comment} */\nexport const ${name} =\n  ${JSON.stringify(textOf(bytes))};\n`;
  const source = [
    `/**
 * Made by \`node scripts/build_assembly.mjs\` from kernels/wasm/assembly/: a module of WebAssembly, as
 * text. It is the same for a memory of one thread and for a shared one, except for its import.
 */
`,
    constant('The bytes before the import of the memory.', 'HEAD', plain.subarray(0, head)),
    constant('The import of a plain memory.', 'PLAIN', plain.subarray(head, -tail)),
    constant('The import of a shared memory.', 'SHARED', shared.subarray(head, -tail)),
    constant('The bytes after it.', 'TAIL', plain.subarray(-tail)),
  ].join('\n');
  const filepath = fileURLToPath(target);
  return format(source, { ...(await resolveConfig(filepath)), filepath });
}

const source = await expected();
if (!process.argv.includes('--check')) {
  await writeFile(target, source);
} else if ((await readFile(target, 'utf8').catch(() => '')) !== source) {
  console.error('kernels/wasm/bytes.ts is out of date: run node scripts/build_assembly.mjs.');
  process.exitCode = 1;
}
