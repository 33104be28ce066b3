/**
 * Before all tests: provides a browser, and bundles the page that runs calls in it. Plain JavaScript,
 * because jest loads it before it knows of TypeScript.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ARGUMENTS, HOW_TO_GET_ONE, provideBrowser } from '../../scripts/browser.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export default async function setup() {
  const browser = provideBrowser();
  if (!browser) {
    if (process.env.CI) throw new Error(HOW_TO_GET_ONE);
    console.warn(`${HOW_TO_GET_ONE} The tests run without the webgl backend.`);
  }
  process.env.TEST_BROWSER = browser ?? '';
  process.env.TEST_BROWSER_ARGUMENTS = ARGUMENTS.join(' ');
  process.env.TEST_PAGE = join(root, 'build', 'test', 'page.js');
  await build({
    entryPoints: [join(root, 'test', 'browser', 'page.ts')],
    outfile: process.env.TEST_PAGE,
    bundle: true,
    define: { 'process.env.NODE_ENV': '"test"' },
    tsconfig: join(root, 'tsconfig.json'),
    logLevel: 'error',
  });
}
