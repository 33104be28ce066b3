/** Bundles a runner of tfjs' specs for Node or a page: `node bundle.mjs <platform> <outfile>`. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = dirname(fileURLToPath(import.meta.url));
const wasm = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm/package.json');
const [platform, outfile] = process.argv.slice(2);

await build({
  entryPoints: [join(folder, 'main.ts')],
  outfile,
  bundle: true,
  // tfjs declares its specs free of side effects, so they would be left out.
  ignoreAnnotations: true,
  platform,
  // The specs import modules by path from the ES build.
  mainFields: platform === 'browser' ? ['browser', 'module', 'main'] : ['module', 'main'],
  tsconfig: join(folder, '..', '..', '..', 'tsconfig.json'),
  define: {
    'process.env.NODE_ENV': '"test"',
    global: 'globalThis',
    WASM_FOLDER: JSON.stringify(`${dirname(wasm)}/dist/`),
  },
  logLevel: 'error',
});
