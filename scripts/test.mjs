/**
 * Runs a set of tests: `node scripts/test.mjs quick`, `rest` or `all`. Tests that need a browser are
 * included if there is one or one can be installed. Further arguments are passed to jest.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { LEFT_OUT, WITHOUT_TFJS_NODE } from '../test/sets.mjs';
import { howToGet, provideBrowser } from './browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The projects that need no browser. */
const IN_NODE = { quick: ['unit'], rest: ['unit', 'unit, other drivers'], all: ['unit'] };

process.chdir(root);
const [set, ...args] = process.argv.slice(2);
const hasBrowser = provideBrowser() !== undefined;
if (!hasBrowser && process.env.CI) {
  console.error(howToGet('chromium'));
  process.exit(1);
}

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const projects = hasBrowser ? [] : ['--selectProjects', ...IN_NODE[set]];
const { status } = spawnSync(process.execPath, [jest, ...args, ...projects], {
  cwd: root,
  env: { ...process.env, TEST_SET: set },
  stdio: 'inherit',
});
if (!hasBrowser) {
  console.error(`Skipped the tests of webgl, webgpu and the demo. ${howToGet('chromium')}`);
}
if (set === 'quick') console.error(LEFT_OUT);
else if (!process.env.TFJS_NODE) console.error(WITHOUT_TFJS_NODE);
process.exitCode = status ?? 1;
