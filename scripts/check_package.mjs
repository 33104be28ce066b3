/**
 * Checks the tarball that npm would publish: publint its manifest and files, arethetypeswrong how
 * TypeScript resolves its types in each mode, and check_links.mjs the links of its documents.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { succeeds } from './succeeds.mjs';

const folder = mkdtempSync(join(tmpdir(), 'check-package-'));
try {
  if (!succeeds('npm', ['pack', '--silent', '--pack-destination', folder])) process.exit(1);
  const tarballs = readdirSync(folder);
  if (tarballs.length !== 1) throw new Error(`npm pack left ${tarballs.length} files, expected 1.`);
  const tarball = join(folder, tarballs[0]);
  if (!succeeds('tar', ['-xzf', tarball, '-C', folder])) process.exit(1);
  // The bundle for script tags has no types.
  const untyped = ['--exclude-entrypoints', './dist/tfjs-gather-scatter.min.js'];
  const results = [
    succeeds('npx', ['publint', 'run', tarball, '--strict']),
    succeeds('npx', ['attw', tarball, ...untyped]),
    succeeds('node', ['scripts/check_links.mjs', join(folder, 'package')]),
  ];
  if (!results.every(Boolean)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
