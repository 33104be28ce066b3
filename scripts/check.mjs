/**
 * Quick checks while you work: types, lint, format and the quick unit tests on cpu, in parallel and with
 * the tools' caches in build/cache. `npm test` covers the other backends.
 */
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = (name) => join(root, 'build', 'cache', name);
const { resolve } = createRequire(import.meta.url);

function toolOf(packageName, script) {
  return join(dirname(resolve(`${packageName}/package.json`)), script);
}

const STEPS = {
  tests: [toolOf('jest', 'bin/jest.js'), '--reporters', 'summary'],
  lint: [
    toolOf('eslint', 'bin/eslint.js'),
    ...['.', '--max-warnings', '0', '--cache', '--cache-strategy', 'content'],
    ...['--cache-location', cache('eslint')],
  ],
  types: [
    toolOf('typescript', 'bin/tsc'),
    ...['-p', 'tsconfig.json', '--noEmit', '--incremental'],
    ...['--tsBuildInfoFile', cache('types.tsbuildinfo')],
  ],
  format: [
    toolOf('prettier', 'bin/prettier.cjs'),
    ...['--check', '.', '--log-level', 'warn', '--cache', '--cache-location', cache('prettier')],
  ],
};

const FORCE_COLOR = process.stdout.isTTY ? '1' : '0';

const started = Date.now();
const seconds = () => `${((Date.now() - started) / 1000).toFixed(0)} s`;

/** Runs a step, and shows its output if it fails. Resolves to whether it succeeded. */
function run([name, args]) {
  return new Promise((done) => {
    const env = { ...process.env, TEST_SET: 'check', BACKENDS: 'cpu', FORCE_COLOR };
    const child = spawn(process.execPath, args, { cwd: root, env });
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => printed.push(chunk));
    }
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(printed));
      console.log(`${code === 0 ? 'passed' : 'FAILED'}: ${name}, after ${seconds()}`);
      done(code === 0);
    });
  });
}

/** Runs steps one after another, even after a failure; resolves to whether all succeeded. */
async function runInTurn(steps) {
  const results = [];
  for (const step of steps) results.push(await run(step));
  return results.every(Boolean);
}

// Two rows that take about equally long: all steps at once would evict each other from the caches.
const rows = [['tests', 'types', 'format'], ['lint']];
const results = await Promise.all(
  rows.map((names) => runInTurn(names.map((name) => [name, STEPS[name]]))),
);
if (!results.every(Boolean)) process.exitCode = 1;
