/**
 * An esbuild plugin that lets thresholds be set while a bundle runs. A backend's `strategy.ts` holds
 * only constants; its importers get a mutable copy of them, the global `thresholds`.
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
      // Importers of a CommonJS module read its members at each use.
      onLoad({ filter: /./, namespace: 'settable' }, ({ path }) => ({
        contents: `module.exports = globalThis.thresholds = { ...require(${JSON.stringify(path)}) };`,
        resolveDir: folder,
      }));
    },
  };
}
