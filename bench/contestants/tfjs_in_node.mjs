/** tfjs with its backends for Node, and the built entries of the package. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);

export function load() {
  const tf = require('@tensorflow/tfjs');
  const wasm = require('@tensorflow/tfjs-backend-wasm');
  wasm.setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm'))}/`);
  const [functions, segments, sparse] = ['', 'segment/', 'sparse/'].map((entry) =>
    require(`../../dist/cjs/src/${entry}index.js`),
  );
  return { tf, functions, segments, sparse };
}
