/** The page when things go wrong: a lost GPU, steps that never end, nonsense in the address. */
import type { Page } from 'puppeteer-core';
import { seriesIn } from './canvas.js';
import { eventually } from './eventually.js';
import { button, field, figure, group, link, status } from './find.js';
import { openPart, opened, settled } from './page.js';
import { loseGpu, LOSS, withLosableGpus } from './losable.js';
import { expectOpen, PARTS } from './shell_page.js';
import { losses } from './graph_page.js';
import { counted, press, SMALL, smallOn } from './splatting_page.js';
import { describeSite, testPage, testPart } from './visit.js';

const notices = (page: Page) => status(page, 'Notices');

describeSite('the page that survives', () => {
  testPage(
    'tells that the GPU is lost, lets one leave at once, and goes on without it',
    { hash: SMALL, still: true, before: withLosableGpus, expected: LOSS },
    async (page) => {
      await press(page, 'Animation', 'Play');
      await eventually(async () => {
        expect(await counted(page, 'Animation')).toBeGreaterThan(2);
      });
      await loseGpu(page, 'webgl');
      await eventually(async () => {
        expect(await notices(page).text()).toMatch(
          /This page lost the graphics processor, and webgl has stopped/,
        );
      });
      // The tab is marked before anything else happens.
      const seen = await page.evaluate(async () => {
        location.hash = '#playground';
        await new Promise((resolve) => {
          addEventListener('hashchange', resolve, { once: true });
        });
        const current = document.querySelector('nav [aria-current="page"]')?.textContent;
        const main = document.querySelector('main');
        return [current, main?.ariaBusy, main?.childElementCount];
      });
      expect(seen).toEqual(['Playground', 'true', 0]);
      await button(page, 'Go on without it', notices(page)).click();
      await opened(page, 'Playground');
      expect(await notices(page).text()).toBe('');
      await link(page, 'Your machine').click();
      await opened(page, 'Your machine');
      expect(await field(page, 'Backend').options()).toContain('webgl: taken from this page');
    },
  );

  testPart(
    'keeps what has learnt until one comes back',
    { hash: smallOn('cpu'), still: true },
    async (page) => {
      for (let step = 0; step < 3; step++) await press(page, 'Learning', 'Step');
      const error = async () => (await figure(page, 'Image error').text()).replace(/\s+/g, ' ');
      await eventually(async () => {
        expect(await error()).toContain('step 3');
      });
      const before = await error();
      await link(page, 'Your machine').click();
      await opened(page, 'Your machine');
      await link(page, 'Splatting').click();
      await opened(page, 'Differentiable splatting');
      expect(await counted(page, 'Learning')).toBe(3);
      expect(await error()).toBe(before);
      await press(page, 'Learning', 'Step');
      await eventually(async () => {
        expect(await counted(page, 'Learning')).toBe(4);
      });
    },
  );

  testPart(
    'keeps the focus when a training ends',
    { hash: '#graph?data=karate&backend=cpu' },
    async (page) => {
      const race = group(page, 'Race');
      const play = button(page, 'Play', race);
      await settled(page);
      await play.focus();
      await page.keyboard.press('Enter');
      await eventually(async () => {
        expect(await play.attribute('aria-disabled')).toBe('true');
      }, 60_000);
      const focused = await page.evaluate(() => document.activeElement?.textContent);
      expect(focused).toBe('Play');
    },
  );

  testPart('tells nonsense in the address, in every part', { still: true }, async (page) => {
    const cases = [
      ['#playground?op=sctter', /op is ‘sctter’, expected one of/],
      ['#graph?data=karate&nodes=1e9', /nodes is ‘1e9’, expected a whole number from 60 to 20,000/],
      [
        '#words?size=1&speed=2&vocabulary=200&batch=64',
        /size is ‘1’, expected a whole number from 4 to 64; speed is no/,
      ],
      [
        '#splatting?count=7&speed=2&size=64&learners=1000&pixels=64',
        /count is ‘7’, expected one of .*; speed is no choice/,
      ],
      ['#machine?size=5', /size is ‘5’, expected one of/],
    ] as const;
    for (const [hash, sentence] of cases) {
      await openPart(page, hash);
      await eventually(async () => {
        expect(await notices(page).text()).toMatch(sentence);
      });
    }
  });

  testPart(
    'tells names in the address that a part does not know',
    { still: true },
    async (page) => {
      const names = await page.$$eval('nav a', (links) =>
        links.map(({ hash }) => hash.replace(/\?.*/, '')),
      );
      expect(names).toHaveLength(PARTS.length);
      for (const name of names) {
        await openPart(page, `${name}?nonsense=1`);
        await eventually(async () => {
          expect(await notices(page).text()).toContain('nonsense is no choice of this part');
        });
      }
    },
  );

  const nowhere = { hash: '#nowhere?a=b' };
  testPage('opens the first part for one that there is not, and says so', nowhere, async (page) => {
    await expectOpen(page, ...PARTS[0]);
    await eventually(async () => {
      expect(await notices(page).text()).toMatch(/There is no part ‘nowhere’/);
    });
    await button(page, 'Dismiss', notices(page)).click();
    expect(await notices(page).text()).toBe('');
  });

  testPart('keeps colours that mean something where the system chooses them', {}, async (page) => {
    const session = await page.createCDPSession();
    const force = (value: string) =>
      session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
    await force('active');
    try {
      await openPart(page, '#graph?data=karate&backend=cpu');
      await settled(page);
      const race = group(page, 'Race');
      for (let turn = 0; turn < 4; turn++) await button(page, 'Step', race).click();
      await settled(page);
      // The lines have the colours of the swatches that explain them.
      await eventually(async () => {
        const series = await seriesIn(losses(page));
        expect(new Set(series.map(({ colour }) => colour)).size).toBe(2);
        for (const { count } of series) expect(count).toBeGreaterThan(5);
      });
    } finally {
      await force('none');
      await session.detach();
    }
  });

  testPart('has one line of navigation on a phone', { width: 360 }, async (page) => {
    for (const part of ['Playground', 'Your machine']) {
      await link(page, part).click();
      await opened(page, part);
      const boxes = await page.$$eval('nav a', (links) =>
        links.map((link) => {
          const { top, left, right } = link.getBoundingClientRect();
          return { top, left, right };
        }),
      );
      expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
      expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
      expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(360);
    }
  });
});
