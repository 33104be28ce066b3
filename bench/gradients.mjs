/** Calls with their gradients on the cpu and wasm backends, relative to the calls alone. */
import { show, table } from './figures.mjs';
import { lastLineOf } from './report.mjs';

/** Tabulates a backend's times, with the shapes side by side. */
function tableOf(results) {
  const header = results.flatMap(({ shape }) => [`${shape}: call`, 'with gradients', 'ratio']);
  const rows = results[0].times.map(({ name }, i) => [
    name,
    ...results.flatMap(({ times }) => {
      const { forward, whole, ratio } = times[i];
      return [show(forward), show(whole), show(ratio)];
    }),
  ]);
  return table(['ms', ...header], rows);
}

export async function gradientsSection({ smoke }) {
  const parts = [
    '## Gradients, in Node',
    'The tables show the median time in ms of a call alone, and of the call with its ' +
      "gradients with respect to data and updates, or to the op's only tensor. The two are " +
      'measured in turn. A ratio is the second time over the first.',
  ];
  for (const backend of ['cpu', 'wasm']) {
    console.error(`  ${backend}`);
    // Each has its own process: WebAssembly in a process slows typed arrays down.
    const times = JSON.parse(await lastLineOf('gradients_on.mjs', [backend, String(smoke)]));
    parts.push(`On ${backend}:`, tableOf(times));
  }
  return parts.join('\n\n');
}
