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
  namesIn,
  picture,
  stepsOf,
  sweep,
  takeTurns,
  told,
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
      expect(await button(page, 'Play', race).attribute('aria-disabled')).toBe('true');
      const outcome = await verdict(page);
      // Once tfjs is accelerated, both lanes race again from the start.
      await field(page, 'Accelerate tfjs itself').check();
      await eventually(async () => {
        expect(await verdict(page)).toMatch(/Press Play to race again: tfjs is accelerated now/);
      });
      const [, was] = /One step: (.*) by tfjs/.exec(outcome) ?? [];
      expect(await verdict(page)).toContain(`tfjs: ${was} a step before accelerateBuiltins().`);
      expect([await stepsOf(page), await stepsOf(page, 'tfjs')]).toEqual([0, 0]);
      expect(await namesIn(losses(page))).toEqual([
        'TensorFlow.js, accelerated',
        'With this package',
      ]);
      expect(await button(page, 'Play', race).attribute('aria-disabled')).toBe('false');
      await press(page, 'Play', race);
      await eventually(async () => {
        expect([await stepsOf(page), await stepsOf(page, 'tfjs')]).toEqual([200, 200]);
      });
      const [, now] = /One step: (.*) by accelerated tfjs, .* turn/.exec(await verdict(page)) ?? [];
      const leap = `tfjs: ${was} a step before, ${now} with accelerateBuiltins().`;
      expect(await verdict(page)).toContain(leap);
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
      await sweep(page, /^Node/);
      expect(await told(page)).toMatch(/^Node \d+: \d+ neighbours, .*community \d/);
    },
  );

  testPart(
    'says what it thinks of a node now, not what it thought when one pointed at it',
    { hash: '#graph?data=karate&backend=wasm' },
    async (page) => {
      await expectFacts(page, /^34 nodes/);
      await sweep(page, /predicted to be/);
      const [node] = (await told(page)).split(':');
      await press(page, 'Play');
      await eventually(async () => {
        expect(await told(page)).toMatch(new RegExp(`^${node}: .*predicted correctly`));
      });
      await press(page, 'Restart');
      expect(await told(page)).toMatch(new RegExp(`^${node}: .*predicted to be`));
    },
  );

  testPart(
    'shows a node by a tap until another, and by keys',
    { hash: '#graph?data=karate&backend=wasm', width: 390 },
    async (page) => {
      await expectFacts(page, /^34 nodes/);
      await embedding(page).evaluate((canvas) => {
        canvas.scrollIntoView({ block: 'center' });
      });
      const { x, y } = await sweep(page, /^Node/);
      const node = await told(page);
      const area = elements(page, '[role="application"][aria-label$="With this package"]');
      const leave = () =>
        area.evaluate((area) => {
          area.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
        });
      await leave();
      expect(await told(page)).toMatch(/^Point at/);
      await page.touchscreen.tap(x, y);
      await eventually(async () => {
        expect(await told(page)).toBe(node);
      });
      const corner = await embedding(page).evaluate((canvas) => {
        const { left, top } = canvas.getBoundingClientRect();
        return { x: left + 3, y: top + 3 };
      });
      await page.touchscreen.tap(corner.x, corner.y);
      await eventually(async () => {
        expect(await told(page)).toMatch(/^Point at/);
      });
      await area.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      expect(await told(page)).toMatch(/^Node 2: /);
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      expect(await told(page)).toMatch(/^Node 34: /);
      await page.keyboard.press('Escape');
      expect(await told(page)).toMatch(/^Point at/);
    },
  );

  testPart(
    'leaps when tfjs is accelerated, and sizes the graph for this machine',
    { hash: '#graph?backend=cpu' },
    async (page) => {
      await expectFacts(page, /^[\d,]+ nodes/);
      await takeTurns(page);
      expect(await verdict(page)).toMatch(/times as fast with this package/);
      await field(page, 'Accelerate tfjs itself').check();
      await eventually(() => {
        expect(page.url()).toMatch(/accelerated=true/);
      });
      await press(page, 'Play', group(page, 'Race'));
      await eventually(async () => {
        // In the time that one of its steps took before, there are many now.
        expect(await stepsOf(page, 'tfjs')).toBeGreaterThan(5);
      }, 60_000);
      await press(page, 'Pause');
    },
  );
});
