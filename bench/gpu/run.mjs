/**
 * Times calls on this machine's GPU and runs the tables of cases there, in a browser; writes gpu.json after each part.
 * Without a GPU, a software adapter computes smaller calls. Bundled for Node, so it needs nothing but a browser.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provideBrowser, startBrowser } from '../../scripts/browser.mjs';
import { serveOrigin } from '../../test/support/setup/serve.mjs';
import { stops } from '../../test/support/setup/browsers.mjs';
import { runScript } from '../in_page.mjs';

const folder = dirname(fileURLToPath(import.meta.url));

/** Arguments that make Chromium use a GPU, the best first. */
const ON_GPU = [
  ['--use-angle=vulkan', '--enable-features=Vulkan', '--disable-vulkan-surface'],
  ['--use-angle=gl-egl'],
].map((args) => [...args, '--ignore-gpu-blocklist', '--use-webgpu-adapter=default']);

/** Timestamps would be rounded to 0.1 ms. */
const EXACT_TIMES = [
  '--enable-webgpu-developer-features',
  '--disable-dawn-features=timestamp_quantization',
];

/** A browser that waits for a GPU which is not there never answers. */
const PROBE_SECONDS = 15;

/** The seconds that each backend has for its calls and for the tables; all of it takes less than four minutes. */
const BACKENDS = {
  webgpu: { seconds: 70, driver: 'webgpu' },
  webgl: { seconds: 30, driver: 'webgl 2 drawn' },
};
const TABLES_SECONDS = 55;

const found = { browser: '', probes: [], backends: {} };

async function record() {
  const out = process.env.OUT ?? join(folder, '..');
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'gpu.json'), JSON.stringify(found, null, 1));
}

const isSoftware = ({ isFallbackAdapter, description = '' }) =>
  isFallbackAdapter || /swiftshader|llvmpipe|software/i.test(description);

const inPage = (name, given, args, seconds, report) =>
  runScript(join(folder, `${name}_page.js`), [name, given], {
    args: [...args, ...EXACT_TIMES],
    seconds,
    report,
  });

/** Returns arguments with which a backend computes on the GPU, or null. */
async function argumentsFor(name) {
  for (const args of ON_GPU) {
    const probe = { name, args };
    found.probes.push(probe);
    try {
      const { result, version } = await inPage(name, { isProbe: true }, args, PROBE_SECONDS);
      found.browser = version;
      Object.assign(probe, result);
      if (!isSoftware(result.adapter)) return args;
    } catch (error) {
      probe.error = error.message;
    }
  }
  return null;
}

/** Runs the tables of cases on one driver, in a process of their own. */
async function runTables(driver, args) {
  const { browser, stop } = await startBrowser('chromium', { args });
  stops.push(stop);
  await serveOrigin([folder]);
  const env = { BACKENDS: driver, TEST_BROWSER: provideBrowser() };
  env.TEST_CHROMIUM_ENDPOINTS = browser.wsEndpoint();
  await browser.disconnect();
  const command = ['--test-reporter=tap', join(folder, 'tables.mjs')];
  const options = {
    env: { ...process.env, ...env },
    timeout: 1000 * TABLES_SECONDS,
    maxBuffer: 2 ** 28,
  };
  const output = await new Promise((resolve) =>
    execFile(process.execPath, command, options, (error, stdout, stderr) =>
      resolve(stdout + stderr),
    ),
  );
  await Promise.all(stops.splice(0).map((end) => end()));
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)`, 'm').exec(output)?.[1] ?? NaN);
  // Without a summary, the time was over.
  const [passed, failed] = [count('pass'), count('fail')];
  const isDone = passed + failed > 0;
  const shown = failed === 0 ? '' : output.split('\n').filter((line) => /not ok|error:/.test(line));
  return { isDone, passed, failed, failures: [...shown].slice(0, 200) };
}

/** Runs a part and writes what it returns; an error leaves the other parts. */
async function part(title, target, key, run) {
  console.error(title);
  const start = performance.now();
  const result = await run().catch(({ stack }) => ({ error: stack }));
  target[key] = { ...result, seconds: Math.round((performance.now() - start) / 1000) };
  await record();
}

for (const [name, { seconds }] of Object.entries(BACKENDS)) {
  const args = await argumentsFor(name);
  const backend = { args, rows: [] };
  found.backends[name] = backend;
  await part(`${name}: calls`, backend, 'calls', async () => {
    const given = { isSmall: args === null, seconds };
    // What a GPU that hangs has done before is kept.
    const report = ({ row, ...about }) => {
      if (row) backend.rows.push(row);
      Object.assign(backend, about);
      return record();
    };
    const { result, version } = await inPage(name, given, args ?? [], 1.5 * seconds, report);
    found.browser = version;
    return result;
  });
}
for (const [name, { driver }] of Object.entries(BACKENDS)) {
  const backend = found.backends[name];
  await part(`${name}: tables of cases`, backend, 'tables', () =>
    runTables(driver, backend.args ?? []),
  );
}
for (const [name, { args, calls, rows, clock, tables }] of Object.entries(found.backends)) {
  const { leftOut = [], error, seconds } = calls;
  const where = args ? 'on the GPU' : 'in software';
  const timed =
    error ?? `${rows.length} rows by ${clock}, ${leftOut.length} left out, ${seconds} s`;
  const { isDone, passed, failed } = tables;
  const cases = tables.error ?? (isDone ? `${passed} passed, ${failed} failed` : 'not done');
  console.log(`${name}, ${where}: ${timed}; tables: ${cases}, ${tables.seconds} s`);
}
