/** The first part: the programs that fail without the package, the tiles, and the way to the others. */
import type { Page } from 'puppeteer-core';
import { runExample, squeeze, type Example } from '../support/examples.js';
import { eventually } from './eventually.js';
import { button, elements, figure, link, region } from './find.js';
import { opened, press, widthOf } from './page.js';
import { describeSite, testPart } from './visit.js';

const SIDES = ['TensorFlow.js', 'With one import more'];

const codeOf = (page: Page, side: string) => region(page, side).find('> pre').text();
const resultOf = (page: Page, side: string) => region(page, side).find('output').text();

/** Runs a program in Node; returns what it prints or throws, as the page shows it. */
async function run(code: string): Promise<string> {
  try {
    const example: Example = { name: 'shown', language: 'js', code, stated: [], exact: true };
    return `✓ It prints\n${(await runExample(example)).join('\n')}`;
  } catch (error) {
    return `✗ It throws\n${String(error)}`;
  }
}

describeSite('the start', () => {
  const stock: [code: string, result: string][] = [];
  const ours: [code: string, result: string][] = [];

  for (const program of ['gradient', 'embedding']) {
    const options = { hash: `#start?program=${program}`, width: 390 };
    testPart(`shows that ${program} needs one import more`, options, async (page) => {
      expect(await resultOf(page, SIDES[0])).toContain('Not run yet');
      const codes = [await codeOf(page, SIDES[0]), await codeOf(page, SIDES[1])];
      expect(codes[1].replace("import 'tfjs-gather-scatter';\n", '')).toBe(codes[0]);
      await press(page, 'Run both');
      await eventually(async () => {
        expect(await resultOf(page, SIDES[0])).toMatch(/It throws\s+Error: .*(gradient|Kernel)/);
        expect(await resultOf(page, SIDES[1])).toMatch(/It prints\s+Tensor/);
      });
      stock.push([codes[0], await resultOf(page, SIDES[0])]);
      ours.push([codes[1], await resultOf(page, SIDES[1])]);
      expect(await widthOf(page)).toBe(390);
    });
  }

  test('runs what it shows: in Node, the same lines give the same results', async () => {
    expect([stock.length, ours.length]).toEqual([2, 2]);
    // Those of tfjs alone come first, before anything imports the package.
    for (const [code, result] of [...stock, ...ours]) {
      expect(squeeze(await run(code))).toBe(squeeze(result));
    }
  });

  testPart('changes to the other program by its tab', {}, async (page) => {
    await link(page, 'An embedding on wasm').click();
    await eventually(async () => {
      expect(await codeOf(page, SIDES[0])).toContain("setBackend('wasm')");
    });
    expect(page.url()).toMatch(/#start\?program=embedding$/);
  });

  const cells = (page: Page) => figure(page, 'A scatter-add').find('.cells b').texts();
  const SUMS = '0,3,1,0,9,0,4,0';

  /** Shows the cells, and waits until an observer has told the page. */
  const scrollToCells = (page: Page) =>
    figure(page, 'A scatter-add').evaluate(async (found) => {
      found.scrollIntoView();
      await new Promise((resolve) => setTimeout(resolve, 200));
    });

  testPart('adds up what meets in a cell, once it is seen', {}, async (page) => {
    await scrollToCells(page);
    for (const replay of [() => undefined, () => button(page, 'Play again').click()]) {
      await replay();
      expect((await cells(page)).join()).not.toBe(SUMS);
      await eventually(async () => {
        expect((await cells(page)).join()).toBe(SUMS);
      });
    }
  });

  testPart('shows the sums at once to who wants no motion', { still: true }, async (page) => {
    await scrollToCells(page);
    expect((await cells(page)).join()).toBe(SUMS);
  });

  testPart('leads to the other parts, and says how to install it', {}, async (page) => {
    const cards = await page.$$eval('main li a.card', (cards) =>
      cards.map((card) => card.getAttribute('href')?.replace(/\?.*/, '')),
    );
    expect(cards).toEqual(['#splatting', '#train', '#playground']);
    expect(await elements(page, 'main').text()).toContain(
      'npm install tfjs-gather-scatter @tensorflow/tfjs',
    );
    await link(page, 'How fast is it here?').click();
    await opened(page, 'Your machine');
  });
});
