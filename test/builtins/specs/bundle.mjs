/** Bundles the run of tfjs' specs for Node or for a page: `node bundle.mjs <platform> <outfile>`. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = dirname(fileURLToPath(import.meta.url));
const [platform, outfile] = process.argv.slice(2);

await build({
  entryPoints: [join(folder, 'main.ts')],
  outfile,
  bundle: true,
  // By tfjs' own word its specs have no side effects, and would be left out.
  ignoreAnnotations: true,
  platform,
  // The modules that the specs import by their paths are those of the ES build.
  mainFields: platform === 'browser' ? ['browser', 'module', 'main'] : ['module', 'main'],
  tsconfig: join(folder, '..', '..', '..', 'tsconfig.json'),
  define: { 'process.env.NODE_ENV': '"test"', global: 'globalThis' },
  logLevel: 'error',
});
