/** Gradients of long programs: how their time grows with the steps, relative to steps of tfjs' gather. */
import { show, table } from './figures.mjs';
import { bundle } from './in_page.mjs';
import { lastLineOf } from './report.mjs';

const STEPS = 4000;
const ROUNDS = 3;

export async function programsSection({ smoke }) {
  const script = await bundle('programs_on.mjs', 'node');
  const args = smoke ? [40, 1] : [STEPS, ROUNDS];
  const rows = JSON.parse(await lastLineOf(script, args.map(String)));
  const growth = `${STEPS.toLocaleString('en')} / ${(STEPS / 2).toLocaleString('en')}`;
  const header = ['constant', 'computed'].flatMap((rows) => [
    `${rows} rows: ${growth}`,
    'ours / tf.gather',
  ]);
  return [
    '## Long programs, in Node',
    'Each step of a program runs a function after three elementwise ops, on a matrix of 4 × 4. The table shows how many ' +
      `times as long the gradient of ${STEPS.toLocaleString('en')} steps takes as that of half of them, and as that of ` +
      `as many steps of tf.gather, on cpu. Times are the least of ${ROUNDS}, measured in turn.`,
    table(
      ['a step', ...header],
      rows.map(({ name, times }) => [
        name,
        ...times.flatMap(({ growth, ratio }) => [show(growth), show(ratio)]),
      ]),
    ),
  ].join('\n\n');
}
