/** Copying from the page: in one file, because all pages of a browser share the clipboard. */
import type { Page } from 'puppeteer-core';
import { runExample, type Example } from '../support/examples.js';
import { eventually } from './eventually.js';
import { button, elements, field } from './find.js';
import { doing, expectRow, results, runAll, TITLES, verdict } from './machine_page.js';
import { openPart, press, says, screenshot, widthOf } from './page.js';
import { describeSite, testPage, testPart } from './visit.js';
import { expectArrows, expectOutput } from './playground_page.js';
import { SITE } from './site.js';

/** Lets the test read the clipboard, for which a browser would ask. */
function mayPaste(page: Page): Promise<void> {
  const permission = { name: 'clipboard-read' };
  const { origin } = new URL(SITE);
  return page.browserContext().setPermission(origin, { permission, state: 'granted' });
}

const copiedFrom = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

describeSite('copying', () => {
  testPart(
    'copies code that computes what it shows',
    { hash: '#playground?op=scatterElements' },
    async (page) => {
      await mayPaste(page);
      await field(page, 'Op').choose('scatterNDUpdate');
      await field(page, 'Example').choose(/sub/);
      await field(page, 'updates [2]').fill('7');
      await expectOutput(page, [-59, -45, -17, 4]);
      await expectArrows(page, { shared: 4 });
      await screenshot(page, 'playground of a vector');
      await button(page, 'Copy the code').click();
      await says(page, 'Copied.');
      const code = await copiedFrom(page);
      const example: Example = { name: 'copied', language: 'js', code, stated: [], exact: false };
      expect(await runExample(example)).toEqual(['[-59,-45,-17,4]']);
      await elements(page, '.code-tab summary').click();
      expect(await elements(page, 'pre').text()).toContain("reduction: 'sub'");
    },
  );

  testPart(
    'fits sizes to the machine, copies the table, and shares it by a link',
    { hash: '#machine?backend=cpu', width: 360, theme: 'dark' },
    async (page) => {
      await mayPaste(page);
      await runAll(page);
      const rows = await results(page);
      expect(rows).toHaveLength(TITLES.length);
      for (const row of rows) expectRow(row, row[1]);
      expect(await widthOf(page)).toBe(360);
      await press(page, 'Copy as Markdown');
      await says(page, /^The table is copied\.$/m);
      const lines = (await copiedFrom(page)).trim().split('\n');
      const sentence = await verdict(page);
      expect(lines[0]).toBe(sentence);
      expect(lines).toContainEqual(expect.stringMatching(/^- Renderer: .*SwiftShader/));
      const table = lines.filter((line) => line.startsWith('|'));
      const cells = table.map((line) => line.slice(2, -2).split(' | '));
      expect(cells.slice(2)).toEqual(rows);

      await press(page, 'Copy a link to these results');
      await says(page, /^The link is copied\.$/m);
      const url = await copiedFrom(page);
      expect(url.length).toBeLessThan(1500);
      expect(url).toMatch(new RegExp(`^${SITE}#machine\\?results=1\\.`));
      await openPart(page, new URL(url).hash);
      expect(await elements(page, '.source').text()).toMatch(
        /came with the link.* measured on \w+ \d+, \d+ .* not on this one/,
      );
      expect(await elements(page, 'dl').attribute('aria-label')).toBe(
        'The machine of these results',
      );
      expect(await verdict(page)).toBe(sentence);
      expect(await results(page)).toEqual(rows);
    },
  );

  testPage(
    'leaves the code to be copied by hand where the clipboard is shut',
    {
      hash: '#playground?op=scatterElements',
      before: () => {
        const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
        Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse } });
      },
    },
    async (page) => {
      await button(page, 'Copy the code').click();
      await says(page, 'the code below is selected for you');
      expect(await page.evaluate(() => getSelection()?.toString())).toContain(
        'scatterElements(data',
      );
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
      await press(page, 'Run');
      await eventually(async () => {
        expect((await results(page)).map(([what]) => what)).toContain('Scatter-add');
      });
      await press(page, 'Stop');
      await eventually(async () => {
        expect(await doing(page)).toBe('Measuring was stopped.');
      });
      await press(page, 'Copy as Markdown');
      expect(await field(page, 'Text to copy').value()).toContain('| Scatter-add | 256 | cpu |');
    },
  );
});
