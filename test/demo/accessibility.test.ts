/** Accessibility of every part in both themes, before and after it was used, by axe-core. */
import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { encodeResults } from '../../demo/page/parts/machine/shared_results.js';
import { eventually } from './eventually.js';
import { button, field, group } from './find.js';
import { chooseScheme, openPart, screenshot, settled } from './page.js';
import { PARTS } from './shell_page.js';
import { press, smallOn } from './splatting_page.js';
import { describeSite, testPart } from './visit.js';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

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

/** Ways to use a part, by what is to be seen then. */
const USED: readonly (readonly [title: string, use: (page: Page) => Promise<void>])[] = [
  [
    'Graph, trained',
    async (page) => {
      await openPart(page, '#graph?data=karate&backend=cpu');
      const race = group(page, 'Race');
      await settled(page);
      for (let turn = 0; turn < 3; turn++) await button(page, 'Step', race).click();
      await settled(page);
    },
  ],
  [
    'Words, trained, with a word that there is not',
    async (page) => {
      await openPart(page, '#words?backend=wasm&vocabulary=300&word=xyzzy');
      await settled(page);
      await button(page, 'Step', group(page, 'Race')).click();
      await settled(page);
    },
  ],
  [
    'Words, without a text',
    async (page) => {
      await openPart(page, '#words?text=own');
      await settled(page);
    },
  ],
  [
    'Splatting, moved and learnt',
    async (page) => {
      await openPart(page, smallOn('cpu'));
      await press(page, 'Animation', 'Step');
      await press(page, 'Learning', 'Step');
    },
  ],
  [
    'Playground, with gradients',
    async (page) => {
      await openPart(page, '#playground?op=scatterND&gradients=true');
      await field(page, 'reduction').choose('add');
    },
  ],
  [
    'Playground, with an output that scrolls',
    (page) =>
      openPart(
        page,
        '#playground?op=gatherElements&data=3+1+2+3&indices=14+0+1+2+0+1+2+0+1+2+0+1+2+0+1',
      ),
  ],
  ['Playground, with a mistake', (page) => openPart(page, '#playground?op=sctter')],
  [
    'Your machine, with results',
    async (page) => {
      const base = { size: 4096, isEstimate: false, difference: 0, error: '' } as const;
      const link = await encodeResults({
        when: new Date(),
        facts: [['Renderer', 'A GPU']],
        results: [
          { ...base, id: 'sums', backend: 'webgl', tfjs: 90, accelerated: 3, ours: 4 },
          { ...base, id: 'sums', backend: 'wasm', ours: 4, error: 'tfjs says: No kernel.' },
          { ...base, id: 'rows', backend: 'cpu', tfjs: 3, ours: 4 },
          { ...base, id: 'add', backend: 'cpu', tfjs: 9000, ours: 4, isEstimate: true },
        ],
      });
      await openPart(page, `#machine?results=${link}`);
      for (const details of await page.$$('summary')) await details.click();
    },
  ],
];

const STATES = [
  ...PARTS.map(([label]) => {
    const open = async (page: Page) => {
      await page.evaluate((label) => {
        const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')];
        links.find((link) => link.textContent === label)?.click();
      }, label);
      await page.waitForSelector('main[aria-busy="false"] h2');
    };
    return [label, open] as const;
  }),
  ...USED,
];

/** The parts that differ most on a phone: what sticks, scrolls or stands in one line there. */
const ON_PHONE = [
  ...PARTS.map(([label]) => label),
  'Playground, with gradients',
  'Playground, with an output that scrolls',
];

async function expectNoViolations(page: Page): Promise<void> {
  await eventually(async () => {
    expect(await violationsOf(page)).toEqual([]);
  }, 5000);
}

describeSite('accessibility', () => {
  describe.each(STATES)('%s', (title, use) => {
    testPart(`breaks no rule of axe: ${title}`, { still: true }, async (page) => {
      await use(page);
      for (const theme of ['light', 'dark'] as const) {
        await chooseScheme(page, theme, true);
        await expectNoViolations(page);
        await screenshot(page, `${title} ${theme}`);
      }
      if (!ON_PHONE.includes(title)) return;
      // Colours are the same at any width.
      await page.setViewport({ width: 390, height: 844 });
      await expectNoViolations(page);
    });
  });
});
