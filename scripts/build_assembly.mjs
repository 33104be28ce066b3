/**
 * Writes kernels/wasm/bytes.ts: kernels/wasm/assembly/, compiled by AssemblyScript. Each byte is one character.
 * Hexadecimal would add 0.4 kB to compressed bundles, and base64 3 kB.
 *
 *     node scripts/build_assembly.mjs            writes the file
 *     node scripts/build_assembly.mjs --check    fails if the file is out of date
 */
import { Buffer } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { compileAssembly } from './assembly_module.mjs';

const target = new URL('../kernels/wasm/bytes.ts', import.meta.url);

/** Returns how many bytes at the start of two modules are the same. */
function commonLength(a, b) {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** What is added to a byte to get its character. It makes the bytes that begin instructions printable. */
const SHIFT = 36;

/** Encodes bytes as a string literal. */
const literalOf = (bytes) =>
  JSON.stringify(String.fromCharCode(...bytes.map((byte) => byte + SHIFT))).replace(
    /[\x7f-\xff]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16)}`,
  );

const reversed = (bytes) => Buffer.from(bytes).reverse();

/** The source of bytes.ts: the common beginning and end of both modules, and where they differ. */
async function expected() {
  const [plain, shared] = await Promise.all(
    [false, true].map((isShared) => compileAssembly({ isShared })),
  );
  const head = commonLength(plain, shared);
  const tail = commonLength(reversed(plain.subarray(head)), reversed(shared.subarray(head)));
  const constant = (comment, name, literal) =>
    `/** ${comment} */\nexport const ${name} =\n  ${literal};\n`;
  const bytes = (comment, name, part) => constant(comment, name, literalOf(part));
  const source = [
    `/**
 * Made by \`node scripts/build_assembly.mjs\` from kernels/wasm/assembly/: a WebAssembly module as
 * text. Only the import differs between a memory for one thread and a shared memory.
 */
`,
    constant('What is added to a byte to get its character.', 'SHIFT', SHIFT),
    bytes('The bytes before the import of the memory.', 'HEAD', plain.subarray(0, head)),
    bytes('The import of a plain memory.', 'PLAIN', plain.subarray(head, -tail)),
    bytes('The import of a shared memory.', 'SHARED', shared.subarray(head, -tail)),
    bytes('The bytes after it.', 'TAIL', plain.subarray(-tail)),
  ].join('\n');
  const filepath = fileURLToPath(target);
  return format(source, { ...(await resolveConfig(filepath)), filepath });
}

const source = await expected();
if (!process.argv.includes('--check')) {
  await writeFile(target, source);
} else if ((await readFile(target, 'utf8').catch(() => '')) !== source) {
  console.error('kernels/wasm/bytes.ts is out of date. Run npm run build:assembly.');
  process.exitCode = 1;
}
