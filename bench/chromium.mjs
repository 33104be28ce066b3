/**
 * In a page of a browser: the webgl backend against tfjs' own webgl kernels and ONNX Runtime on
 * WebGPU and WebAssembly.
 */
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { startBrowser } from '../scripts/browser.mjs';
import { bundle, ORIGIN, versionOf } from './in_page.mjs';
import { show, table } from './figures.mjs';
import { comparison, means } from './report.mjs';
import { wasmTables } from './wasm.mjs';

const require = createRequire(import.meta.url);

/** Where the files of other libraries are, by the first part of their addresses. */
const FOLDERS = {
  ort: dirname(require.resolve('onnxruntime-web')),
  tfjs: dirname(require.resolve('@tensorflow/tfjs-backend-wasm')),
};

/** Lets threads share a page's memory. */
export const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export async function chromiumSection({ smoke }) {
  const { version, result } = await runBeside('chromium_page.mjs', {}, [smoke ? 1 : 9]);
  return section(version, result);
}

/** The wasm backend in a page, and in one whose memory threads can share; all have one thread. */
export async function wasmPagesSection({ smoke }) {
  const given = smoke ? [1, true] : [11, false];
  const parts = [];
  for (const [title, headers] of [
    ['In a page of Chromium', {}],
    ['In an isolated page, by the build of tfjs with threads', ISOLATED],
  ]) {
    const { result } = await runBeside('wasm_page.mjs', headers, given);
    if (result.isIsolated !== (headers === ISOLATED)) throw new Error(`${title}: it is not.`);
    parts.push(`${title}:`, ...wasmTables(result.results, result.tiny));
  }
  return ['## On wasm, in Chromium', ...parts].join('\n\n');
}

/** Runs a bundle in a page that has loaded ONNX Runtime, and is answered with these headers. */
export async function runBeside(file, headers, given) {
  const { browser, stop } = await startBrowser();
  try {
    const page = await browser.newPage();
    page.on('console', (message) => {
      if (message.type() === 'info') console.error(`  ${message.text()}`);
    });
    await page.setRequestInterception(true);
    page.on('request', (request) => serve(request, headers));
    await page.goto(ORIGIN);
    await page.addScriptTag({ url: '/ort/ort.all.min.js' });
    await page.addScriptTag({ path: await bundle(file, 'browser') });
    const result = await page.evaluate((given) => globalThis.run(...given), given);
    return { version: await versionOf(browser), result };
  } finally {
    await stop();
  }
}

const TYPES = { '.wasm': 'application/wasm', '.js': 'text/javascript', '.mjs': 'text/javascript' };

/** Answers with an empty page, and with the files of other libraries. */
async function serve(request, headers) {
  const { origin, pathname } = new URL(request.url());
  if (origin !== ORIGIN) return request.continue();
  const folder = FOLDERS[pathname.split('/')[1]];
  if (!folder) return request.respond({ contentType: 'text/html', body: '', headers });
  const body = await readFile(join(folder, basename(pathname)));
  return request.respond({ contentType: TYPES[extname(pathname)], body, headers });
}

function section(version, { renderer, adapter, results, declined }) {
  return [
    '## In Chromium',
    `Chromium ${version}; WebGL: ${renderer}; WebGPU: ${adapter}.`,
    'Medians in ms until a result is on the GPU, taken in turn, and in brackets how many times the ' +
      "time of this package. tfjs' own scatters compare every output with every update, so that the " +
      'larger ones are left out, and its update of a tensor sums duplicates. Where ONNX Runtime has no ' +
      'WebGPU kernel, its time includes the way to the CPU and back. A wrong result is one in which ' +
      'another of the updates of a place is the last.',
    comparison(results),
    table(
      ['against', 'cases', 'geometric mean of the ratios', 'least ratio'],
      means(results).map(({ name, cases, mean, least }) => [name, cases, show(mean), show(least)]),
    ),
    ...declined.map((reason) => `- ${reason}`),
  ].join('\n\n');
}
