/** The playground as it opens: what it lights up, how it plays, and what is in sight. */
import type { Page } from 'puppeteer-core';
import { eventually } from './eventually.js';
import { button, elements, field, region } from './find.js';
import { widthOf } from './page.js';
import {
  expectArrows,
  expectOutput,
  litCells,
  ONNX_EXAMPLE,
  summary,
  texts,
} from './playground_page.js';
import { describeSite, testPart } from './visit.js';

const OPENING = { hash: '#playground' } as const;
const PHONE = { width: 390, height: 844 } as const;

const boxOf = (page: Page, selector: string) =>
  page.$eval(selector, (found) => {
    const { top, bottom } = found.getBoundingClientRect();
    return { top, bottom };
  });

/** Where the cells of a grid begin, from left to right. */
const columns = (page: Page, name: string) =>
  region(page, name).evaluate((grid) =>
    [...grid.querySelectorAll('td input')].map((cell) => cell.getBoundingClientRect().left),
  );

describeSite('the playground', () => {
  testPart('opens on three updates that meet, and are added', OPENING, async (page) => {
    await expectOutput(page, [0, 3, 1, 0, 9, 0, 4, 0]);
    await expectArrows(page, { alone: 3, shared: 3, overwritten: 0 });
    expect(await summary(page).text()).toBe(
      '6 updates: 3 alone in their place; 3 meet in 1 place.',
    );
    // Every index stands right above its update.
    expect(await columns(page, 'indices')).toEqual(await columns(page, 'updates'));
    expect((await boxOf(page, '[aria-label="indices"]')).bottom).toBeLessThan(
      (await boxOf(page, '[aria-label="updates"]')).top,
    );
  });

  const tuples = { hash: '#playground?op=scatterND' } as const;
  testPart('has tuples of indices above their updates, too', tuples, async (page) => {
    expect(await columns(page, 'indices')).toEqual(await columns(page, 'updates'));
    await field(page, 'indices [0, 0]').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('indices [1, 0]');
    await field(page, 'indices [1, 0]').fill('4');
    await expectOutput(page, [1, 11, 3, 4, 10, 6, 7, 12]);
    await expectArrows(page, { overwritten: 1, shared: 1, alone: 2 });
  });

  testPart('lights up index, update and place together', OPENING, async (page) => {
    const together = { data: [4], indices: [1], updates: [1], output: [4] };
    for (const cell of ['indices [1]', 'updates [1]']) {
      await field(page, cell).focus();
      await eventually(async () => {
        expect(await litCells(page)).toEqual(together);
      });
    }
    await expectArrows(page, { lit: 1 });
    await field(page, 'data [4]').focus();
    await eventually(async () => {
      expect(await litCells(page)).toEqual({ ...together, indices: [1, 2, 5], updates: [1, 2, 5] });
    });
    await expectArrows(page, { lit: 3 });
    await page.hover('[aria-label="output"] td[data-flat="6"]');
    await eventually(async () => {
      expect(await litCells(page)).toEqual({
        data: [6],
        indices: [3],
        updates: [3],
        output: [6],
      });
    });
    await page.mouse.move(5, 5);
  });

  testPart('drops the updates one by one', OPENING, async (page) => {
    const sum = async () =>
      (await texts(region(page, 'output'))).map(Number).reduce((a, b) => a + b);
    const sums = new Set<number>();
    await button(page, 'Play').click();
    await eventually(async () => {
      expect(await elements(page, '.flying').count()).toBe(1);
    });
    await eventually(async () => {
      sums.add(await sum());
      expect(await button(page, 'Play').count()).toBe(1);
    });
    // After each of them: 3, 5, 2, 4, 1 and 2 are added.
    expect([...sums].filter((seen) => [0, 3, 8, 10, 14, 15, 17].includes(seen)).length).toBe(
      sums.size,
    );
    await expectOutput(page, [0, 3, 1, 0, 9, 0, 4, 0]);
    await field(page, 'Updates done').evaluate((slider) => {
      if (slider instanceof HTMLInputElement) slider.value = '2';
      slider.dispatchEvent(new Event('input'));
    });
    await expectOutput(page, [0, 3, 0, 0, 5, 0, 0, 0]);
    // An edit ends at the whole call.
    await field(page, 'updates [0]').fill('30');
    await expectOutput(page, [0, 30, 1, 0, 9, 0, 4, 0]);
  });

  testPart('tells the rule and the marks of the op at hand', OPENING, async (page) => {
    const legend = elements(page, '.legend');
    expect(await legend.text()).toMatch(
      /output\[indices\[i\]\] \+= updates\[i\][^]*added to others/,
    );
    await field(page, 'reduction').choose('mul');
    await eventually(async () => {
      expect(await legend.text()).toMatch(/multiplied by others/);
    });
    await field(page, 'reduction').choose('none');
    await eventually(async () => {
      expect(await legend.text()).toMatch(/\] = updates\[i\][^]*overwritten by a later one/);
    });
    expect(await legend.text()).not.toMatch(/dropped/);
    await field(page, 'outOfBounds').choose('drop');
    await eventually(async () => {
      expect(await legend.text()).toMatch(/out of bounds: dropped/);
    });
    await field(page, 'Op').choose('gatherElements');
    await eventually(async () => {
      expect(await legend.text()).toMatch(/output\[.*\] = data\[[^]*read several times/);
    });
  });

  const whole = [
    ['the opening', '#playground'],
    ['two dimensions', ONNX_EXAMPLE],
    ['a gather', '#playground?op=gatherElements'],
    ['tuples', '#playground?op=scatterND'],
  ] as const;
  for (const [name, hash] of whole) {
    testPart(`shows ${name} on one screen`, { hash, width: 1280 }, async (page) => {
      await page.setViewport({ width: 1280, height: 800 });
      await page.evaluate(() => {
        scrollTo(0, 0);
      });
      await expectArrows(page, { lit: 0 });
      expect((await boxOf(page, '.stage')).bottom).toBeLessThan(800);
      expect((await boxOf(page, '.legend')).bottom).toBeLessThan(800);
      expect(await widthOf(page)).toBe(1280);
    });
  }

  testPart('keeps the output in sight on a phone', { ...OPENING, width: 390 }, async (page) => {
    await page.setViewport(PHONE);
    for (const name of ['axis', 'data [0]', 'indices [0]', 'updates [0]']) {
      const input = field(page, name);
      await input.evaluate((input) => {
        input.scrollIntoView({ block: 'center' });
      });
      const seen = await input.evaluate((input) => {
        const { top, bottom } = input.getBoundingClientRect();
        const output = document.querySelector('[aria-label="output"]');
        const box = output?.getBoundingClientRect();
        if (!box) throw new Error('There is no output.');
        return { isClear: bottom <= box.top, top, below: innerHeight - box.bottom };
      });
      expect(seen.isClear).toBe(true);
      expect(seen.top).toBeGreaterThan(0);
      expect(seen.below).toBeGreaterThanOrEqual(0);
    }
    expect(await widthOf(page)).toBe(390);
  });
});
