/** Scatters on webgl: drawn where possible, as the package chooses, and on a driver that cannot blend, like most phones'. */
import { show, table } from './figures.mjs';
import { runInPage } from './in_page.mjs';

const WAYS = ['drawn', 'chosen', 'without blending', 'chosen / drawn'];
const ways = ([drawn, chosen, hidden]) => [drawn, chosen, hidden, chosen / drawn].map(show);

export async function phonesSection({ smoke, cases: names = '' }) {
  const { result } = await runInPage('phones_page.mjs', [smoke, names]);
  const { cases, training } = result;
  return [
    '## Scatters on phones',
    'The tables show the median time in ms until the first value is read, measured in turn, in Chromium on the CPU. ' +
      "'drawn' draws sums and 'none', 'chosen' is what the package does by default, and 'without blending' is that on " +
      'a driver without EXT_float_blend. Indices are known from the step before, or new in each step.',
    table(
      ['known indices', ...WAYS],
      cases.map(({ name, known }) => [name, ...ways(known)]),
    ),
    table(
      ['new indices', ...WAYS],
      cases.map(({ name, fresh }) => [name, ...ways(fresh)]),
    ),
    table(
      ['training step, nodes', 'dense', ...WAYS],
      training.map(({ nodes, dense, ways: times }) => [
        nodes.toLocaleString('en'),
        show(dense),
        ...ways(times),
      ]),
    ),
  ].join('\n\n');
}
