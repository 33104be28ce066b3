/**
 * webgpu and webgl on a GPU, timed by its own clock, and the tables of cases there. Writes gpu.json to the folder OUT or to
 * build/, and no section of RESULTS.md. Run by itself, this file only writes the scripts to build/gpu, for a machine without
 * this package's dependencies (CONTRIBUTING.md).
 */
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { QUICK } from '../test/sets.mjs';
import { bundle } from './in_page.mjs';
import { settableThresholds } from './thresholds/settable.mjs';

const file = fileURLToPath(import.meta.url);
const root = join(file, '..', '..');
const built = join(root, 'build', 'gpu');

/** ES modules of Node that contain CommonJS modules, which call `require`. */
const IN_NODE = {
  format: 'esm',
  banner: {
    js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
  },
  external: ['esbuild', 'onnxruntime-web'],
  define: { PROJECT: '"browser"', DRIVERS: '"all"', QUICK: JSON.stringify(QUICK) },
};

async function writeScripts() {
  await rm(built, { recursive: true, force: true });
  const write = (name, source, platform, plugins, more) =>
    bundle(source, platform, plugins, { outfile: join(built, name), minify: true, ...more });
  await Promise.all([
    ...['webgpu', 'webgl'].map((name) =>
      write(`${name}_page.js`, 'gpu/page.mjs', 'browser', [settableThresholds(name)]),
    ),
    write('page.js', '../test/support/page/main.ts', 'browser', [], { ignoreAnnotations: true }),
    write('tables.mjs', 'gpu/tables.mjs', 'node', [], { ...IN_NODE, ignoreAnnotations: true }),
    write('run.mjs', 'gpu/run.mjs', 'node', [], IN_NODE),
  ]);
}

export async function gpuSection() {
  await writeScripts();
  const { status } = spawnSync(process.execPath, [join(built, 'run.mjs')], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`The benchmark of the GPU ended with ${status}.`);
  return null;
}

if (process.argv[1] === file) await writeScripts();
