/** The playground, used as a person would. */
import type { KeyInput, Page } from 'puppeteer-core';
import { eventually } from './eventually.js';
import {
  addressEnds,
  attributeOf,
  field,
  fill,
  group,
  open,
  press,
  region,
  says,
  textsOf,
  valueOf,
  widthOf,
} from './page.js';
import { describeSite, testPage } from './visit.js';

const expectCells = (page: Page, grid: string, values: string) =>
  eventually(async () => {
    expect((await textsOf(page, `${region(grid)} td[data-cell]`)).join(' ')).toBe(values);
  });

const tells = (page: Page, sentence: string | RegExp) => says(page, sentence, '.story');
const litIn = (page: Page, grid: string) =>
  page.$$eval(`[aria-label="${grid}"] td.lit`, (found) =>
    found.map((cell) => Number(cell.dataset.cell?.split(' ').at(-1))),
  );

async function keys(page: Page, ...keys: KeyInput[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** The times of both, and how they compare. */
const TIMED =
  /^In place: [\d.]+ ms\. Copy: [\d.]+ ms\. ([\d.]+( to [\d,.]+)? times (as fast|slower)|About as fast), with the same result\.$/m;

const hasWorkers = (page: Page, count: number) =>
  eventually(() => {
    expect(page.workers()).toHaveLength(count);
  });

const OPENING = { hash: '#playground' } as const;

describeSite('the playground', () => {
  testPage('begins at the beginning, and goes update by update', OPENING, async (page) => {
    await expectCells(page, 'output', '0 0 0 0 0 0 0 0');
    await tells(page, 'starts as a copy of data');
    expect(await page.$('.arrow')).toBeNull();
    for (let i = 0; i < 3; i++) await press(page, 'Step');
    await expectCells(page, 'output', '0 3 0 0 7 0 0 0');
    await tells(page, /updates\[2\] is added to output\[4\]: 5 becomes 7/);
    for (const grid of ['indices', 'updates']) expect(await litIn(page, grid)).toEqual([2]);
    for (const grid of ['data', 'output']) expect(await litIn(page, grid)).toEqual([4]);
    expect(await attributeOf(page, '.arrow .line', 'd')).toMatch(/^M\d+.*C/);
    await page.focus('.stage');
    await keys(page, 'ArrowLeft', 'ArrowLeft', 'ArrowRight');
    await tells(page, /updates\[1\]/);
    await press(page, 'Restart');
    await expectCells(page, 'output', '0 0 0 0 0 0 0 0');
  });

  const two = { hash: '#playground?data=2+0+0&indices=2+0+1&updates=2+5+6' } as const;
  testPage('plays to the end, and stops when an example is chosen', two, async (page) => {
    await press(page, 'Play');
    await expectCells(page, 'output', '5 6');
    await says(page, /^Finished/, group('Player'));
    await fill(page, 'Example', 'Collisions: added');
    await press(page, 'Step');
    await fill(page, 'Example', 'Collisions: multiplied');
    await expectCells(page, 'output', '10 10 10');
    await says(page, '0 of 4 updates', group('Player'));
    await fill(page, 'Op', 'gatherND');
    await expectCells(page, 'output', ' '.repeat(8));
    await press(page, 'Step');
    await expectCells(page, 'output', '2.1 2.2 2.3      ');
    expect(await litIn(page, 'data')).toEqual([6, 7, 8]);
  });

  testPage('is edited cell by cell, by keyboard', OPENING, async (page) => {
    await page.focus(field('indices [0]'));
    await keys(page, 'ArrowRight', '1', 'ArrowRight', '-', '1');
    expect(await attributeOf(page, ':focus', 'aria-label')).toBe('indices [2]');
    for (let i = 0; i < 3; i++) await press(page, 'Step');
    await expectCells(page, 'output', '0 8 0 0 0 0 0 2');
    await fill(page, 'Shape of indices', '2 1');
    await keys(page, 'Enter');
    await says(page, /^scatterElements: indices has rank 2/, '.playground .failure');
    await fill(page, 'Shape of indices', '2');
    await keys(page, 'Tab');
    await tells(page, 'starts as a copy');
    // Updates follow, and a shape that is none changes nothing.
    expect(await textsOf(page, `${region('updates')} td[data-cell]`)).toHaveLength(2);
    await fill(page, 'Shape of data', 'many');
    await keys(page, 'Enter');
    expect(await valueOf(page, 'Shape of data')).toBe('8');
    expect(await valueOf(page, 'Example')).toBe('Your own call');
  });

  const LINK =
    '#playground?op=scatterND&data=2x2+1+2+3+4&indices=1x1+-1&updates=1x2+5+6&reduction=mul' +
    '&gradients=yes&dy=2x2+1+2+3+4';
  testPage('shows the gradients, and all of a link', { hash: LINK }, async (page) => {
    await expectCells(page, 'gradient of data', '1 2 15 24');
    await expectCells(page, 'gradient of updates', '9 16');
    await fill(page, 'updates [0, 0]', '7');
    await expectCells(page, 'gradient of data', '1 2 21 24');
    await addressEnds(page, LINK.replace('1x2+5+6', '1x2+7+6'));
    await open(page, '#playground');
    await page.locator(field('Gradients')).click();
    // Values that differ from each other, for ones would teach nothing.
    await expectCells(page, 'gradient of data', '1 2 3 4 5 6 7 8');
    await expectCells(page, 'gradient of updates', '2 5 5 7 3 5');
    expect(await valueOf(page, 'dy [7]')).toBe('8');
  });

  const inPlace = { hash: '#playground?inPlace=yes&size=1000', still: true } as const;
  testPage(
    'shows the call in place, with its time beside that of a copy',
    inPlace,
    async (page) => {
      const isTimed = () => says(page, TIMED, region('Times'));
      const gone = (selector: string) => page.waitForSelector(selector, { hidden: true });
      await isTimed();
      await fill(page, 'Time with data of', '100000');
      await says(page, 'Measuring …', region('Times'));
      await isTimed();
      await addressEnds(page, '?inPlace=yes&size=100000');
      // The worker that measured has ended with its memory.
      await hasWorkers(page, 1);
      await expectCells(page, 'output', '0 0 0 0 0 0 0 0');
      for (let i = 0; i < 6; i++) await press(page, 'Step');
      await expectCells(page, 'output', '0 3 1 0 9 0 4 0');
      await page.locator('summary').click();
      const code = /\nassignScatterElements\(variable, indices, updates, \{ reduction: 'add' \}\);/;
      await says(page, code, region('The code'));
      // An assignment has no gradient.
      await gone(field('Gradients'));
      await page.focus(field('In place'));
      await keys(page, 'Space');
      await says(page, /\nscatterElements\(data, .*print/, region('The code'));
      await expectCells(page, 'output', '0 3 1 0 9 0 4 0');
      await gone(region('Times'));
      await keys(page, 'Space');
      await says(page, 'Measuring …', region('Times'));
      await hasWorkers(page, 2);
      await keys(page, 'Space');
      await hasWorkers(page, 1);
      await fill(page, 'Op', 'gatherND');
      await gone(field('In place'));
    },
  );

  const phone = { ...inPlace, width: 390, theme: 'dark', still: true } as const;
  testPage('keeps its controls uncovered on a phone', phone, async (page) => {
    await expectCells(page, 'output', '0 0 0 0 0 0 0 0');
    expect(await widthOf(page)).toBe(390);
    const stuck = await page.$$eval('.playground *', (found) =>
      found.filter((element) => /sticky|fixed/.test(getComputedStyle(element).position)),
    );
    const targets = '.playground :is(button, select, td input, header input)';
    const low = await page.$$eval(targets, (found) =>
      found.filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44),
    );
    expect([stuck, low]).toEqual([[], []]);
  });
});
