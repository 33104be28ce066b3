/**
 * Times tfjs' own ops as they are and accelerated. These are the gradient of a lookup on cpu and in a
 * browser's software rasteriser, kernels on wasm, and the training of gpt-tfjs. Prints tables of medians
 * and ratios from one run.
 */
import { timeOpsInNode, timeTraining } from './builtins_in_node.mjs';
import { ISOLATED, runBeside } from './chromium.mjs';
import { show, table } from './figures.mjs';
import { bundle, runInPage } from './in_page.mjs';

async function onCpu() {
  await import(await bundle('builtins_lookup.ts', 'node'));
  return globalThis.run('cpu', 3);
}

async function onWebgl() {
  return (await runInPage('builtins_lookup.ts', "run('webgl', 9)")).result;
}

function print(title, header, rows) {
  const cells = rows.map(({ name, backend, stockMs, acceleratedMs }) => [
    name ?? backend,
    ...(stockMs === null
      ? ['fails', show(acceleratedMs), '–']
      : [stockMs, acceleratedMs, stockMs / acceleratedMs].map(show)),
  ]);
  console.log(`\n${title}\n\n${table([header, 'tfjs, ms', 'accelerated, ms', 'ratio'], cells)}`);
}

print('The gradient of looking up 512 ids in a table of 4096 × 64', 'backend', [
  await onCpu(),
  await onWebgl(),
]);
// cpu comes first: once a memory of WebAssembly has grown, V8 is slower at all typed arrays.
const steps = [await timeTraining('cpu', 8, true), await timeTraining('wasm', 8, false)];
print('A step of training gpt-tfjs', 'backend', steps);
print('On wasm, in Node', 'op', await timeOpsInNode(15));
for (const [title, headers] of [
  ['On wasm, in a page', {}],
  ['On wasm, in an isolated page, by the build of tfjs with threads', ISOLATED],
]) {
  print(title, 'op', (await runBeside('builtins_page.mjs', headers, [15])).result);
}
