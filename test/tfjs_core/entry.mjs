/**
 * Runs the tests that tfjs-core ships, bundled with tfjs: `node BUNDLE BACKEND WASM_FOLDER REPORT [package]`. The last
 * argument switches on all that this package does to tfjs' own ops. The report has the messages of each test that ran,
 * which are empty if it passed.
 */
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import '@tensorflow/tfjs-backend-cpu';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { setBackend } from '@tensorflow/tfjs-core';
import { setTestEnvs } from '@tensorflow/tfjs-core/dist/jasmine_util.js';
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops.js';
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';
import jasmineCore from 'jasmine-core';

const [backendName, wasmFolder, report, withPackage] = process.argv.slice(2);

// Tests cause warnings on purpose.
for (const method of ['error', 'info', 'log', 'warn']) console[method] = () => undefined;

/** The same numbers in every run: a linear congruential generator. */
let state = 1;
Math.random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

const jasmine = jasmineCore.boot();
// A busy machine is slow.
jasmine.DEFAULT_TIMEOUT_INTERVAL = 120_000;
const env = jasmine.getEnv();
env.configure({ random: false });

const messages = {};
env.addReporter({
  specDone({ fullName, status, failedExpectations }) {
    if (status !== 'passed' && status !== 'failed') return;
    const title = fullName.replace(' test {}', '');
    let name = title;
    for (let count = 2; name in messages; count++) name = `${title} (${count})`;
    messages[name] = failedExpectations.map(({ message }) => message).join(' ');
  },
});

async function run() {
  setWasmPaths(wasmFolder);
  setTestEnvs([{ name: 'test', backendName, isDataSync: true }]);
  if (withPackage) {
    const { accelerateBuiltins } = await import('tfjs-gather-scatter');
    const { repairGradients } = await import('tfjs-gather-scatter/repair');
    await setBackend(backendName);
    accelerateBuiltins();
    repairGradients();
  }
  await import('@tensorflow/tfjs-core/dist/tests.js');
  await env.execute();
  writeFileSync(report, JSON.stringify(messages));
  process.exit();
}

void run();
