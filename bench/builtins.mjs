/**
 * The gradient of a lookup, tfjs' own against the accelerated one, on cpu and in a browser's
 * software rasteriser: prints a table of medians and ratios from one run.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));

async function bundle(platform) {
  const outfile = join(root, 'build', 'bench', `builtins_${platform}.cjs`);
  await build({
    entryPoints: [join(root, 'bench', 'builtins_lookup.ts')],
    outfile,
    bundle: true,
    platform,
    define: { 'process.env.NODE_ENV': '"production"' },
    tsconfig: join(root, 'tsconfig.json'),
    logLevel: 'error',
  });
  return outfile;
}

async function onCpu() {
  await import(await bundle('node'));
  return globalThis.run('cpu', 3);
}

async function onWebgl() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ path: await bundle('browser') });
    return await page.evaluate("run('webgl', 9)");
  } finally {
    await browser.close();
  }
}

const show = (x) => Number(x.toPrecision(3)).toLocaleString('en');

console.log('The gradient of looking up 512 ids in a table of 4096 × 64\n');
console.log('| backend | tfjs, ms | accelerated, ms | ratio |');
console.log('| --- | ---: | ---: | ---: |');
for (const { backend, stockMs, acceleratedMs } of [await onCpu(), await onWebgl()]) {
  const figures = [stockMs, acceleratedMs, stockMs / acceleratedMs].map(show);
  console.log(`| ${[backend, ...figures].join(' | ')} |`);
}
