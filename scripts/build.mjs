/**
 * Builds dist from scratch: ES modules, CommonJS, declarations for both, and a bundle for script tags. Each entry point
 * also gets a folder with a package.json, for resolvers that do not read `exports`.
 * Each half has its own declarations, because TypeScript takes a declaration file's format from its
 * package. Does nothing if dist was built from the same files by the same tools.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { buildBundle } from './bundle.mjs';
import { MODULES } from './entries.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** Compiles src and kernels; resolves to whether that succeeded. `npm run typecheck` checks the types. */
function compile(outDir, options) {
  const args = [compiler, '-p', 'tsconfig.build.json', '--noCheck', '--outDir', outDir, ...options];
  return new Promise((resolve, reject) => {
    // tsc reports go to stderr, because npm pack needs stdout.
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code !== 0) console.error(`The build of ${outDir} failed: tsc exited with ${code}.`);
      resolve(code === 0);
    });
  });
}

/** A digest of everything that dist is built from, including the tools' versions. */
async function digestOfInputs() {
  const hash = createHash('sha256');
  const below = async (folder) =>
    (await readdir(root + folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`)
      .sort();
  const folders = await Promise.all(['src', 'kernels', 'scripts'].map(below));
  const single = ['package-lock.json', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];
  for (const file of [...folders.flat(), ...single.map((name) => root + name)]) {
    hash.update(`${file}\n`).update(await readFile(file));
  }
  return hash.digest('hex');
}

for (const [entry, module] of Object.entries(MODULES)) {
  if (entry === '.') continue;
  const built = {
    main: `../dist/cjs/${module}.js`,
    module: `../dist/esm/${module}.js`,
    types: `../dist/cjs/${module}.d.ts`,
  };
  await mkdir(root + entry, { recursive: true });
  await writeFile(`${root}${entry}/package.json`, `${JSON.stringify(built, null, 2)}\n`);
}

/** Records what dist was built from, once it is complete. */
const stamp = `${root}build/dist.sha256`;
const bundle = `${root}dist/tfjs-gather-scatter.min.js`;

const digest = await digestOfInputs();
if (existsSync(bundle) && (await readFile(stamp, 'utf8').catch(() => '')) === digest)
  process.exit();

await rm(stamp, { force: true });
await rm(`${root}dist`, { recursive: true, force: true });
const succeeded = await Promise.all([
  compile('dist/esm', ['--module', 'esnext']),
  compile('dist/cjs', ['--module', 'commonjs', '--verbatimModuleSyntax', 'false']),
]);
if (!succeeded.every(Boolean)) process.exit(1);

// The root's package.json says "module", so the CommonJS half needs its own. Bundlers read sideEffects
// from the nearest one; without an entry, they keep every file. The root's applies to the ES modules.
await mkdir(`${root}dist/cjs`, { recursive: true });
await writeFile(`${root}dist/cjs/package.json`, `${JSON.stringify({ type: 'commonjs' })}\n`);

await buildBundle(bundle);
await mkdir(`${root}build`, { recursive: true });
await writeFile(stamp, digest);
