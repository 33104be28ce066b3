/** The texts and sizes that a visitor chooses for the race on words. */
import type { Page } from 'puppeteer-core';
import { eventually } from './eventually.js';
import { elements, field, status } from './find.js';
import { press } from './page.js';
import { describeSite, testPage, testPart } from './visit.js';
import { expectFacts, lossOf, nearestIn, stepsOf, takeTurn, textOf } from './words_page.js';

const problemOf = (page: Page) => elements(page, '.own-text .error').text();

describeSite('choices of the race on words', () => {
  testPart(
    'learns from a text that is pasted, and says which are too short',
    { hash: '#words?backend=wasm&batch=256', width: 390, theme: 'dark' },
    async (page) => {
      await field(page, 'Text').choose('A text of your own');
      await expectFacts(page, /^Paste a text here\. It takes 1,000 words or more\.$/);
      const own = field(page, 'Your text');
      await own.fill('Call me Ishmael.');
      await expectFacts(page, /^The text has 3 words, expected 1,000 or more\.$/);
      expect(await problemOf(page)).toMatch(/^The text has 3 words/);
      expect(await own.attribute('aria-invalid')).toBe('true');
      await own.fill('sea '.repeat(1200));
      await expectFacts(page, /^The text has 1 word that occurs 3 times or more, expected 50/);
      // There is nothing to play.
      await press(page, 'Step');
      expect(await stepsOf(page)).toBe(0);
      await own.fill(textOf(600));
      await expectFacts(page, /^Your text: 4,800 words\. The \d+ most frequent are learnt/);
      expect(await own.attribute('aria-invalid')).toBe('false');
      await field(page, 'Show the words nearest to').fill('ship');
      await press(page, 'Play');
      await eventually(async () => {
        expect(await lossOf(page)).toBeLessThan(3.3);
        expect((await nearestIn(page)).slice(0, 4)).toEqual(
          expect.arrayContaining(['boat', 'bark']) as unknown,
        );
      }, 60_000);
      await press(page, 'Pause');
    },
  );

  testPart(
    'takes sizes by its form, and keeps them in the address',
    { hash: '#words?backend=cpu&batch=64&vocabulary=300&size=8' },
    async (page) => {
      await expectFacts(page, /The 300 most frequent/);
      await field(page, 'Most frequent words').fill('120');
      await expectFacts(page, /The 120 most frequent/);
      await field(page, 'Vector length').fill('4');
      await field(page, 'Seed').fill('7');
      await field(page, 'Words per step').choose('128');
      await field(page, 'Backend').choose('wasm');
      await expectFacts(page, /a step reads 128\.$/);
      await eventually(() => {
        expect(page.url()).toMatch(/#words\?vocabulary=120&size=4&batch=128&seed=7&backend=wasm$/);
      });
      const vocabulary = field(page, 'Most frequent words');
      await vocabulary.fill('5');
      expect(await vocabulary.attribute('aria-invalid')).toBe('true');
      await page.reload();
      await expectFacts(page, /The 120 most frequent are learnt; a step reads 128\.$/);
      expect(await field(page, 'Seed').value()).toBe('7');
      await takeTurn(page);
    },
  );

  testPart(
    'fits the batch to tfjs’ own lane on cpu',
    { hash: '#words?backend=cpu' },
    async (page) => {
      // So that a step of some seconds is what one waits for.
      await expectFacts(page, /a step reads (64|128|256)\.$/);
      await takeTurn(page, 'tfjs');
      const text = await elements(page, '.lane:first-child .lane-facts').text();
      expect(text).toMatch(/Time per step\s+[\d.]+ s/);
    },
  );

  testPage(
    'says that the book did not load, and tries again',
    {
      hash: '#words?backend=cpu&vocabulary=300&size=8&batch=64',
      before: () => {
        // The worker that reads is the first to ask for the book.
        const Original = window.Worker;
        let isBroken = true;
        class Broken extends Original {
          override postMessage(message: unknown): void {
            const isReading = typeof message === 'object' && message !== null && 'url' in message;
            super.postMessage(isReading && isBroken ? { ...message, url: 'nowhere:' } : message);
            if (isReading) isBroken = false;
          }
        }
        window.Worker = Broken;
      },
      expected: /nowhere/,
    },
    async (page) => {
      await expectFacts(page, /^The book did not load\. The connection failed\. Restart tries/);
      await press(page, 'Restart');
      await expectFacts(page, /^Moby-Dick/);
      expect(await status(page, 'Notices').text()).toBe('');
    },
  );
});
