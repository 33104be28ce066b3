/**
 * Writes kernels/wasm/bytes.ts: kernels/wasm/assembly/, compiled by AssemblyScript. Bytes are encoded
 * as one character, or as two from 82 to 246. Hexadecimal would compress to 10% more, and push more of
 * the surrounding code out of the compressor's window.
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

/**
 * Encodes bytes for module.ts as printable characters without the backslash. The code starts at 247 and
 * wraps around, because 253 begins each vector instruction.
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

/** The source of bytes.ts: the common beginning and end of both modules, and where they differ. */
async function expected() {
  const [plain, shared] = await Promise.all(
    [false, true].map((isShared) => compileAssembly({ isShared })),
  );
  const head = commonLength(plain, shared);
  const tail = commonLength(reversed(plain.subarray(head)), reversed(shared.subarray(head)));
  const constant = (comment, name, bytes) =>
    `/** ${comment} */\nexport const ${name} =\n  ${JSON.stringify(textOf(bytes))};\n`;
  const source = [
    `/**
 * Made by \`node scripts/build_assembly.mjs\` from kernels/wasm/assembly/: a WebAssembly module as
 * text. Only the import differs between a memory for one thread and a shared memory.
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
  console.error('kernels/wasm/bytes.ts is out of date. Run npm run build:assembly.');
  process.exitCode = 1;
}
