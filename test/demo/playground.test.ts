/** The playground, used as a person would. */
import type { KeyInput, Page } from 'puppeteer-core';
import { eventually } from './eventually.js';
import { alert, button, elements, field, group, region, status } from './find.js';
import { openPart, widthOf } from './page.js';
import { describeSite, testPage, testPart } from './visit.js';
import { LOSS, loseGpu, withLosableGpus } from './losable.js';

const cellsOf = (page: Page, grid: string) => region(page, grid).find('td[data-cell]');
const story = (page: Page) => elements(page, '.story');

function expectCells(page: Page, grid: string, values: string): Promise<void> {
  return eventually(async () => {
    expect((await cellsOf(page, grid).texts()).join(' ')).toBe(values);
  });
}

function says(page: Page, sentence: string | RegExp): Promise<void> {
  return eventually(async () => {
    expect(await story(page).text()).toEqual(expect.stringMatching(sentence) as string);
  });
}

const litIn = (page: Page, grid: string) =>
  page.$$eval(`[aria-label="${grid}"] td.lit`, (found) =>
    found.map((cell) => Number(cell.dataset.cell?.split(' ').at(-1))),
  );

async function pressKeys(page: Page, ...keys: KeyInput[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const OPENING = { hash: '#playground' } as const;

describeSite('the playground', () => {
  testPart('begins at the beginning, and steps through its updates', OPENING, async (page) => {
    await expectCells(page, 'output', '0 0 0 0 0 0 0 0');
    await says(page, 'starts as a copy of data');
    expect(await elements(page, '.arrow').count()).toBe(0);
    expect(await group(page, 'Player').text()).toContain('0 of 6 updates');
    for (let i = 0; i < 3; i++) await button(page, 'Step').click();
    await expectCells(page, 'output', '0 3 0 0 7 0 0 0');
    await says(page, /updates\[2\] is added to output\[4\]: 5 becomes 7/);
    for (const grid of ['indices', 'updates']) expect(await litIn(page, grid)).toEqual([2]);
    for (const grid of ['data', 'output']) expect(await litIn(page, grid)).toEqual([4]);
    expect(await elements(page, '.arrow .line').attribute('d')).toMatch(/^M\d+.*C/);
    await elements(page, '.stage').focus();
    await pressKeys(page, 'ArrowLeft', 'ArrowLeft', 'ArrowRight');
    await says(page, /updates\[1\]/);
    await button(page, 'Restart').click();
    await expectCells(page, 'output', '0 0 0 0 0 0 0 0');
  });

  const two = { hash: '#playground?data=2+0+0&indices=2+0+1&updates=2+5+6' } as const;
  testPart('plays to the end, and stops when an example is chosen', two, async (page) => {
    await button(page, 'Play').click();
    await expectCells(page, 'output', '5 6');
    expect(await group(page, 'Player').text()).toMatch(/^Finished/);
    await field(page, 'Example').choose(/added/);
    await button(page, 'Step').click();
    await field(page, 'Example').choose(/multiplied/);
    await expectCells(page, 'output', '10 10 10');
    expect(await group(page, 'Player').text()).toContain('0 of 4 updates');
    await field(page, 'Op').choose('gatherND');
    await expectCells(page, 'output', ' '.repeat(8));
    await button(page, 'Step').click();
    await expectCells(page, 'output', '2.1 2.2 2.3      ');
    expect(await litIn(page, 'data')).toEqual([6, 7, 8]);
  });

  testPart('is edited cell by cell, by keyboard', OPENING, async (page) => {
    await field(page, 'indices [0]').focus();
    await pressKeys(page, 'ArrowRight', '1', 'ArrowRight', '-', '1');
    expect(await elements(page, ':focus').attribute('aria-label')).toBe('indices [2]');
    for (let i = 0; i < 3; i++) await button(page, 'Step').click();
    await expectCells(page, 'output', '0 8 0 0 0 0 0 2');
    await field(page, 'Shape of indices').fill('2 1');
    await pressKeys(page, 'Enter');
    await eventually(async () => {
      expect(await alert(page).texts()).toContainEqual(
        expect.stringMatching(/^scatterElements: indices has rank 2/),
      );
    });
    await field(page, 'Shape of indices').fill('2');
    await pressKeys(page, 'Tab');
    await says(page, 'starts as a copy');
    // Updates follow, and a shape that is none changes nothing.
    expect(await cellsOf(page, 'updates').count()).toBe(2);
    await field(page, 'Shape of data').fill('many');
    await pressKeys(page, 'Enter');
    expect(await field(page, 'Shape of data').value()).toBe('8');
    expect(await field(page, 'Example').find('option:checked').text()).toBe('Your own');
  });

  testPart('has the sentence of the package for a wrong call', OPENING, async (page) => {
    await field(page, 'indices [1]').fill('9');
    const sentence = /^scatterElements: indices has the value 9 at \[1\].* expected an index in/;
    await eventually(async () => {
      expect(await elements(page, '.playground .failure').text()).toMatch(sentence);
    });
    await field(page, 'outOfBounds').choose('drop');
    for (let i = 0; i < 2; i++) await button(page, 'Step').click();
    await says(page, /updates\[1\] is left out/);
  });

  const LINK =
    '#playground?op=scatterND&data=2x2+1+2+3+4&indices=1x1+-1&updates=1x2+5+6&reduction=mul' +
    '&gradients=yes&dy=2x2+1+2+3+4';
  testPart('shows the gradients, and all of a link', { hash: LINK }, async (page) => {
    await expectCells(page, 'gradient of data', '1 2 15 24');
    await expectCells(page, 'gradient of updates', '9 16');
    await field(page, 'updates [0, 0]').fill('7');
    await expectCells(page, 'gradient of data', '1 2 21 24');
    await eventually(() => {
      expect(page.url()).toContain(LINK.replace('1x2+5+6', '1x2+7+6'));
    });
    await openPart(page, '#playground');
    await field(page, 'Gradients').check();
    // Values that differ from each other, for ones would teach nothing.
    await expectCells(page, 'gradient of data', '1 2 3 4 5 6 7 8');
    await expectCells(page, 'gradient of updates', '2 5 5 7 3 5');
    expect(await field(page, 'dy [7]').value()).toBe('8');
  });

  const wrong = { hash: '#playground?op=scatterAll&data=3x3+1+2&speed=2' };
  testPage('explains what is wrong with an address', wrong, async (page) => {
    const notices = () => status(page, 'Notices').text();
    await eventually(async () => {
      expect(await notices()).toMatch(/op=scatterAll, expected one of scatterElements, scatterND/);
    });
    expect(await notices()).toMatch(/data=3x3 1 2, expected a shape and its values/);
    expect(await notices()).toMatch(/a setting ‘speed’/);
    await expectCells(page, 'output', '0 0 0 0 0 0 0 0');
  });

  const phone = { ...OPENING, width: 390, theme: 'dark', still: true } as const;
  testPart('keeps its controls uncovered on a phone', phone, async (page) => {
    await page.setViewport({ width: 390, height: 844 });
    await expectCells(page, 'output', '0 0 0 0 0 0 0 0');
    expect(await widthOf(page)).toBe(390);
    const stuck = await page.$$eval('.playground *', (found) =>
      found.filter((element) => /sticky|fixed/.test(getComputedStyle(element).position)),
    );
    expect(stuck).toEqual([]);
    const targets = '.playground :is(button, select, td input, header input)';
    const low = await page.$$eval(targets, (found) =>
      found.filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44),
    );
    expect(low).toEqual([]);
  });

  testPage(
    'goes on with another backend when the graphics processor is lost',
    { hash: '#playground?backend=webgl', before: withLosableGpus, expected: LOSS },
    async (page) => {
      await says(page, 'starts as a copy');
      await loseGpu(page, 'webgl');
      await button(page, 'Go on without it').click();
      await eventually(async () => {
        expect(await field(page, 'Backend').value()).not.toBe('webgl');
      });
      await field(page, 'data [0]').fill('9');
      await expectCells(page, 'output', '9 0 0 0 0 0 0 0');
    },
  );
});
