/**
 * Checks the tarball that npm would publish: publint its manifest and files, arethetypeswrong how TypeScript resolves
 * its types in each mode, check_links.mjs the links of its documents, and Node that resolvers which ignore `exports`
 * find the same modules. A clone must build the same files when npm installs it from a git address. Pages that bundlers
 * build from it must start wasm.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { worksInBundlers } from './check_bundlers.mjs';
import { MODULES } from './entries.mjs';
import { succeeds } from './succeeds.mjs';

/** Resolves each entry point by `exports`, and by its folder, as webpack 4, Jest 27 and Metro do. */
function resolvesOldWay(installed) {
  const { resolve } = createRequire(join(installed, 'index.js'));
  const failed = Object.entries(MODULES).filter(([entry, module]) => {
    const folder = join(installed, entry);
    // Node ignores `exports` for a path.
    const {
      main,
      module: esm,
      types,
    } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const found = [
      resolve(folder),
      ...[main, esm, types].map((path) => resolve(join(folder, path))),
    ];
    const built = (half, ending) => join(installed, 'dist', half, module + ending);
    const expected = [
      built('cjs', '.js'),
      built('cjs', '.js'),
      built('esm', '.js'),
      built('cjs', '.d.ts'),
    ];
    return (
      resolve(join('tfjs-gather-scatter', entry)) !== found[0] || String(found) !== String(expected)
    );
  });
  for (const [entry] of failed)
    console.error(`${entry} resolves to other modules without exports.`);
  return failed.length === 0;
}

/** Builds a clone of the last commit as npm does for a dependency with a git address, but with the tools installed here. */
function buildsWhereCloned(folder, installed) {
  const clone = join(folder, 'clone');
  if (!succeeds('git', ['clone', '--quiet', '.', clone])) return false;
  symlinkSync(
    fileURLToPath(new URL('../node_modules', import.meta.url)),
    join(clone, 'node_modules'),
    'junction',
  );
  if (!succeeds('npm', ['run', '--silent', 'prepare'], { cwd: clone })) return false;
  const missing = readdirSync(join(installed, 'dist'), { recursive: true }).filter(
    (file) => !existsSync(join(clone, 'dist', file)),
  );
  for (const file of missing) console.error(`A clone of the last commit builds no dist/${file}.`);
  return missing.length === 0;
}

const folder = mkdtempSync(join(tmpdir(), 'check-package-'));
try {
  if (!succeeds('npm', ['pack', '--silent', '--pack-destination', folder])) process.exit(1);
  const tarballs = readdirSync(folder);
  if (tarballs.length !== 1) throw new Error(`npm pack left ${tarballs.length} files, expected 1.`);
  const tarball = join(folder, tarballs[0]);
  const installed = join(folder, 'node_modules', 'tfjs-gather-scatter');
  mkdirSync(installed, { recursive: true });
  const unpack = ['-xzf', tarball, '-C', installed, '--strip-components', '1'];
  if (!succeeds('tar', unpack)) process.exit(1);
  // The bundle for script tags has no types.
  const untyped = ['--exclude-entrypoints', './dist/tfjs-gather-scatter.min.js'];
  const results = [
    succeeds('npx', ['publint', 'run', tarball, '--strict']),
    succeeds('npx', ['attw', tarball, ...untyped]),
    succeeds('node', ['scripts/check_links.mjs', installed]),
    resolvesOldWay(installed),
    buildsWhereCloned(folder, installed),
    await worksInBundlers(tarball),
  ];
  if (!results.every(Boolean)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
