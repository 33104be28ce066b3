/** The webgl and wasm backends in a page of a browser, against tfjs' own and ONNX Runtime's. */
import { ISOLATED, runInPage } from './in_page.mjs';
import { comparison, meansTable } from './report.mjs';
import { wasmTables } from './wasm.mjs';

export async function chromiumSection({ smoke }) {
  const given = [smoke ? 1 : 9];
  const { version, result } = await runInPage('chromium_page.mjs', given, { besideOnnx: true });
  const { renderer, adapter, results, declined } = result;
  return [
    '## In Chromium',
    `Chromium ${version}; WebGL: ${renderer}; WebGPU: ${adapter}.`,
    'Medians in ms until a result is on the GPU, taken in turn, and in brackets how many times the ' +
      "time of this package. tfjs' own scatters compare every output with every update, so that the " +
      'larger ones are left out, and its update of a tensor sums duplicates. Where ONNX Runtime has no ' +
      'WebGPU kernel, its time includes the way to the CPU and back. A wrong result is one in which ' +
      'another of the updates of a place is the last.',
    comparison(results),
    meansTable(results),
    ...declined.map((reason) => `- ${reason}`),
  ].join('\n\n');
}

/** The wasm backend in a page, and in one whose memory threads can share; all have one thread. */
export async function wasmPagesSection({ smoke }) {
  const given = smoke ? [1, true] : [11, false];
  const parts = [];
  for (const [title, headers] of [
    ['In a page of Chromium', {}],
    ['In an isolated page, by the build of tfjs with threads', ISOLATED],
  ]) {
    const { result } = await runInPage('wasm_page.mjs', given, { headers, besideOnnx: true });
    if (result.isIsolated !== (headers === ISOLATED)) throw new Error(`${title}: it is not.`);
    parts.push(`${title}:`, ...wasmTables(result.results, result.tiny));
  }
  return ['## On wasm, in Chromium', ...parts].join('\n\n');
}
