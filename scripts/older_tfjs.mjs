/**
 * Runs tables of cases on cpu, wasm and webgl, and accelerated ops on wasm, against older versions of tfjs, each installed
 * into a temporary folder: the first of each range of peer dependencies, and one in between. All other tests run on the
 * last.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { succeeds } from './succeeds.mjs';

const { peerDependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
const firsts = peerDependencies['@tensorflow/tfjs']
  .split('||')
  .map((range) => range.match(/\d+\.\d+/)[0]);
const VERSIONS = [...firsts, '4.10'];
const TABLES = ['spec_cases', 'own_cases', 'segment_cases', 'indexing'];
const BACKENDS = ['cpu', 'wasm', 'webgl 2 drawn'];

function install(folder, version) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  const packages = ['tfjs', 'tfjs-backend-wasm'].map((name) => `@tensorflow/${name}@${version}`);
  return succeeds('npm', ['install', ...flags, ...packages], { cwd: folder });
}

function passes(folder) {
  const tables = TABLES.map((name) => `test/conformance/${name}`);
  const args = [
    'jest',
    ...tables,
    'test/package/assign',
    'test/wasm/matrices',
    '--selectProjects',
    'unit',
    'browser',
  ];
  const env = { TFJS_FOLDER: folder, BACKENDS: BACKENDS.join(',') };
  return succeeds('npx', args, { env });
}

for (const version of VERSIONS) {
  console.log(`tfjs ${version}`);
  const folder = mkdtempSync(join(tmpdir(), 'older-tfjs-'));
  try {
    if (!install(folder, version) || !passes(folder)) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
