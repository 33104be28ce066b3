/** Times fused products in Node, on `cpu` or `wasm`, in its own process, and prints the times as JSON. */
import { createRequire } from 'node:module';
import { load } from './contestants/tfjs_in_node.mjs';
import { timeSparse } from './sparse_steps.mjs';

const require = createRequire(import.meta.url);
const [backend, isSmall] = process.argv.slice(2);
const { tf, functions } = load();
const segments = require('../dist/cjs/src/segment/index.js');
const sparse = require('../dist/cjs/src/sparse/index.js');
await tf.setBackend(backend);
const log = (what) => console.error(`  ${backend}: ${what}`);
const results = await timeSparse(tf, { functions, segments, sparse }, isSmall === 'true', log);
console.log(JSON.stringify(results));
