/** The webgpu backend, against ONNX Runtime and tfjs, in Chromium on its software adapter. */
import { geometricMean } from 'simple-statistics';
import { builtinsTable, show, table } from './figures.mjs';
import { runInPage } from './in_page.mjs';

const WAYS = ['new indices', 'known indices', 'unordered'];

export async function webgpuSection({ smoke, cases }) {
  const given = [smoke ? 1 : 9, cases];
  const { result, version } = await runInPage('webgpu_page.mjs', given, { besideOnnx: true });
  const { adapter, names, results, declined, host, builtins } = result;
  const cell = ({ ms, wrong }) => (ms === null ? '–' : `${show(ms)}${wrong ? ', wrong' : ''}`);
  return [
    '## On webgpu',
    `Chromium ${version}; WebGPU: ${adapter}, which computes on the CPU.`,
    'The tables show the median time in ms until the result is on the GPU, measured in turn. ' +
      'All inputs start on the GPU. Sums and products of floats first sort new indices, except ' +
      "along an axis, and reuse the order of known indices. 'unordered' uses atomics. A result " +
      'is marked wrong if the last update of a place did not win, because threads race for it.',
    table(
      ['ms', ...names],
      results.map(({ name, times }) => [name, ...times.map(cell)]),
    ),
    'The geometric mean and the minimum of the times relative to this package, over the cases ' +
      'with correct results:',
    table(
      ['against', ...WAYS.flatMap((way) => [way, 'lowest'])],
      names.slice(WAYS.length).map((name, i) => [name, ...ratios(results, WAYS.length + i)]),
    ),
    "The host's time per call, in ms:",
    table(
      ['call', 'ms', 'relative to one program'],
      host.map(({ name, ms }) => [name, show(ms), show(ms / host[0].ms)]),
    ),
    "tfjs' own ops, with and without acceleration:",
    builtinsTable('op', builtins),
    ...declined.map((reason) => `- ${reason}`),
  ].join('\n\n');
}

function ratios(results, against) {
  return WAYS.flatMap((_, way) => {
    const found = results
      .map(({ times }) => ({ ours: times[way], other: times[against] }))
      .filter(({ other }) => other.ms !== null && !other.wrong)
      .map(({ ours, other }) => other.ms / ours.ms);
    return found.length === 0 ? ['–', '–'] : [show(geometricMean(found)), show(Math.min(...found))];
  });
}
