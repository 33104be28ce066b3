/** Bundles the package for script tags, with tfjs' packages replaced by the global tf. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Resolves all tfjs packages to the global tf, which contains core, the backends and the others. */
export const globalTf = {
  name: 'global-tf',
  setup({ onResolve }) {
    const path = `${root}src/script_tag/global_tf.cjs`;
    onResolve({ filter: /^@tensorflow\// }, () => ({ path }));
  },
};

/** Takes tfjs from a folder where it is installed, without the packages that are missing there. */
export const installedTfjs = (folder) => ({
  name: 'installed-tfjs',
  setup({ onLoad, onResolve, resolve }) {
    onResolve({ filter: /^@tensorflow\// }, async ({ path, kind, importer, pluginData }) => {
      if (pluginData === 'resolved') return undefined;
      const from = { kind, importer, resolveDir: folder, pluginData: 'resolved' };
      const found = await resolve(path, from);
      return found.errors.length > 0 ? { path, namespace: 'nothing' } : found;
    });
    onLoad({ filter: /./, namespace: 'nothing' }, () => ({ contents: '' }));
  },
});

export async function buildBundle(outfile) {
  await build({
    absWorkingDir: root,
    entryPoints: ['src/script_tag/index.ts'],
    outfile,
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'tfGatherScatter',
    // Runs in every browser with WebGL 2; newer syntax would save 3%.
    target: 'es2015',
    plugins: [globalTf],
    logLevel: 'warning',
  });
}
