/** Bundles a benchmark and runs it in a browser page that renders in software. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, parse } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../scripts/browser.mjs';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Counts as secure, which WebGPU requires. Its requests never leave the browser. */
const ORIGIN = 'http://localhost';

/** The packages whose files a page may load, by the first part of the path. */
const PACKAGES = { ort: 'onnxruntime-web', tfjs: '@tensorflow/tfjs-backend-wasm' };
const ONNX_RUNTIME = '/ort/ort.all.min.js';

const TYPES = { '.wasm': 'application/wasm', '.js': 'text/javascript', '.mjs': 'text/javascript' };

/** Lets threads share a page's memory. */
export const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Bundles a file of `bench/` for 'browser' or 'node'; returns the path of the bundle. */
export async function bundle(file, platform, plugins = [], more = {}) {
  const outfile = join(root, 'build', 'bench', `${parse(file).name}_${platform}.cjs`);
  // Not imported above, because bundles of this file run without it.
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(root, 'bench', file)],
    outfile,
    bundle: true,
    platform,
    // In Node, all bundles share one tfjs.
    external: platform === 'node' ? ['@tensorflow/*'] : [],
    define: { 'process.env.NODE_ENV': '"production"' },
    tsconfig: join(root, 'tsconfig.json'),
    logLevel: 'error',
    plugins,
    ...more,
  });
  return outfile;
}

/**
 * Bundles a file, calls its global `run` in a page served with these headers, and returns the result
 * and the browser's version. `besideOnnx` loads ONNX Runtime first.
 */
export async function runInPage(file, given = [], { plugins = [], ...options } = {}) {
  return runScript(await bundle(file, 'browser', plugins), given, options);
}

/**
 * The same for a script that is bundled, in a browser with more arguments, which may take a number of seconds. The page
 * may call `report` meanwhile.
 */
export async function runScript(
  path,
  given,
  { args, headers = {}, besideOnnx = false, seconds = 900, report } = {},
) {
  const { browser, stop } = await startBrowser('chromium', { args });
  const late = delay(1000 * seconds, undefined, { ref: false }).then(() => {
    throw new Error(`The page took more than ${seconds} s.`);
  });
  const inPage = async () => {
    const page = await browser.newPage();
    page.on('console', (message) => {
      if (message.type() === 'info') console.error(`  ${message.text()}`);
    });
    if (report) await page.exposeFunction('report', report);
    await page.setRequestInterception(true);
    page.on('request', (request) => serve(request, headers));
    await page.goto(ORIGIN);
    if (besideOnnx) await page.addScriptTag({ url: ONNX_RUNTIME });
    await page.addScriptTag({ path });
    const result = await page.evaluate((given) => globalThis.run(...given), given);
    return { result, version: (await browser.version()).split('/').at(-1) };
  };
  return Promise.race([inPage(), late]).finally(stop);
}

/** Answers requests with an empty page or with the files of packages. */
async function serve(request, headers) {
  const { origin, pathname } = new URL(request.url());
  if (origin !== ORIGIN) return request.continue();
  const name = PACKAGES[pathname.split('/')[1]];
  if (!name) return request.respond({ contentType: 'text/html', body: '', headers });
  const body = await readFile(join(dirname(require.resolve(name)), basename(pathname)));
  return request.respond({ contentType: TYPES[extname(pathname)], body, headers });
}
