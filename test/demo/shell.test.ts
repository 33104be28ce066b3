/** The page around the parts: its navigation, and how it fits a window. */
import { link } from './find.js';
import { screenshot, widthOf } from './page.js';
import { expectOpen, heading, PARTS } from './shell_page.js';
import { describeSite, testPage, testPart } from './visit.js';

describeSite('the page', () => {
  // The first, as the page has no focus before anyone has used it.
  testPart('opens each part by keyboard', { still: true }, async (page) => {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Skip/);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    for (const [label, title] of PARTS.slice(1)) {
      await link(page, PARTS[0][0]).focus();
      for (const [passed] of PARTS) {
        const focused = await page.evaluate(() => document.activeElement?.textContent);
        expect(focused).toBe(passed);
        if (passed === label) break;
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
      await expectOpen(page, label, title);
      // Whoever cannot see the page reads on where the part begins.
      expect(await heading(page).evaluate((found) => found === document.activeElement)).toBe(true);
    }
  });

  testPart('opens each part by its link', {}, async (page) => {
    await expectOpen(page, ...PARTS[0]);
    for (const [label, title] of [...PARTS.slice(1), PARTS[0]]) {
      await link(page, label).click();
      await expectOpen(page, label, title);
      await screenshot(page, `part ${label}`);
    }
    await page.goBack();
    await expectOpen(page, ...PARTS[5]);
    await page.goForward();
    await expectOpen(page, ...PARTS[0]);
  });

  const phone = { width: 360, still: true };
  testPart('fits a phone without scrolling sideways', phone, async (page) => {
    for (const [label, title] of PARTS) {
      await link(page, label).click();
      await expectOpen(page, label, title);
      expect(await widthOf(page)).toBe(360);
    }
  });

  testPage('opens the part that the address names', { hash: '#graph?nodes=34' }, (page) =>
    expectOpen(page, ...PARTS[1]),
  );

  testPart('opens the last of links that are followed in haste', {}, async (page) => {
    await page.evaluate(() => {
      for (const name of ['splatting', 'machine', 'playground', 'graph', 'words']) {
        location.hash = name;
      }
    });
    await expectOpen(page, ...PARTS[2]);
  });
});
