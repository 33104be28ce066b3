/**
 * Starts the browsers before their tests, and bundles the scripts of their pages. Plain
 * JavaScript, because jest loads it before it can handle TypeScript.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildBundle, globalTf, installedTfjs } from '../../../scripts/bundle.mjs';
import { startBrowsers } from './browsers.mjs';
import { serveOrigin } from './serve.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const built = join(root, 'build', 'test');
const { TFJS_FOLDER } = process.env;

/** The folder of a tfjs package with the files that script tags and backends load. */
const distOf = (name) => join(TFJS_FOLDER ?? root, 'node_modules', '@tensorflow', name, 'dist');

export default async function setup({ maxWorkers }) {
  const bundle = join(built, 'tfjs-gather-scatter.min.js');
  process.env.TEST_SCRIPT_TAGS = [join(distOf('tfjs'), 'tf.min.js'), bundle].join('\n');
  await Promise.all([
    startBrowsers(maxWorkers),
    serveOrigin([built, distOf('tfjs'), distOf('tfjs-backend-wasm')]),
    buildBundle(bundle),
    buildPage('page.js', ...(TFJS_FOLDER ? [installedTfjs(TFJS_FOLDER)] : [])),
    buildPage('script_tags_page.js', globalTf, globalPackage),
  ]);
}

function buildPage(name, ...plugins) {
  return build({
    entryPoints: [join(root, 'test', 'support', 'page', 'main.ts')],
    outfile: join(built, name),
    bundle: true,
    // package.json says that files it does not list, such as these, have no side effects.
    ignoreAnnotations: true,
    define: { 'process.env.NODE_ENV': '"test"' },
    tsconfig: join(root, 'tsconfig.json'),
    plugins,
    logLevel: 'error',
  });
}

/** Resolves the package's entries to the globals of the bundle for script tags. */
const globalPackage = {
  name: 'global-package',
  setup({ onResolve, onLoad }) {
    const filter = /^tfjs-gather-scatter(\/(segment|sparse|indexing|converter|tf|chained))?$/;
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'globals' }));
    onLoad({ filter, namespace: 'globals' }, ({ path }) => {
      const [, , entry] = filter.exec(path);
      if (entry === 'chained') return { contents: '' };
      return { contents: `module.exports = ${entry === 'tf' ? 'tf' : 'tfGatherScatter'};` };
    });
  },
};
