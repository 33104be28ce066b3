/** The race on words, as a visitor plays it. */
import { eventually } from './eventually.js';
import { field, group, link, status } from './find.js';
import { opened, press, widthOf } from './page.js';
import { takeTurnsUntil } from './race_page.js';
import { describeSite, testPage, testPart } from './visit.js';
import {
  accentIn,
  errorOf,
  expectFacts,
  lossOf,
  map,
  nearestIn,
  stepsOf,
  takeTurn,
  TITLE,
  unlearntIn,
  verdict,
} from './words_page.js';

const SMALL = 'vocabulary=300&size=8&batch=64';

describeSite('the race on words', () => {
  testPart(
    'learns on cpu in both lanes alike, and says how it stands',
    { hash: `#words?backend=cpu&${SMALL}` },
    async (page) => {
      await expectFacts(page, /^Moby-Dick, .*: 212,053 words\. The 300 most .* a step reads 64\.$/);
      expect([await stepsOf(page, 'tfjs'), await stepsOf(page)]).toEqual([0, 0]);
      // What is random says nothing of a word.
      for (const lane of ['tfjs', 'package'] as const) {
        expect(await unlearntIn(page, lane)).toBe('Nothing is learnt yet.');
        expect((await nearestIn(page, lane)).join('')).toBe('');
        expect(await map(page, lane).attribute('aria-label')).toMatch(/72 words after 0 steps$/);
      }
      await press(page, 'Play', group(page, 'Race'));
      await eventually(async () => {
        expect(await lossOf(page)).toBeLessThan(3.5);
        expect(await stepsOf(page, 'tfjs')).toBeGreaterThan(1);
      }, 60_000);
      await press(page, 'Pause');
      expect(await lossOf(page, 'tfjs')).toBeLessThan(4.3);
      expect(await verdict(page)).toMatch(/times as fast with this package\s+One step: .* in turn/);
      expect((await nearestIn(page)).join(' ')).toMatch(/^[a-z']+( [a-z']+){7}$/);
      expect(await map(page).attribute('aria-label')).toMatch(
        /: 72 words after \d+ steps, nearest to whale: \w+, /,
      );
      await eventually(async () => {
        expect(await status(page, 'Progress').text()).toMatch(
          /^Loss [\d.]+ after \d+ steps\. Nearest: \w+, \w+, \w+\. [\d.]+ times as fast/,
        );
      });
    },
  );

  testPart(
    'learns on webgpu in both lanes',
    { hash: `#words?backend=webgpu&${SMALL}`, still: true },
    async (page) => {
      await expectFacts(page, /^Moby-Dick/);
      await takeTurnsUntil(page, async () => {
        expect(await stepsOf(page, 'tfjs')).toBeGreaterThan(20);
        expect(await stepsOf(page)).toBeGreaterThan(20);
      });
      expect(await nearestIn(page, 'tfjs')).not.toContain('–');
      expect(await nearestIn(page)).not.toContain('–');
      expect(await lossOf(page)).toBeLessThan(4.3);
      expect(await verdict(page)).toMatch(/timed in turn/);
    },
  );

  testPart(
    'says what tfjs says where it cannot run, and lets it run when it is accelerated',
    { hash: `#words?backend=wasm&${SMALL}`, width: 360, theme: 'dark' },
    async (page) => {
      await expectFacts(page, /^Moby-Dick/);
      const missing = "tfjs says: Kernel 'UnsortedSegmentSum' not registered for backend 'wasm'";
      expect(await errorOf(page, 'tfjs')).toContain(missing);
      await press(page, 'Play', group(page, 'Race'));
      await eventually(async () => {
        expect(await lossOf(page)).toBeLessThan(3);
      }, 60_000);
      expect(await verdict(page)).toMatch(
        /^Only this package can train here\s+One step takes .*why it does not run\.$/,
      );
      expect(await stepsOf(page, 'tfjs')).toBe(0);
      await field(page, 'Accelerate tfjs itself').check();
      await eventually(async () => {
        expect(await lossOf(page, 'tfjs')).toBeLessThan(3);
      }, 60_000);
      await press(page, 'Pause');
      expect(page.url()).toMatch(/accelerated=true/);
      expect(await widthOf(page)).toBe(360);
    },
  );

  testPart(
    'shows the words nearest to one, typed or picked on the map, and says which there are',
    { hash: `#words?backend=wasm&${SMALL}&word=xyzzy` },
    async (page) => {
      await expectFacts(page, /^Moby-Dick/);
      await takeTurn(page);
      const asked = field(page, 'Show the words nearest to');
      const problem = () => asked.evaluate((input) => input.parentElement?.innerText);
      expect(await problem()).toMatch(/‘xyzzy’ is not among the 300 words\. Try ‘\w+’ or ‘\w+’\./);
      expect(await nearestIn(page)).toEqual(Array<string>(8).fill('–'));
      expect(await map(page).attribute('aria-label')).toMatch(/: 72 words after/);
      expect(await accentIn(page)).toBe(0);
      // A word that is no topic of the book is on the map as well, and stands out.
      await asked.fill('of');
      await eventually(async () => {
        expect(await map(page).attribute('aria-label')).toMatch(
          /: 73 words after .* nearest to of:/,
        );
        expect(await accentIn(page)).toBeGreaterThan(0);
      });
      await asked.fill('Captain');
      expect(await problem()).not.toMatch(/not among/);
      const captains = await nearestIn(page);
      expect(captains).toHaveLength(8);
      expect(captains).not.toContain('captain');
      await eventually(() => {
        expect(page.url()).toMatch(/word=Captain/);
      });
      await map(page).evaluate((canvas) => {
        // Wherever the words lie: the pointer sweeps over the map until the field changes.
        const { left, top, width, height } = canvas.getBoundingClientRect();
        const asked = () => document.querySelector<HTMLInputElement>('.ask input')?.value;
        for (let y = 4; y < height; y += 8) {
          for (let x = 4; x < width; x += 8) {
            const [clientX, clientY] = [left + x, top + y];
            canvas.dispatchEvent(new MouseEvent('click', { clientX, clientY }));
            if (asked() !== 'Captain') return;
          }
        }
      });
      const picked = await asked.value();
      expect(picked).toMatch(/^[a-z']+$/);
      expect(await nearestIn(page)).not.toEqual(captains);
      await eventually(() => {
        expect(page.url()).toContain(`word=${picked}`);
      });
      // None of this has begun another race.
      expect(await stepsOf(page)).toBeGreaterThan(0);
    },
  );

  testPart(
    'is as it was when one comes back',
    { hash: `#words?backend=wasm&${SMALL}&word=sea` },
    async (page) => {
      await expectFacts(page, /^Moby-Dick/);
      await takeTurn(page);
      const state = async () => [
        await stepsOf(page),
        await lossOf(page),
        await nearestIn(page),
        await errorOf(page, 'tfjs'),
      ];
      const before = await state();
      await link(page, 'Your machine').click();
      await opened(page, 'Your machine');
      await link(page, 'Words').click();
      await opened(page, TITLE);
      expect(await state()).toEqual(before);
      await takeTurn(page);
      await press(page, 'Step', group(page, 'Race'));
      expect(await stepsOf(page)).toBeGreaterThan(Number(before[0]));
    },
  );

  testPage(
    'gives up on a step that takes longer than anyone waits',
    {
      hash: '#words?backend=cpu&vocabulary=4000&size=64&batch=512',
      before: () => {
        // A step of tfjs takes many minutes here. The page loses its patience sooner than it would.
        const wait = window.setTimeout.bind(window);
        const sooner = (listener: () => void, ms?: number) =>
          wait(listener, ms === 30_000 ? 4000 : ms);
        Reflect.set(window, 'setTimeout', sooner);
      },
    },
    async (page) => {
      await expectFacts(page, /^Moby-Dick/);
      await takeTurn(page);
      await press(page, 'Play', group(page, 'Race'));
      await eventually(async () => {
        expect(await errorOf(page, 'tfjs')).toBe(
          'A step takes more than 30 s here, so this lane was stopped.',
        );
        expect(await verdict(page)).toMatch(
          /^tfjs was stopped: a step takes over 30 s\s+With this/,
        );
      });
      const steps = await stepsOf(page);
      await eventually(async () => {
        expect(await stepsOf(page)).toBeGreaterThan(steps);
      });
      await press(page, 'Pause');
    },
  );
});
