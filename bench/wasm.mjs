/** The wasm backend in Node against ONNX Runtime on WebAssembly, tfjs' own kernels, and its other ways. */
import { CASES, small, TINY_CALLS, TINY_CASES } from './cases.mjs';
import { onWasm } from './contestants/in_node.mjs';
import { compareAll } from './measure.mjs';
import { comparison, meansTable } from './report.mjs';

const ROUNDS = 31;

const tell = (name) => console.error(`  ${name}`);

/** Tabulates times, the means of their ratios, and times of small calls; used for pages as well. */
export function wasmTables(results, tiny) {
  return [
    comparison(results),
    meansTable(results),
    `Calls of 8 elements, the mean of ${TINY_CALLS} in a row:`,
    comparison(tiny),
  ];
}

export async function wasmSection({ smoke }) {
  const contestants = await onWasm();
  const rounds = smoke ? 2 : ROUNDS;
  const tinySettings = { rounds, callsPerRound: smoke ? 2 : TINY_CALLS };
  const tiny = await compareAll(TINY_CASES, contestants, tinySettings, tell);
  const main = await compareAll(smoke ? CASES.map(small) : CASES, contestants, { rounds }, tell);
  return [
    '## On wasm, in Node',
    "Medians in ms of one call, all taken in turn; in brackets is how many times the package's time " +
      'the other took. The package computes in the heap of the wasm backend by a module of its own. ' +
      "'views' is without the module, and 'host' copies values out of the heap and back, as for a " +
      'backend without kernels. All have one thread.',
    ...wasmTables(main, tiny),
  ].join('\n\n');
}
