/**
 * Counts what runs in one warm call, by V8's precise coverage: the files of kernels and src with code that runs, the named
 * functions that run, and their calls. Builds dist first. With --list, prints each function and its number of calls.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { Session } from 'node:inspector/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';

const dist = new URL('../dist/esm/', import.meta.url);
const require = createRequire(import.meta.url);

/** Calls until all that is cached is cached. */
const WARM_UP = 20;

const build = fileURLToPath(new URL('build.mjs', import.meta.url));
execFileSync(process.execPath, [build], { stdio: 'inherit' });
const { scatterND } = await import(new URL('src/index.js', dist));
const { gatherSegmentSum } = await import(new URL('src/sparse/index.js', dist));

/** Makes the calls of a backend, whose inputs it holds. */
const CALLS = {
  cpu() {
    const [data, updates] = [tf.ones([6, 4]), tf.ones([4, 4])];
    const indices = tf.tensor2d([0, 2, 4, 5], [4, 1], 'int32');
    return { scatterND: () => scatterND(data, indices, updates) };
  },
  wasm() {
    const [x, weights] = [tf.ones([6, 4]), tf.ones([4])];
    const edges = [tf.tensor1d([0, 2, 4, 5], 'int32'), tf.tensor1d([0, 1, 1, 2], 'int32')];
    const weightedSum = (x, weights) => gatherSegmentSum(x, ...edges, 3, { weights });
    const gradients = tf.valueAndGrads(weightedSum);
    return {
      'weighted gatherSegmentSum': () => weightedSum(x, weights),
      'with both gradients': () => gradients([x, weights]),
    };
  },
};

/** Returns the functions of the package that run in a call, without the modules' own top levels. */
async function functionsIn(call, session) {
  for (let i = 0; i < WARM_UP; i++) tf.tidy(call);
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  tf.tidy(call);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  return result
    .filter(({ url }) => url.startsWith(dist.href))
    .flatMap(({ url, functions }) =>
      functions
        .map(({ functionName: name, ranges: [{ count }] }) => ({ name, count }))
        .filter(({ count }) => count > 0)
        .map((each) => ({ ...each, file: url.slice(dist.href.length) })),
    );
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'))}/dist/`);

const table = {};
for (const [backend, makeCalls] of Object.entries(CALLS)) {
  await tf.setBackend(backend);
  for (const [title, call] of Object.entries(makeCalls())) {
    const ran = await functionsIn(call, session);
    const named = ran.filter(({ name }) => name !== '');
    table[`${title}, ${backend}`] = {
      files: new Set(ran.map(({ file }) => file)).size,
      functions: named.length,
      calls: named.reduce((sum, { count }) => sum + count, 0),
    };
    if (process.argv.includes('--list')) {
      console.log(`\n${title}, ${backend}`);
      for (const { name, count, file } of named) console.log(`${count}\t${name}\t${file}`);
    }
  }
}
console.table(table);
