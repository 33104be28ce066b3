/** Bundles a benchmark and runs it in a page of a browser that renders in software. */
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { startBrowser } from '../scripts/browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** WebGPU is given to secure pages only; this address is one, and never leaves the browser. */
export const ORIGIN = 'http://localhost';

/** Bundles a file of `bench/` for 'browser' or 'node'; returns the path of the bundle. */
export async function bundle(file, platform, plugins = []) {
  const outfile = join(root, 'build', 'bench', `${parse(file).name}_${platform}.cjs`);
  await build({
    entryPoints: [join(root, 'bench', file)],
    outfile,
    bundle: true,
    platform,
    // In Node, one tfjs serves all bundles.
    external: platform === 'node' ? ['@tensorflow/*'] : [],
    define: { 'process.env.NODE_ENV': '"production"' },
    tsconfig: join(root, 'tsconfig.json'),
    logLevel: 'error',
    plugins,
  });
  return outfile;
}

/**
 * Evaluates an expression in a page that has loaded a file, bundled with esbuild's `plugins`; returns also
 * the browser's version.
 */
export async function runInPage(file, expression, plugins = []) {
  const { browser, stop } = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.setRequestInterception(true);
    page.on('request', (request) => request.respond({ contentType: 'text/html', body: '' }));
    await page.goto(ORIGIN);
    await page.addScriptTag({ path: await bundle(file, 'browser', plugins) });
    return { result: await page.evaluate(expression), version: await versionOf(browser) };
  } finally {
    await stop();
  }
}

/** The number alone, of "Chrome/1.2.3". */
export async function versionOf(browser) {
  return (await browser.version()).split('/').at(-1);
}
