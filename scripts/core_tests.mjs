/**
 * Runs the tests that tfjs-core ships on cpu and wasm, with tfjs alone and with all that this package does to tfjs' own
 * ops. What passes with tfjs alone must pass with the package, except for the tests in test/tfjs_core/expected.mjs, which
 * must fail. `npm run check:core -- FOLDER` takes tfjs from a folder where tfjs and its wasm backend are installed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { EXPECTED } from '../test/tfjs_core/expected.mjs';
import { installedTfjs } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.argv[2] ?? root);
const built = join(root, 'build', 'core_tests');
const bundle = join(built, 'entry.cjs');

/** Runs the tests, with this package or without. Returns the messages of each test. */
async function run(backend, ...withPackage) {
  const wasm = join(folder, 'node_modules', '@tensorflow', 'tfjs-backend-wasm', 'dist') + sep;
  const report = join(built, [backend, ...withPackage, 'report.json'].join('_'));
  const args = [bundle, backend, wasm, report, ...withPackage];
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');
  if (code !== 0) throw new Error(`The tests on ${backend} ended with ${code}.`);
  return JSON.parse(readFileSync(report, 'utf8'));
}

const expected = new Set(EXPECTED.flatMap(({ tests }) => tests));

/** Compares both runs, and returns whether they differ as expected. */
function compare(backend, stock, ours) {
  const names = Object.keys(stock);
  const passed = (run) => names.filter((name) => run[name] === '');
  const broken = passed(stock).filter((name) => ours[name] !== '');
  console.log(
    `${backend}: of ${names.length} tests, ${passed(stock).length} pass with tfjs alone, and ` +
      `${passed(ours).length} with the package. ${broken.length} fail only with the package:`,
  );
  for (const name of broken) console.log(`  ${name}`);
  const unexpected = broken.filter((name) => !expected.has(name));
  for (const name of unexpected) {
    console.error(`${backend}: ${name} fails with the package: ${ours[name] ?? 'it did not run'}`);
  }
  const stale = [...expected].filter((name) => !ours[name]);
  for (const name of stale) {
    console.error(`${backend}: ${name} is expected to fail with the package, but does not.`);
  }
  return unexpected.length + stale.length === 0;
}

await build({
  entryPoints: [join(root, 'test', 'tfjs_core', 'entry.mjs')],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  // The tests import modules, with which a CommonJS bundle of tfjs would share no classes.
  mainFields: ['module', 'main'],
  external: ['jasmine-core'],
  // package.json says that files which it does not list have no side effects.
  ignoreAnnotations: true,
  tsconfig: join(root, 'tsconfig.json'),
  plugins: [installedTfjs(folder)],
  logLevel: 'error',
});
for (const backend of ['cpu', 'wasm']) {
  const [stock, ours] = await Promise.all([run(backend), run(backend, 'package')]);
  if (!compare(backend, stock, ours)) process.exitCode = 1;
}
