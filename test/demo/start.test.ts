/** The first part: the programs that fail without the package, the tiles, and the way to the others. */
import type { Page } from 'puppeteer-core';
import { runExample, squeeze, type Example } from '../support/examples.js';
import { eventually } from './eventually.js';
import { addressEnds, click, expectOpen, link, press, region } from './page.js';
import { says, textOf, textsOf, widthOf } from './page.js';
import { describeSite, testPage } from './visit.js';

const SIDES = [region('TensorFlow.js'), region('With one more import')];
const PROGRAMS = ['A gradient', 'An embedding on wasm'];

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
  const shown: { code: string; result: string }[][] = [[], []];

  for (const program of PROGRAMS) {
    testPage(`shows that one import more helps: ${program}`, { width: 390 }, async (page) => {
      await click(page, link(program));
      // Workers are ready before anyone asks, so a run responds at once.
      await eventually(() => {
        expect(page.workers()).toHaveLength(2);
      });
      const codes = await Promise.all(SIDES.map((side) => textOf(page, `${side} > pre`)));
      expect(codes[1].replace("import 'tfjs-gather-scatter';\n", '')).toBe(codes[0]);
      await press(page, 'Run both');
      await says(page, /It throws\s+Error: .*(gradient|Kernel)/, SIDES[0]);
      await says(page, /It prints\s+Tensor/, SIDES[1]);
      for (const [i, side] of SIDES.entries()) {
        shown[i].push({ code: codes[i], result: await textOf(page, `${side} output`) });
      }
      expect(await widthOf(page)).toBe(390);
      await addressEnds(page, program === PROGRAMS[0] ? '=gradient' : '=embedding');
    });
  }

  test('runs what it shows: in Node, the same lines give the same results', async () => {
    expect(shown.map(({ length }) => length)).toEqual([2, 2]);
    // Those of tfjs alone come first, before anything imports the package.
    for (const { code, result } of shown.flat()) {
      expect(squeeze(await run(code))).toBe(squeeze(result));
    }
  });

  const cells = async (page: Page) => (await textsOf(page, '.tiles .cells b')).join();
  const SUMS = '0,3,1,0,9,0,4,0';

  testPage('adds up what meets in a cell', { still: true }, async (page) => {
    expect(await cells(page)).toBe(SUMS);
    await press(page, 'Play again');
    expect(await cells(page)).not.toBe(SUMS);
    await eventually(async () => {
      expect(await cells(page)).toBe(SUMS);
    });
  });

  testPage('leads to the other parts', {}, async (page) => {
    const cards = await page.$$eval('main li a.card', (cards) =>
      cards.map((card) => card.getAttribute('href')),
    );
    expect(cards).toEqual(['#splatting', '#train', '#playground']);
    await says(page, 'npm install tfjs-gather-scatter @tensorflow/tfjs');
    await click(page, link('How fast is it here?'));
    await expectOpen(page, 'Your machine');
  });
});
