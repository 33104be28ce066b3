/** Accessibility of every part in both themes on both screens, before and after use, by axe-core. */
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

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

/** Lists the elements that break a rule of axe-core, the good practices among them. */
async function violationsOf(page: Page): Promise<string[]> {
  // The policy of the page refuses scripts that are not its own, and lets the browser's tools run.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const violations = (await page.evaluate(`
    axe.run(document, { resultTypes: ['violations'], preload: false }).then((run) => run.violations)
  `)) as Violation[];
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  );
}

const [id, when, size, difference, error] = ['sums', 0, 1024, 0, ''] as const;
const RESULT = { id, size, stock: [9, 10, 11], ours: [1, 1, 1], difference, error };
const RESULTS = sharedReport.write({
  when,
  browser: 'Firefox 153',
  backends: ['cpu', 'wasm'],
  results: [
    { ...RESULT, backend: 'cpu' },
    { ...RESULT, backend: 'cpu', id: 'rows', ours: [30, 30, 30] },
    { ...RESULT, backend: 'wasm', stock: null, error: 'tfjs: There is no kernel.' },
  ],
});

interface State {
  title: string;
  hash: string;
  /** What leads from there to the state. */
  use?: (page: Page) => Promise<void>;
}

const STATES: readonly State[] = [
  { title: 'Start', hash: '#start' },
  { title: 'Start after a run', hash: '#start', use: (page) => press(page, 'Run both') },
  { title: 'Train', hash: '#train?data=karate&backend=cpu' },
  {
    title: 'Train after a step',
    hash: '#train?data=karate&backend=cpu',
    use: async (page) => {
      await press(page, 'Step', group('Race'));
      await says(page, 'Step 1 of');
    },
  },
  { title: 'Splatting', hash: '#splatting?backend=cpu&particles=1000' },
  { title: 'Playground', hash: '#playground' },
  { title: 'Playground with gradients', hash: '#playground?gradients=yes' },
  { title: 'Playground with a mistake', hash: '#playground?indices=1+1+99+4+4+6&nonsense=1' },
  { title: 'Your machine', hash: '#machine' },
  { title: 'Your machine with results', hash: `#machine?results=${RESULTS}` },
];

describeSite('accessibility', () => {
  describe.each(STATES)('$title', ({ title, hash, use }) => {
    testPage(`breaks no rule of axe: ${title}`, { hash, still: true }, async (page) => {
      await use?.(page);
      for (const details of await page.$$('main summary')) await details.click();
      for (const screen of SCREENS) {
        await page.setViewport(screen);
        for (const theme of ['light', 'dark'] as const) {
          await chooseScheme(page, theme, true);
          await eventually(async () => {
            expect(await violationsOf(page)).toEqual([]);
          }, 5000);
          await screenshot(page, `${title} ${theme} ${screen.width}`);
        }
      }
    });
  });
});
