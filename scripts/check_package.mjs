/**
 * Checks the package as npm would publish it. publint reads the manifest and the files,
 * arethetypeswrong tells what TypeScript resolves it to in each mode. Both look at the tarball. In the
 * unpacked tarball every link of every document is followed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const path = `${bin}${delimiter}${process.env.PATH}`;

/** Runs a command in the repository; returns whether it succeeded. */
function succeeds(command, args) {
  const env = { ...process.env, PATH: path };
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' });
  if (error) console.error(error.message);
  if (status !== 0) console.error(`${command} failed.`);
  return status === 0;
}

const folder = mkdtempSync(join(tmpdir(), 'check-package-'));
try {
  if (!succeeds('npm', ['pack', '--silent', '--pack-destination', folder])) process.exit(1);
  const tarballs = readdirSync(folder);
  if (tarballs.length !== 1) throw new Error(`npm pack left ${tarballs.length} files, expected 1.`);
  const tarball = join(folder, tarballs[0]);
  if (!succeeds('tar', ['-xzf', tarball, '-C', folder])) process.exit(1);
  // A script has no types.
  const untyped = ['--exclude-entrypoints', './dist/tfjs-gather-scatter.min.js'];
  const results = [
    succeeds('publint', ['run', tarball, '--strict']),
    succeeds('attw', [tarball, ...untyped]),
    succeeds('node', ['scripts/check_links.mjs', join(folder, 'package')]),
  ];
  if (!results.every(Boolean)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
