/** The webgl backend in a browser page, against tfjs' own ops and ONNX Runtime. */
import { runInPage } from './in_page.mjs';
import { comparison, meansTable } from './report.mjs';

export async function chromiumSection({ smoke }) {
  const given = [smoke ? 1 : 9];
  const { version, result } = await runInPage('chromium_page.mjs', given, { besideOnnx: true });
  const { renderer, adapter, results, declined } = result;
  return [
    '## In Chromium',
    `Chromium ${version}; WebGL: ${renderer}; WebGPU: ${adapter}.`,
    'The table shows the median time in ms until the result is on the GPU, measured in turn. ' +
      "Brackets show the time relative to this package. tfjs' own scatters compare every output " +
      'with every update, so the larger ones are left out. Its tensorScatterUpdate is left out ' +
      'because it sums duplicates. If ONNX Runtime has no WebGPU kernel, its time includes ' +
      'copying to the CPU and back. A result is marked wrong if the last update of a place did ' +
      'not win.',
    comparison(results),
    meansTable(results),
    ...declined.map((reason) => `- ${reason}`),
  ].join('\n\n');
}
