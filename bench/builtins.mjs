/**
 * Times tfjs' own ops as they are and accelerated: the gradient of a lookup on cpu and in a browser's
 * software rasteriser, kernels on wasm, and the training of gpt-tfjs. Prints medians and ratios.
 */
import { timeTraining } from './builtins_training.mjs';
import { timeLookup, timeOnWasm } from './builtins_ops.mjs';
import { load } from './contestants/tfjs_in_node.mjs';
import { show, table } from './figures.mjs';
import { ISOLATED, runInPage } from './in_page.mjs';

async function inPage(given, headers) {
  return (await runInPage('builtins_page.mjs', given, { headers })).result;
}

function print(title, header, rows) {
  const cells = rows.map(({ name, stockMs, acceleratedMs }) => [
    name,
    ...(stockMs === null
      ? ['fails', show(acceleratedMs), '–']
      : [stockMs, acceleratedMs, stockMs / acceleratedMs].map(show)),
  ]);
  console.log(`\n${title}\n\n${table([header, 'tfjs, ms', 'accelerated, ms', 'ratio'], cells)}`);
}

print('The gradient of looking up 512 ids in a table of 4096 × 64', 'backend', [
  await timeLookup(load(), 'cpu', 3),
  await inPage(['webgl', 9]),
]);
// cpu comes first: once a memory of WebAssembly has grown, V8 is slower at all typed arrays.
const steps = [await timeTraining('cpu', 8, true), await timeTraining('wasm', 8, false)];
print('A step of training gpt-tfjs', 'backend', steps);
print('On wasm, in Node', 'op', await timeOnWasm(load(), 15));
print('On wasm, in a page', 'op', await inPage(['wasm', 15]));
const isolated = 'On wasm, in an isolated page, by the build of tfjs with threads';
print(isolated, 'op', await inPage(['wasm', 15], ISOLATED));
