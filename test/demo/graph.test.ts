/** The race on a graph, as a visitor plays it. */
import { seriesIn } from './canvas.js';
import { eventually } from './eventually.js';
import { button, elements, field, group, link, status } from './find.js';
import {
  accuracyOf,
  embedding,
  expectFacts,
  losses,
  lossOf,
  picture,
  stepsOf,
  takeTurns,
  verdict,
} from './graph_page.js';
import { opened, press } from './page.js';
import { describeSite, testPart } from './visit.js';

const SMALL = 'data=communities&nodes=120&edges=600&communities=3&across=10&known=10';

describeSite('the race on a graph', () => {
  testPart(
    'learns the karate club, first in one lane and then in the other',
    { hash: '#graph?data=karate&backend=cpu' },
    async (page) => {
      await expectFacts(page, /34 nodes and 78 edges.* of 2 nodes/);
      expect([await stepsOf(page), await stepsOf(page, 'tfjs')]).toEqual([0, 0]);
      const before = await picture(page);
      await press(page, 'Play');
      // It plays on by itself to the end, and says so.
      await eventually(async () => {
        expect(await stepsOf(page)).toBe(200);
        expect(await status(page, 'Progress').text()).toMatch(/^Accuracy 9\d.* after 200 steps\. /);
      }, 60_000);
      expect(await accuracyOf(page)).toBeGreaterThan(0.9);
      expect(await lossOf(page)).toBeLessThan(0.1);
      expect(await picture(page)).not.toBe(before);
      expect(await embedding(page).attribute('aria-label')).toMatch(/accuracy 9\d/);
      const race = group(page, 'Race');
      expect(await stepsOf(page, 'tfjs')).toBeLessThan(200);
      expect(await button(page, 'Play', race).attribute('aria-disabled')).toBe('true');
      // The slower lane may go on once it is faster.
      await field(page, 'Accelerate tfjs itself').check();
      await eventually(async () => {
        expect(await button(page, 'Play', race).attribute('aria-disabled')).toBe('false');
      });
      await press(page, 'Play', race);
      await eventually(async () => {
        expect(await stepsOf(page, 'tfjs')).toBe(200);
      });
      await press(page, 'Restart');
      expect([await stepsOf(page), await stepsOf(page, 'tfjs')]).toEqual([0, 0]);
      expect(await accuracyOf(page)).toBeLessThan(0.8);
    },
  );

  describe.each(['webgl', 'webgpu'])('on %s', (backend) => {
    const hash = `#graph?${SMALL}&backend=${backend}`;
    testPart(`learns on ${backend} in both lanes alike`, { hash }, async (page) => {
      await expectFacts(page, /120 nodes and 600 edges.* of 12 nodes/);
      // Both lanes start from the same weights.
      expect(await accuracyOf(page)).toBe(await accuracyOf(page, 'tfjs'));
      await press(page, 'Play');
      await eventually(async () => {
        expect(await accuracyOf(page)).toBeGreaterThan(0.6);
        expect(await accuracyOf(page, 'tfjs')).toBeGreaterThan(0.6);
      }, 60_000);
      await press(page, 'Pause');
      expect(await verdict(page)).toMatch(
        /One step: .* by tfjs, .* with this package, timed in turn/,
      );
    });
  });

  testPart(
    'shows whom a node knows, pauses, and is as it was when one comes back',
    { hash: `#graph?${SMALL}&backend=cpu`, theme: 'dark' },
    async (page) => {
      await expectFacts(page, /^120 nodes/);
      await takeTurns(page);
      const steps = [await stepsOf(page), await stepsOf(page, 'tfjs')];
      const accuracy = await accuracyOf(page);
      // A single loss of a lane is seen, too.
      await eventually(async () => {
        const series = await seriesIn(losses(page));
        expect(series).toHaveLength(2);
        for (const { count } of series) expect(count).toBeGreaterThan(4);
      });
      await link(page, 'Your machine').click();
      await opened(page, 'Your machine');
      await link(page, 'Graph').click();
      await opened(page, 'Learning on a graph: a race');
      expect([await stepsOf(page), await stepsOf(page, 'tfjs')]).toEqual(steps);
      expect(await accuracyOf(page)).toBe(accuracy);
      const told = elements(page, '.lane .pointed');
      await embedding(page).evaluate((canvas) => {
        // Wherever the nodes lie: the pointer sweeps over all of the picture.
        const { left, top, width, height } = canvas.getBoundingClientRect();
        for (let x = 0; x < width; x += 8) {
          for (let y = 0; y < height; y += 8) {
            const [clientX, clientY] = [left + x, top + y];
            canvas.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY }));
            const told = canvas.parentElement?.querySelector('.pointed')?.textContent;
            if (told?.startsWith('Node')) return;
          }
        }
      });
      expect((await told.texts()).at(-1)).toMatch(/^Node \d+: \d+ neighbours, .*community \d/);
    },
  );

  testPart(
    'leaps when tfjs is accelerated, and sizes the graph for this machine',
    { hash: '#graph?backend=cpu' },
    async (page) => {
      await expectFacts(page, /^[\d,]+ nodes/);
      await takeTurns(page);
      expect(await verdict(page)).toMatch(/times as fast with this package/);
      const slow = await stepsOf(page, 'tfjs');
      await field(page, 'Accelerate tfjs itself').check();
      await eventually(() => {
        expect(page.url()).toMatch(/accelerated=true/);
      });
      await press(page, 'Play', group(page, 'Race'));
      await eventually(async () => {
        // In the time that one of its steps took before, there are many now.
        expect(await stepsOf(page, 'tfjs')).toBeGreaterThan(slow + 5);
      }, 60_000);
      await press(page, 'Pause');
    },
  );
});
