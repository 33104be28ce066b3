/** The race, as a visitor plays it. */
import { eventually } from './eventually.js';
import {
  addressEnds,
  attributeOf,
  button,
  click,
  field,
  fill,
  group,
  image,
  press,
  region,
  says,
  textsOf,
  valueOf,
} from './page.js';
import { describeSite, testPage } from './visit.js';

const KARATE = '#train?data=karate&backend=cpu';
const [RACE, STOCK, OURS] = [group('Race'), region('tfjs'), region('With this package')];

describeSite('the race', () => {
  testPage('trains the karate club to the end, and says so', { hash: KARATE }, async (page) => {
    await says(page, '34 nodes and 78 edges.');
    await says(page, /^Which one trains faster\?/, '.headline');
    await press(page, 'Play', RACE);
    await says(page, 'Finished: step 200 of 200');
    expect(await attributeOf(page, button('Finished'), 'aria-disabled')).toBe('true');
    await says(
      page,
      /(as fast|slower) with this package\s+A step takes .* with tfjs and .* with this package/,
    );
    await says(page, /^Finished\. .* with this package\.$/, '[aria-label="Progress"]');
    await says(page, /Step 200, 9\d% of nodes/, OURS);
    await page.waitForSelector(image('Map of nodes, With this package: Step 200, 9'));
    await press(page, 'Restart');
    await says(page, 'Step 0 of 200');
    expect(await attributeOf(page, button('Play'), 'aria-disabled')).toBe('false');
  });

  testPage('tells the leap of tfjs’ own ops', { hash: KARATE }, async (page) => {
    await says(page, '34 nodes');
    await says(page, /^tfjs, with .* \(the faster of its two ways here\)/, STOCK);
    const box = field('Accelerate tfjs’ own ops (accelerateBuiltins)');
    await click(page, box);
    await says(page, /ops are now accelerated\s+.*a step of tfjs took .* before/);
    await addressEnds(page, 'accelerate=yes&backend=cpu');
    await press(page, 'Play', RACE);
    await says(page, /from .* to .* with accelerateBuiltins\(\)/);
    await says(page, /^tfjs, accelerated/, STOCK);
    await click(page, box);
    await says(page, 'Which one trains faster?');
    await says(page, 'two ways here');
  });

  const words = { hash: '#train?data=words&backend=wasm&word=sea', width: 390 };
  testPage('asks for words, and says what tfjs cannot do on wasm', words, async (page) => {
    await says(page, '57,062 words.');
    await says(page, "cannot run. tfjs says: Kernel 'UnsortedSegmentSum' not registered");
    await press(page, 'Step', RACE);
    await fill(page, 'Show words nearest to', 'Ship');
    const word = await eventually(async () => {
      const texts = await textsOf(page, `${OURS} ${group('Nearest to ship')} button`);
      expect(texts).toHaveLength(5);
      return texts[0];
    });
    await press(page, word, OURS);
    await addressEnds(page, `word=${word}&backend=wasm`);
    expect(await valueOf(page, 'Show words nearest to')).toBe(word);
    await fill(page, 'Show words nearest to', 'gradient');
    await says(page, 'not among the frequent words');
  });

  const thousand = { hash: '#train?backend=wasm&nodes=1000' };
  testPage('changes the number of nodes, and charts both', thousand, async (page) => {
    await says(page, '1,000 nodes and 5,000 edges.');
    await fill(page, 'Nodes, with 10 edges each', '400');
    await says(page, '400 nodes and 2,000 edges.');
    await addressEnds(page, '#train?nodes=400&backend=wasm');
    await page.waitForSelector(image('Measured at 400, 1,000 nodes'));
    // On wasm, one-hot rows of floats would be wrong, and the dense way would learn nothing.
    await press(page, 'Play', RACE);
    await says(page, 'Finished: step 200 of 200');
    await says(page, /with a dense product[^]*9\d% of nodes correct/, STOCK);
  });
});
