/** The playground's layout: every example on one screen of a desktop, and what a phone shows. */
import type { Page } from 'puppeteer-core';
import { PRESETS } from '../../demo/page/parts/playground/presets/index.js';
import { queryOfCall } from '../../demo/page/parts/playground/query.js';
import { eventually } from './eventually.js';
import { button, elements, field, group, region } from './find.js';
import { screenshot, widthOf } from './page.js';
import { expectOutput } from './playground_page.js';
import { describeSite, testPage, testPart } from './visit.js';

/** For `before`: the page finds no WebGPU, and says so in the longest of its options. */
function withoutWebGPU(): void {
  Reflect.deleteProperty(Object.getPrototypeOf(navigator) as object, 'gpu');
}

/** Shows a call, and waits until it is drawn. */
async function showCall(page: Page, query: string): Promise<void> {
  await page.evaluate(async (query) => {
    location.hash = `#playground?${query}&backend=cpu`;
    await new Promise((resolve) => {
      addEventListener('hashchange', resolve, { once: true });
    });
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  }, query);
}

const bottoms = (page: Page) =>
  page.evaluate(() => {
    const [output, legend] = ['[aria-label="output"]', '.told'].map(
      (selector) => document.querySelector(selector)?.getBoundingClientRect().bottom ?? Infinity,
    );
    return { output, legend, width: document.documentElement.scrollWidth };
  });

/** Where a part of the page is in the window. */
const boxOf = (page: Page, selector: string) =>
  page.$eval(selector, (found) => {
    const { top, bottom, left, right } = found.getBoundingClientRect();
    return { top, bottom, left, right };
  });

const PHONE = { width: 390, height: 844 } as const;
const OPENING = { hash: '#playground?backend=cpu', still: true } as const;

describeSite('the layout of the playground', () => {
  testPage(
    'shows every example on one screen, with its legend',
    { ...OPENING, width: 1280, before: withoutWebGPU },
    async (page) => {
      await page.setViewport({ width: 1280, height: 800 });
      const { left, right } = await boxOf(page, '.field.backend select');
      expect(right - left).toBeLessThan(130);
      const tooLarge: unknown[] = [];
      for (const { call, label } of PRESETS) {
        await showCall(page, queryOfCall(call).toString());
        const { output, legend, width } = await bottoms(page);
        if (output > 800 || legend > 800 || width > 1280) {
          tooLarge.push([call.op, label, { output, legend, width }]);
        }
      }
      expect(tooLarge).toEqual([]);
    },
  );

  testPart('shows eight cells and the player on a phone', OPENING, async (page) => {
    await page.setViewport(PHONE);
    await expectOutput(page, [0, 3, 1, 0, 9, 0, 4, 0]);
    const scroll = await boxOf(page, '[aria-label="output"] .scroll');
    const last = await boxOf(page, '[aria-label="output"] td[data-flat="7"]');
    expect(last.right).toBeLessThanOrEqual(scroll.right);
    const player = group(page, 'Player', region(page, 'output'));
    expect(await player.count()).toBe(1);
    // A wider page has the player above its grids.
    await page.setViewport({ width: 1200, height: 844 });
    await eventually(async () => {
      expect(await group(page, 'Player', elements(page, '.tools')).count()).toBe(1);
    });
    expect(await player.count()).toBe(0);
  });

  const calls = [
    ['the opening', 'op=scatterElements', ['indices', 'updates']],
    ['slices', queryOfCall(PRESETS[9].call).toString(), ['indices', 'updates']],
    ['a gather', 'op=gatherElements', ['data', 'indices']],
  ] as const;
  for (const [name, query, sources] of calls) {
    testPart(`plays ${name} in sight on a phone`, OPENING, async (page) => {
      await page.setViewport(PHONE);
      await showCall(page, query);
      await button(page, 'Play').click();
      await eventually(async () => {
        const output = await boxOf(page, '[aria-label="output"]');
        for (const source of sources) {
          const { top, bottom } = await boxOf(page, `[aria-label="${source}"]`);
          expect(top).toBeGreaterThanOrEqual(0);
          expect(bottom).toBeLessThanOrEqual(output.top);
        }
        expect(output.bottom).toBeLessThanOrEqual(PHONE.height);
        const slider = await boxOf(page, '.player input');
        const isCovered = await field(
          page,
          query.includes('gather') ? 'Reads done' : 'Updates done',
        ).evaluate((slider) => {
          const { left, top, width, height } = slider.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2) !== slider;
        });
        expect(isCovered).toBe(false);
        expect(slider.bottom).toBeLessThanOrEqual(output.bottom);
      });
      await screenshot(page, `playing ${name} on a phone`);
      expect(await widthOf(page)).toBe(PHONE.width);
    });
  }
});
