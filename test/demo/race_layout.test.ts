/** The place of everything in a race: nothing moves beneath a finger while it runs. */
import type { Page } from 'puppeteer-core';
import { eventually } from './eventually.js';
import { button, field, group } from './find.js';
import { press, settled } from './page.js';
import { expectFacts } from './race_page.js';
import { describeSite, testPart } from './visit.js';
import { textOf } from './words_page.js';

const FIXED = ['.bar', '.bar button', '.bar .check', '.lanes', '.lane', '.lane canvas', '.chart'];

/** Where everything lies in the document. */
const boxesIn = (page: Page) =>
  page.evaluate(
    (selectors) =>
      selectors.flatMap((selector) =>
        [...document.querySelectorAll(selector)].map((found) => {
          const { x, y, width, height } = found.getBoundingClientRect();
          return [selector, ...[x, y + scrollY, width, height].map(Math.round)].join(' ');
        }),
      ),
    FIXED,
  );

const hasEnded = (page: Page) =>
  eventually(async () => {
    const play = button(page, 'Play', group(page, 'Race'));
    expect(await play.attribute('aria-disabled')).toBe('true');
  }, 60_000);

const GRAPH = {
  hash: '#graph?data=karate&backend=cpu',
  begin: (page: Page) => expectFacts(page, /^34 nodes/),
};
const WORDS = {
  hash: '#words?text=own&backend=wasm&batch=4096&size=8',
  async begin(page: Page) {
    await field(page, 'Your text').fill(textOf(600));
    await expectFacts(page, /^Your text: 4,800 words/);
  },
};

describeSite('the layout of a race', () => {
  describe.each([390, 1280])('%i pixels wide', (width) => {
    describe.each([GRAPH, WORDS])('$hash', ({ hash, begin }) => {
      const title = `stays where it is, ${width} wide: ${hash}`;
      testPart(title, { hash, width }, async (page) => {
        await begin(page);
        await settled(page);
        const question = await boxesIn(page);
        await press(page, 'Play', group(page, 'Race'));
        expect(await boxesIn(page)).toEqual(question);
        await hasEnded(page);
        expect(await boxesIn(page)).toEqual(question);
        await field(page, 'Accelerate tfjs itself').check();
        await settled(page);
        expect(await boxesIn(page)).toEqual(question);
        await press(page, 'Play', group(page, 'Race'));
        expect(await boxesIn(page)).toEqual(question);
        await hasEnded(page);
        expect(await boxesIn(page)).toEqual(question);
      });
    });
  });
});
