/**
 * Builds dist from nothing: ES modules, CommonJS, declarations for both, and a bundle for script
 * tags. Each half carries its own declarations, because TypeScript judges a declaration file by the
 * format of its package. Does nothing if dist was built from the same files by the same tools.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { buildBundle } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** Runs tsc over src and kernels; resolves to whether it succeeded. */
function compile(outDir, options) {
  const args = [compiler, '-p', 'tsconfig.build.json', '--outDir', outDir, ...options];
  return new Promise((resolve, reject) => {
    // Sends tsc's reports on stdout to stderr: stdout belongs to npm when it packs.
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code !== 0) console.error(`The build of ${outDir} failed: tsc exited with ${code}.`);
      resolve(code === 0);
    });
  });
}

/** A digest of all that dist is made from, the tools' versions included. */
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

/** Says what dist was built from, once it is whole. */
const stamp = `${root}build/dist.sha256`;
const bundle = `${root}dist/tfjs-gather-scatter.min.js`;

const digest = await digestOfInputs();
if (existsSync(bundle) && (await readFile(stamp, 'utf8').catch(() => '')) === digest)
  process.exit();

await rm(stamp, { force: true });
await rm(`${root}dist`, { recursive: true, force: true });
const succeeded = await Promise.all([
  compile('dist/esm', ['--module', 'esnext']),
  // The same sources, whose types the other half checks.
  compile('dist/cjs', ['--module', 'commonjs', '--verbatimModuleSyntax', 'false', '--noCheck']),
]);
if (!succeeded.every(Boolean)) process.exit(1);

// The root says "module", so the CommonJS half needs a package.json of its own. A bundler reads
// sideEffects from the nearest one, where a missing entry means that no file may be left out. The
// ES modules have no such file: the root's holds for them.
await mkdir(`${root}dist/cjs`, { recursive: true });
await writeFile(`${root}dist/cjs/package.json`, `${JSON.stringify({ type: 'commonjs' })}\n`);

await buildBundle(bundle);
await mkdir(`${root}build`, { recursive: true });
await writeFile(stamp, digest);
