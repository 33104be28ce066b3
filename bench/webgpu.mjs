/** The webgpu backend against ONNX Runtime's and tfjs' own, in Chromium on its software adapter. */
import { geometricMean } from 'simple-statistics';
import { show, table } from './figures.mjs';
import { runInPage } from './in_page.mjs';

const WAYS = ['new indices', 'known order', 'unordered'];

export async function webgpuSection({ smoke, cases }) {
  const given = [smoke ? 1 : 9, cases];
  const { result, version } = await runInPage('webgpu_page.mjs', given, { besideOnnx: true });
  const { adapter, names, results, declined, growing, host, builtins } = result;
  const cell = ({ ms, wrong }) => (ms === null ? '–' : `${show(ms)}${wrong ? ', wrong' : ''}`);
  return [
    '## On webgpu',
    `Chromium ${version}; WebGPU: ${adapter}, which computes on the CPU.`,
    'Medians in ms until a result is on the GPU, taken in turn, with all tensors on the GPU before. ' +
      'Sums and products of floats sort new indices first, except along an axis, and use an order that ' +
      'is known; unordered, they run by atomics. A wrong result is one in which another of the ' +
      'updates of a place is the last, as threads race for it.',
    table(
      ['ms', ...names],
      results.map(({ name, times }) => [name, ...times.map(cell)]),
    ),
    'Geometric mean of the ratios of times to those of this package, and the least, over the cases ' +
      'that are right:',
    table(
      ['against', ...WAYS.flatMap((way) => [way, 'least'])],
      names.slice(WAYS.length).map((name, i) => [name, ...ratios(results, WAYS.length + i)]),
    ),
    'ScatterND add of more and more updates into 65,536 elements:',
    table(
      ['updates', ...names],
      growing.map(({ updates, times }) => [updates.toLocaleString('en'), ...times.map(cell)]),
    ),
    "The host's time for a call, in ms:",
    table(
      ['call', 'ms', 'times a program'],
      host.map(({ name, ms }) => [name, show(ms), show(ms / host[0].ms)]),
    ),
    "tfjs' own ops, as they are and accelerated:",
    table(
      ['op', 'tfjs, ms', 'accelerated, ms', 'ratio'],
      builtins.map(({ name, stockMs, acceleratedMs }) => [
        name,
        ...[stockMs, acceleratedMs, stockMs / acceleratedMs].map(show),
      ]),
    ),
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
