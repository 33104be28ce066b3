/** The race, as a visitor plays it. */
import type { Page } from 'puppeteer-core';
import { eventually } from './eventually.js';
import { button, elements, field, group, image, region, status } from './find.js';
import { loseGpu, LOSS, withLosableGpus } from './losable.js';
import { press, says } from './page.js';
import { describeSite, testPage, testPart } from './visit.js';

const KARATE = '#train?data=karate&backend=cpu';
const finished = (page: Page) => says(page, 'Finished: step 200 of 200');
const address = (page: Page, part: string) =>
  eventually(() => {
    expect(page.url()).toContain(part);
  });

describeSite('the race', () => {
  testPart('trains the karate club to the end, and says so', { hash: KARATE }, async (page) => {
    await says(page, '34 nodes and 78 edges.');
    expect(await elements(page, '.headline').text()).toMatch(/^Which one trains faster\?/);
    await press(page, 'Play', group(page, 'Race'));
    await finished(page);
    expect(await button(page, 'Finished').attribute('aria-disabled')).toBe('true');
    await says(page, /(as fast|slower) with this package\s+A step takes .* by tfjs and .* with it/);
    expect(await status(page, 'Progress').text()).toMatch(/^Finished\. .* with this package\.$/);
    expect(await region(page, 'With this package').text()).toMatch(/Step 200, 9\d% of the nodes/);
    await image(page, 'Map of nodes, With this package: Step 200, 9').text();
    await press(page, 'Restart');
    await says(page, 'Step 0 of 200');
    expect(await button(page, 'Play').attribute('aria-disabled')).toBe('false');
  });

  testPart('tells the leap of tfjs’ own ops', { hash: KARATE }, async (page) => {
    await says(page, '34 nodes');
    const lane = region(page, 'tfjs');
    expect(await lane.text()).toMatch(/^tfjs, by .* \(the faster of its two ways here\)/);
    const box = field(page, 'Accelerate tfjs’ own ops (accelerateBuiltins)');
    await box.check();
    await says(page, /ops are accelerated now\s+.*a step of tfjs took .* before/);
    await address(page, 'accelerate=yes');
    await press(page, 'Play', group(page, 'Race'));
    await finished(page);
    await says(page, /from .* to .* with accelerateBuiltins\(\)/);
    expect(await lane.text()).toMatch(/^tfjs, accelerated/);
    await box.check(false);
    await says(page, 'Which one trains faster?');
    await says(page, 'two ways here');
  });

  testPart(
    'asks for words, and says what tfjs cannot do on wasm',
    { hash: '#train?data=words&backend=wasm&word=sea', width: 390 },
    async (page) => {
      await says(page, '57,062 words.');
      await says(page, "is out. tfjs says: Kernel 'UnsortedSegmentSum' not registered");
      await press(page, 'Step', group(page, 'Race'));
      await field(page, 'Nearest to the word').fill('Ship');
      const near = group(page, 'Nearest to ship', region(page, 'With this package')).find('button');
      const word = await eventually(async () => {
        const texts = await near.texts();
        expect(texts).toHaveLength(5);
        return texts[0];
      });
      await press(page, word, region(page, 'With this package'));
      await address(page, `word=${word}`);
      expect(await field(page, 'Nearest to the word').value()).toBe(word);
      await field(page, 'Nearest to the word').fill('gradient');
      await says(page, 'not among the frequent words');
    },
  );

  const two = '#train?backend=wasm&nodes=1000';
  testPart('moves the number of nodes, and charts both', { hash: two }, async (page) => {
    await says(page, '1,000 nodes and 5,000 edges.');
    await field(page, 'Nodes').focus();
    await page.keyboard.press('ArrowLeft');
    await says(page, '400 nodes and 2,000 edges.');
    await address(page, 'nodes=400');
    await image(page, 'Measured at 400, 1,000 nodes').text();
  });

  testPage(
    'goes on afresh without a GPU that is lost',
    { hash: '#train?data=karate', before: withLosableGpus, expected: LOSS },
    async (page) => {
      await says(page, '34 nodes');
      await press(page, 'Step', group(page, 'Race'));
      await says(page, 'Step 1 of 200');
      await loseGpu(page, 'webgl');
      await button(page, 'Go on without it').click();
      await says(page, 'Step 0 of 200');
      await says(page, '34 nodes');
      expect(await field(page, 'Backend').value()).toBe('wasm');
      await press(page, 'Step', group(page, 'Race'));
      await says(page, 'Step 1 of 200');
    },
  );
});
