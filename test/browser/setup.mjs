/**
 * Before all tests: provides a browser, bundles the pages that run calls in it, and builds the demo's
 * site. Plain JavaScript, because jest loads it before it knows of TypeScript.
 */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { ARGUMENTS, HOW_TO_GET_ONE, provideBrowser } from '../../scripts/browser.mjs';
import { buildBundle, globalTf } from '../../scripts/bundle.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const built = join(root, 'build', 'test');

export default async function setup() {
  const browser = provideBrowser();
  if (!browser) {
    if (process.env.CI) throw new Error(HOW_TO_GET_ONE);
    console.warn(`${HOW_TO_GET_ONE} The tests run without the webgl backend.`);
  }
  process.env.TEST_BROWSER = browser ?? '';
  process.env.TEST_BROWSER_ARGUMENTS = ARGUMENTS.join(' ');
  await Promise.all([buildPage(), buildScriptTags(), buildSite()]);
}

const fromModules = (file) => ({
  entryPoints: [join(root, 'test', 'browser', file)],
  bundle: true,
  define: { 'process.env.NODE_ENV': '"test"' },
  tsconfig: join(root, 'tsconfig.json'),
  logLevel: 'error',
});

async function buildPage() {
  process.env.TEST_PAGE = join(built, 'page.js');
  await build({ ...fromModules('page.ts'), outfile: process.env.TEST_PAGE });
}

/** The same page for the globals of what script tags load: tfjs' own bundle and the package's. */
async function buildScriptTags() {
  const tfjs = join(root, 'node_modules', '@tensorflow', 'tfjs', 'dist', 'tf.min.js');
  const bundle = join(built, 'tfjs-gather-scatter.min.js');
  const page = join(built, 'script_tags_page.js');
  process.env.TEST_SCRIPT_TAGS = [tfjs, bundle, page].join('\n');
  const plugins = [globalTf, globalPackage];
  await Promise.all([
    buildBundle(bundle),
    build({ ...fromModules('page.ts'), outfile: page, plugins }),
  ]);
}

/** What `npm run build:demo` makes, elsewhere; in a process that knows of no tests. */
async function buildSite() {
  const site = join(built, 'site');
  process.env.TEST_SITE = site;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const config = join(root, 'demo', 'vite.config.ts');
  const args = [vite, 'build', '--config', config, '--outDir', site, '--logLevel', 'warn'];
  const env = { ...process.env, NODE_ENV: 'production' };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  if (stdout + stderr !== '') throw new Error(`The build of the demo warned:\n${stdout}${stderr}`);
}

/** The entries of the package, as the globals that the bundle for script tags leaves. */
const globalPackage = {
  name: 'global-package',
  setup({ onResolve, onLoad }) {
    const filter = /\/src\/((segment|converter|tf|chained)\/)?index\.js$/;
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'globals' }));
    onLoad({ filter, namespace: 'globals' }, ({ path }) => {
      const [, , entry] = filter.exec(path);
      if (entry === 'chained') return { contents: '' };
      return { contents: `module.exports = ${entry === 'tf' ? 'tf' : 'tfGatherScatter'};` };
    });
  },
};
