/** The first part, as someone sees it who knows nothing of the package. */
import { gzipSync } from 'node:zlib';
import type { HTTPResponse, Page } from 'puppeteer-core';
import { pixels } from './canvas.js';
import { eventually } from './eventually.js';
import { button, elements, link, region } from './find.js';
import { opened, press, ready, widthOf } from './page.js';
import { SITE } from './site.js';
import { describeSite, testPage, testPart } from './visit.js';

const MOST_BYTES = 300_000;

describeSite('the start', () => {
  testPage('is there after at most 300 kB', {}, async (page) => {
    await page.setCacheEnabled(false);
    const sizes: Promise<number>[] = [];
    const weigh = (response: HTTPResponse) => {
      sizes.push(response.buffer().then((content) => gzipSync(content).length));
    };
    await page.goto('about:blank');
    page.on('response', weigh);
    await page.goto(SITE);
    await ready(page);
    page.off('response', weigh);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    await page.setCacheEnabled(true);
    expect(bytes).toBeGreaterThan(5000);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  testPart('adds up what meets in a cell', {}, async (page) => {
    const cells = () => elements(page, '.cells b').texts();
    await eventually(async () => {
      expect((await cells()).map(Number)).toEqual([0, 3, 1, 0, 9, 0, 4, 0]);
    });
    await press(page, 'Play again');
    expect((await cells()).map(Number)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  testPage('shows the sum at once to who wants no motion', {}, async (page) => {
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await page.reload();
    await ready(page);
    await eventually(async () => {
      expect(await elements(page, '.cells b').texts()).toContain('9');
    }, 2000);
  });

  /** The pixels of the picture on each card. */
  const pictures = async (page: Page) => {
    const count = await elements(page, '.cards li').count();
    await eventually(async () => {
      expect(await elements(page, '.cards canvas').count()).toBe(count);
    });
    const canvases = Array.from({ length: count }, (_, i) =>
      elements(page, `.cards li:nth-child(${i + 1}) canvas`),
    );
    return Promise.all(canvases.map(pixels));
  };
  const scrollToCards = (page: Page) =>
    elements(page, '.cards').evaluate((cards) => {
      cards.scrollIntoView();
    });

  testPart('shows each part on a card, in motion', {}, async (page) => {
    await scrollToCards(page);
    const first = await pictures(page);
    for (const picture of first) expect(new Set(picture).size).toBeGreaterThan(3);
    await eventually(async () => {
      const next = await pictures(page);
      next.forEach((picture, i) => {
        expect(picture).not.toEqual(first[i]);
      });
    });
  });

  testPart('shows still cards to who wants no motion', { still: true }, async (page) => {
    await scrollToCards(page);
    const first = await pictures(page);
    for (const picture of first) expect(new Set(picture).size).toBeGreaterThan(3);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(await pictures(page)).toEqual(first);
  });

  testPart('measures its headline on this machine', { width: 360, theme: 'dark' }, async (page) => {
    const measured = region(page, 'Measured here');
    expect(await measured.text()).not.toMatch(/times as fast/);
    await press(page, 'Measure');
    await eventually(async () => {
      expect(await measured.text()).toMatch(
        /times as fast with this package\s+One step of a graph network with [\d,]+ nodes, on webgl: tfjs [\d.,]+ m?s, with this package [\d.,]+ m?s\./,
      );
    }, 90_000);
    expect(await widthOf(page)).toBe(360);
  });

  testPart('leads to the other parts, and says how to install it', {}, async (page) => {
    expect(await elements(page, '.install code').text()).toBe(
      'npm install tfjs-gather-scatter @tensorflow/tfjs',
    );
    expect(await button(page, 'Copy').count()).toBe(1);
    expect(await elements(page, 'footer').text()).toMatch(/Version \d+\.\d+\.\d+, Apache-2\.0/);
    const targets = await page.$$eval('.cards a', (cards) =>
      cards.map((card) => card.getAttribute('href')),
    );
    expect(targets).toEqual(['#graph', '#words', '#splatting', '#playground', '#machine']);
    await elements(page, '.cards a[href="#machine"]').click();
    await opened(page, 'Your machine');
    await link(page, 'Start').click();
    await opened(page, 'Read and write at computed places');
  });
});
