/** Bars of speeds in relation to tfjs' own kernels, on a logarithmic scale, backends side by side. */
import { element } from '../../shared/dom.js';
import { threeDigits } from '../../shared/numbers.js';
import { COMPARISONS, type ComparisonId } from './comparisons.js';
import { grouped } from './order.js';
import { ratioOf, type Result } from './result.js';
import { ratioText } from './words.js';

/** A figure of groups with a list each, whose bars are for the eye and whose words are for all. */
export function ratioChart(results: readonly Result[]): HTMLElement {
  const scale = scaleOf(results);
  const groups = grouped(results).flatMap(({ title, comparisons }) => [
    element('h3', { textContent: title }),
    element('ul', {}, ...comparisons.map(({ id, results }) => comparisonItem(id, results, scale))),
  ]);
  const labels = scale.ticks.map((tick) => label(`${threeDigits(tick)} ×`, scale.percentOf(tick)));
  const top = axis('one', [label('as fast as tfjs', scale.percentOf(1))]);
  const figure = element(
    'figure',
    { className: 'ratios', ariaLabel: 'Times as fast as tfjs' },
    element(
      'figcaption',
      {},
      element('strong', { textContent: 'Times as fast as stock tfjs' }),
      legendEntry('this package', 'ours'),
      legendEntry('tfjs, accelerated by it', 'accelerated'),
      ...(results.some(({ isEstimate }) => isEstimate)
        ? [legendEntry('tfjs’ time estimated', 'estimate')]
        : []),
    ),
    top,
    ...groups,
    axis('marks', labels),
  );
  figure.style.setProperty('--one', `${scale.percentOf(1)}%`);
  return figure;
}

function comparisonItem(id: ComparisonId, results: readonly Result[], scale: Scale): HTMLElement {
  const lines = results.flatMap((result) => {
    const { backend, ours, accelerated } = result;
    const first = line(backend, 'this package', 'ours', result, ours, scale);
    if (ratioOf(result, accelerated) === undefined) return [first];
    return [first, line('', 'tfjs, accelerated', 'accelerated', result, accelerated, scale)];
  });
  const { title, what } = COMPARISONS[id];
  const name = element('span', { className: 'name' }, title, ' ', element('small', {}, what));
  return element('li', {}, name, ...lines);
}

/** Points of ratios along the axis, in % of the width. */
interface Scale {
  ticks: readonly number[];
  percentOf: (ratio: number) => number;
}

function scaleOf(results: readonly Result[]): Scale {
  const ratios = results.flatMap((result) =>
    [ratioOf(result, result.ours), ratioOf(result, result.accelerated)].flatMap(
      (ratio) => ratio ?? [],
    ),
  );
  // Half a power of ten is the least that a slower one needs to be seen.
  const low = Math.floor(2 * Math.log10(Math.min(1, ...ratios))) / 2;
  const high = Math.max(1, Math.ceil(2 * Math.log10(Math.max(1, ...ratios))) / 2);
  // A phone has room for few of them.
  const step = high - low > 4 ? 2 : 1;
  const first = Math.ceil(low);
  return {
    ticks: Array.from({ length: Math.floor(high) - first + 1 }, (_, i) => first + i)
      .filter((exponent) => exponent % step === 0)
      .map((exponent) => 10 ** exponent),
    percentOf: (ratio) => (100 * (Math.log10(ratio) - low)) / (high - low),
  };
}

/** A backend, its bar from 1 to a ratio, and the ratio; instead of a bar, why there is none. */
function line(
  backend: string,
  way: string,
  className: string,
  result: Result,
  ms: number | undefined,
  scale: Scale,
): HTMLElement {
  const ratio = ratioOf(result, ms);
  const where = element('span', { className: 'backend', textContent: backend });
  const hidden = element('span', { className: 'visually-hidden', textContent: ` ${way}: ` });
  if (ratio === undefined) {
    const time = ms === undefined ? '' : `${threeDigits(ms)} ms with this package. `;
    const why = time + result.error;
    return element('div', { className: 'line' }, where, element('span', { className: 'why' }, why));
  }
  const value = element('span', { className: 'value' }, hidden, ratioText(result, ms));
  return element('div', { className: 'line' }, where, bar(className, result, ratio, scale), value);
}

function bar(
  className: string,
  { isEstimate }: Result,
  ratio: number,
  { percentOf }: Scale,
): HTMLElement {
  const ends = [percentOf(1), percentOf(ratio)].sort((a, b) => a - b);
  const bar = element('span', { className: `bar ${className}${isEstimate ? ' estimate' : ''}` });
  bar.style.left = `${ends[0]}%`;
  bar.style.width = `${ends[1] - ends[0]}%`;
  const track = element('span', { className: 'track' }, bar);
  track.ariaHidden = 'true';
  return track;
}

function axis(className: string, labels: readonly HTMLElement[]): HTMLElement {
  const marks = element('div', { className: 'marks' }, ...labels);
  const root = element('div', { className: `line axis ${className}` }, marks);
  root.ariaHidden = 'true';
  return root;
}

function label(text: string, percent: number): HTMLElement {
  const root = element('span', { textContent: text });
  root.style.left = `${percent}%`;
  // The shift keeps labels at both ends within the scale.
  root.style.translate = `${-percent}%`;
  return root;
}

function legendEntry(text: string, className: string): HTMLElement {
  return element('span', {}, element('span', { className: `swatch ${className}` }), text);
}
