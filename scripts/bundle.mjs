/**
 * Bundles the package for script tags, with tfjs' packages replaced by the global tf.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Resolves tfjs' packages to the global tf; core, the backends and others are all on that. */
export const globalTf = {
  name: 'global-tf',
  setup({ onResolve }) {
    const path = `${root}src/script_tag/global_tf.cjs`;
    onResolve({ filter: /^@tensorflow\// }, () => ({ path }));
  },
};

/** Writes the bundle to a file. */
export async function buildBundle(outfile) {
  await build({
    absWorkingDir: root,
    entryPoints: ['src/script_tag/index.ts'],
    outfile,
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'tfGatherScatter',
    // For any browser that has WebGL 2; newer syntax would save 3 %.
    target: 'es2015',
    plugins: [globalTf],
    logLevel: 'warning',
  });
}
