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
