/** Accessibility of every part after use, in both themes on both screens, by axe-core. */
import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { sharedReport } from '../../demo/page/parts/machine/link.js';
import { eventually } from './eventually.js';
import { chooseScheme, group, press, screenshot, says } from './page.js';
import { describeSite, testPage } from './visit.js';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const SCREENS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** Lists the elements that break a rule of axe-core, including its best practices. */
const RUN_AXE = `axe
  .run(document, { resultTypes: ['violations'], preload: false })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => id + ': ' + html + failureSummary)))`;

const RESULT = { id: 'sums', size: 1024, stock: [9, 10, 11], ours: [1, 1, 1] } as const;
const RESULTS = sharedReport.write({
  when: 0,
  browser: 'Firefox 153',
  backends: ['cpu', 'wasm'],
  results: [
    { ...RESULT, backend: 'cpu', difference: 0, error: '' },
    { ...RESULT, backend: 'cpu', difference: 0, error: '', ours: [30, 30, 30] },
    { ...RESULT, backend: 'wasm', difference: 0, error: 'tfjs: no kernel.', stock: null },
  ],
});

async function stepInRace(page: Page): Promise<void> {
  await press(page, 'Step', group('Race'));
  await says(page, 'Step 1 of');
}

const isTimed = (page: Page) => says(page, 'with the same result');

const STATES: readonly [title: string, hash: string, use?: (page: Page) => Promise<void>][] = [
  ['Start', '#start', (page) => press(page, 'Run both')],
  ['Train', '#train?data=karate&backend=cpu', stepInRace],
  ['Splatting', '#splatting?backend=cpu&particles=1000'],
  ['Playground', '#playground?gradients=yes'],
  ['Playground in place', '#playground?inPlace=yes&size=1000', isTimed],
  ['Playground with a mistake', '#playground?indices=1+1+99+4+4+6&nonsense=1'],
  ['Your machine', '#machine'],
  ['Your machine with results', `#machine?results=${RESULTS}`],
];

describeSite('accessibility', () => {
  for (const [title, hash, use] of STATES) {
    testPage(`breaks no rule of axe: ${title}`, { hash, still: true }, async (page) => {
      // The policy of the page refuses scripts that are not its own, but lets the browser's tools run.
      await page.evaluate(AXE);
      await use?.(page);
      for (const details of await page.$$('main summary')) await details.click();
      for (const screen of SCREENS) {
        await page.setViewport(screen);
        for (const theme of ['light', 'dark'] as const) {
          await chooseScheme(page, theme, true);
          await eventually(async () => {
            expect(await page.evaluate(RUN_AXE)).toEqual([]);
          });
          await screenshot(page, `${title} ${theme} ${screen.width}`);
        }
      }
    });
  }
});
