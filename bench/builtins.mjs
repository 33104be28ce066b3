/**
 * Times tfjs' own ops with and without acceleration: the gradient of a lookup on cpu and in a browser
 * that renders in software, kernels on wasm, and the training of gpt-tfjs. Prints medians and ratios.
 */
import { timeTraining } from './builtins_training.mjs';
import { timeLookup, timeOnCpu, timeOnWasm } from './builtins_ops.mjs';
import { load } from './contestants/tfjs_in_node.mjs';
import { builtinsTable } from './figures.mjs';
import { ISOLATED, runInPage } from './in_page.mjs';

async function inPage(given, headers) {
  return (await runInPage('builtins_page.mjs', given, { headers })).result;
}

const print = (title, header, rows) => console.log(`\n${title}\n\n${builtinsTable(header, rows)}`);

print('The gradient of looking up 512 ids in a table of 4096 × 64', 'backend', [
  await timeLookup(load(), 'cpu', 3),
  await inPage(['webgl', 9]),
]);
// cpu comes first: once a WebAssembly memory has grown, V8 accesses all typed arrays more slowly.
const steps = [await timeTraining('cpu', 8, true), await timeTraining('wasm', 8, false)];
print('A training step of gpt-tfjs', 'backend', steps);
print('On cpu, in Node', 'op', await timeOnCpu(load(), 7));
print('On wasm, in Node', 'op', await timeOnWasm(load(), 15));
const isolated = "On wasm, in an isolated page, with tfjs' threaded build";
print(isolated, 'op', await inPage(['wasm', 15], ISOLATED));
