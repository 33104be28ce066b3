/** The benchmark in the page, as a visitor runs it. */
import type { Page } from 'playwright-core';
import { describeSite, eventually, press, testPage, withoutWebGL } from './page.js';

const doing = (page: Page) => page.locator('.doing');

/** The rows of the table, cell by cell. */
const results = (page: Page) =>
  page
    .getByRole('table', { name: 'Results' })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

const TITLES = [
  'Gather rows',
  'Gather elements',
  'Scatter-add',
  'Replace elements',
  'Sum segments',
  'Gradient of an embedding',
  'Maximum of segments',
];
/** What accelerateBuiltins acts on, by backend. */
const ACCELERATED = { cpu: TITLES.slice(3, 6), webgl: TITLES.slice(2, 6) };

/** Runs until all is measured. */
async function runAll(page: Page): Promise<void> {
  await press(page, 'Run');
  await eventually(async () => {
    expect(await doing(page).innerText()).toBe('All was measured.');
  }, 90_000);
}

const numberIn = (text: string) => Number(text.replace(/[≈,\s]/g, ''));

function expectRows(rows: string[][], backend: 'cpu' | 'webgl'): void {
  expect(rows.map(([what]) => what.split(':')[0])).toEqual(TITLES);
  for (const [what, place, tfjs, accelerated, ours, acceleratedRatio, ratio, same] of rows) {
    expect([place, same]).toEqual([backend, 'yes']);
    expect(numberIn(tfjs)).toBeGreaterThan(0);
    expect(numberIn(ours)).toBeGreaterThan(0);
    expectRatio(numberIn(ratio), numberIn(tfjs) / numberIn(ours));
    const [title] = what.split(':');
    if (ACCELERATED[backend].includes(title)) {
      expectRatio(numberIn(acceleratedRatio), numberIn(tfjs) / numberIn(accelerated));
    } else expect([accelerated, acceleratedRatio]).toEqual(['–', '–']);
  }
}

/** The same but for the rounding of what is shown. */
function expectRatio(shown: number, computed: number): void {
  expect(shown / computed).toBeGreaterThan(0.98);
  expect(shown / computed).toBeLessThan(1.02);
}

describeSite('the machine', () => {
  testPage('measures on webgl and on cpu', { hash: '#machine?size=256' }, async (page) => {
    await page.getByLabel('Backend').selectOption('webgl and cpu');
    await runAll(page);
    const rows = await results(page);
    expectRows(rows.slice(0, 7), 'webgl');
    expectRows(rows.slice(7), 'cpu');
    // One bar for each ratio that there is.
    const ratios = page.getByRole('figure', { name: 'Times as fast as tfjs' });
    expect(await ratios.locator('.bar').count()).toBe(14 + 4 + 3);
    expect(await ratios.locator('li').first().innerText()).toMatch(/^Gather rows, webgl/);
    const machine = await page.locator('dl').innerText();
    expect(machine).toMatch(/Renderer\s+.*SwiftShader/);
    expect(machine).toMatch(/WebGL\s+2\s+Float textures\s+32 bits\s+Blending of floats\s+yes/);
  });

  testPage(
    'fits a size to the machine, and copies the table',
    { hash: '#machine?backend=cpu', width: 360, theme: 'dark' },
    async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await runAll(page);
      expectRows(await results(page), 'cpu');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await press(page, 'Copy as Markdown');
      await page.getByText('Copied.', { exact: true }).first().waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      const lines = copied.trim().split('\n');
      expect(lines[0]).toMatch(/^- Renderer: .*SwiftShader/);
      const table = lines.filter((line) => line.startsWith('|'));
      const cells = table.map((line) => line.slice(2, -2).split(' | '));
      expect(cells[1]).toEqual(['---', '---', ...Array<string>(5).fill('---:'), '---']);
      expect(cells.slice(2)).toEqual(await results(page));
    },
  );

  testPage('stops when one says so', { hash: '#machine?size=256&backend=cpu' }, async (page) => {
    await press(page, 'Run');
    await eventually(async () => {
      expect((await results(page)).length).toBeGreaterThan(0);
    });
    expect(await page.getByLabel('Indices').isDisabled()).toBe(true);
    await press(page, 'Stop');
    await eventually(async () => {
      expect(await doing(page).innerText()).toBe('The measuring was stopped.');
    });
    const stopped = await results(page);
    expect(stopped.length).toBeLessThan(TITLES.length);
    expect(await page.getByLabel('Indices').isDisabled()).toBe(false);
    // It begins anew.
    await runAll(page);
    expect((await results(page)).map(([what]) => what.split(':')[0])).toEqual(TITLES);
  });

  testPage(
    'leaves nothing behind when it is left, and runs no call that would take minutes',
    { hash: '#machine?size=65536&backend=cpu' },
    async (page) => {
      await press(page, 'Run');
      await eventually(async () => {
        const rows = await results(page);
        const row = rows.find(([what]) => what.startsWith('Sum segments'));
        expect(row?.[2]).toMatch(/^≈ [\d,]+$/);
        expect(row?.[6]).toMatch(/^≈ [\d,]+$/);
        expect(row?.[7]).toBe('not compared');
      }, 60_000);
      await page.getByRole('link', { name: 'Graph', exact: true }).click();
      await page.getByRole('heading', { name: 'Learning on a graph' }).waitFor();
    },
  );

  testPage(
    'offers its table to be copied where the browser lets no page copy',
    {
      hash: '#machine?size=256&backend=cpu',
      before: () => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
      },
    },
    async (page) => {
      await runAll(page);
      await press(page, 'Copy as Markdown');
      const text = page.getByLabel('The results as Markdown');
      expect(await text.inputValue()).toContain('| Scatter-add: 256 updates');
    },
  );

  testPage(
    'measures on cpu where there is no WebGL',
    { hash: '#machine?size=256&backend=webgl', before: withoutWebGL },
    async (page) => {
      expect(await page.locator('dl').innerText()).toMatch(/none that WebGL could use/);
      expect(await page.getByLabel('Backend').locator('option').allInnerTexts()).toEqual(['cpu']);
      await runAll(page);
      expectRows(await results(page), 'cpu');
    },
  );
});
