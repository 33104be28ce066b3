/**
 * A plugin for esbuild by which thresholds can be set while a bundle runs. A backend's `strategy.ts` holds
 * nothing but constants; here it is loaded once, and what imports it gets an object with copies of them,
 * the global `thresholds`.
 */
import { fileURLToPath } from 'node:url';

export function settableThresholds(backend) {
  const folder = fileURLToPath(new URL(`../../kernels/${backend}/`, import.meta.url));
  return {
    name: 'settable thresholds',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/strategy\.js$/ }, ({ importer, namespace }) =>
        namespace === 'file' && importer.startsWith(folder)
          ? { path: `${folder}strategy.ts`, namespace: 'settable' }
          : undefined,
      );
      // A module of CommonJS: its importers read its members whenever they need them.
      onLoad({ filter: /./, namespace: 'settable' }, ({ path }) => ({
        contents: `module.exports = globalThis.thresholds = { ...require(${JSON.stringify(path)}) };`,
        resolveDir: folder,
      }));
    },
  };
}
