/** The wasm backend in Node, against ONNX Runtime on WebAssembly, tfjs' kernels and its own fallbacks. */
import { CASES, small, TINY_CALLS, TINY_CASES } from './cases.mjs';
import { onWasm } from './contestants/in_node.mjs';
import { compareAll } from './measure.mjs';
import { comparison, meansTable } from './report.mjs';

const report = (name) => console.error(`  ${name}`);

export async function wasmSection({ smoke }) {
  const contestants = await onWasm();
  const rounds = smoke ? 2 : 31;
  const tinySettings = { rounds, callsPerRound: smoke ? 2 : TINY_CALLS };
  const tiny = await compareAll(TINY_CASES, contestants, tinySettings, report);
  const main = await compareAll(smoke ? CASES.map(small) : CASES, contestants, { rounds }, report);
  return [
    '## On wasm, in Node',
    'The tables show the median time of a call in ms, measured in turn. Brackets show the ' +
      "time relative to this package, which computes in the wasm backend's heap with its own " +
      "WebAssembly module. With 'views' it runs without the module. Everything runs on one thread.",
    comparison(main),
    meansTable(main),
    `Calls of 8 elements, the mean of ${TINY_CALLS} in a row:`,
    comparison(tiny),
  ].join('\n\n');
}
