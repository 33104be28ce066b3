/** Times fused products in Node, on `cpu` or `wasm`, in its own process, and prints the times as JSON. */
import { load } from './contestants/tfjs_in_node.mjs';
import { timeSparse } from './sparse_steps.mjs';

const [backend, isSmall] = process.argv.slice(2);
const { tf, ...parts } = load();
await tf.setBackend(backend);
const log = (what) => console.error(`  ${backend}: ${what}`);
console.log(JSON.stringify(await timeSparse(tf, parts, isSmall === 'true', log)));
