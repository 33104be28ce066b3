/** Particles that learn to draw what one types, chooses, drops or pastes. */
import type { Page } from 'puppeteer-core';
import { pixels } from './canvas.js';
import { eventually } from './eventually.js';
import { giveFile, picture } from './files.js';
import { button, elements, field, group, image, link } from './find.js';
import { opened, press, ready, says, widthOf } from './page.js';
import { describeSite, testPart } from './visit.js';

const SMALL = '#splatting?particles=1000';
const STILL = { hash: SMALL, still: true } as const;

const target = (page: Page) => image(page, 'Target');
const drawn = (page: Page) => image(page, 'Drawn by particles');
const controls = (page: Page) => group(page, 'Learning');

/** The number of steps taken. */
async function stepsTaken(page: Page): Promise<number> {
  return Number(/Step (\d+) of 200/.exec(await controls(page).text())?.[1]);
}

const atStep = (page: Page, wanted: number) =>
  eventually(async () => {
    expect(await stepsTaken(page)).toBe(wanted);
  });

const atLeast = (page: Page, wanted: number) =>
  eventually(async () => {
    expect(await stepsTaken(page)).toBeGreaterThanOrEqual(wanted);
  });

describeSite('splatting', () => {
  testPart('plays by itself, and learns what one types', { hash: SMALL }, async (page) => {
    await atLeast(page, 3);
    await press(page, 'Pause');
    const [before, aimed] = [await pixels(drawn(page)), await pixels(target(page))];
    await field(page, 'Text to draw').fill('ab');
    await atStep(page, 0);
    expect(await pixels(target(page))).not.toEqual(aimed);
    // Who has paused it finds it so, and goes on from where the particles are.
    expect(await button(page, 'Play').count()).toBe(1);
    await press(page, 'Step');
    await atStep(page, 1);
    expect(await pixels(drawn(page))).not.toEqual(before);
    await link(page, 'Start').click();
    await opened(page, 'Train through gather and scatter');
    await page.goBack();
    await ready(page);
    expect(await field(page, 'Text to draw').value()).toBe('ab');
    expect(page.url()).toMatch(/#splatting\?text=ab&particles=1000$/);
  });

  testPart('stands at its first step for who wants no motion', STILL, async (page) => {
    await atStep(page, 1);
    expect(await button(page, 'Play').count()).toBe(1);
    expect(await drawn(page).attribute('aria-label')).toMatch(/[\d.]+% off after step 1/);
    await field(page, 'Particles').choose('3,000');
    await atStep(page, 0);
    await press(page, 'Step');
    await atStep(page, 1);
    await press(page, 'Restart');
    await atStep(page, 0);
    expect(page.url()).toMatch(/#splatting\?particles=3000$/);
  });

  testPart('forgets the speed of a backend with the backend', { hash: SMALL }, async (page) => {
    await says(page, /[\d.]+ steps\/s/);
    await press(page, 'Pause');
    expect(await controls(page).text()).toMatch(/steps\/s/);
    await field(page, 'Backend').choose('cpu');
    await atStep(page, 1);
    expect(await controls(page).text()).not.toMatch(/steps\/s/);
    expect(page.url()).toContain('backend=cpu');
  });

  testPart('rests out of view', { hash: SMALL }, async (page) => {
    await atLeast(page, 2);
    await page.setViewport({ width: 1200, height: 120 });
    await page.evaluate(() => {
      scrollTo(0, document.body.scrollHeight);
    });
    // One step may be on its way.
    await eventually(async () => {
      const steps = await stepsTaken(page);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await stepsTaken(page)).toBe(steps);
    });
    const rested = await stepsTaken(page);
    await page.evaluate(() => {
      scrollTo(0, 0);
    });
    await page.setViewport({ width: 1200, height: 900 });
    await atLeast(page, rested + 1);
  });

  testPart('learns pictures, and explains what is none', { ...STILL, width: 390 }, async (page) => {
    await atStep(page, 1);
    const input = elements(page, 'input[type="file"]');
    const main = elements(page, 'main');
    const ways = [
      [input, 'choose', [255, 0, 0]],
      [main, 'drop', [0, 255, 0]],
      [main, 'paste', [255, 255, 0]],
    ] as const;
    for (const [to, way, colour] of ways) {
      await giveFile(to, await picture(page, `rgb(${colour.join()})`, 'rgb(0, 0, 255)'), way);
      await eventually(async () => {
        const shown = await pixels(target(page));
        expect([shown.slice(0, 3), shown.slice(-3)]).toEqual([[...colour], [0, 0, 255]]);
      });
    }
    await atStep(page, 0);
    await giveFile(input, { name: 'x.png', type: 'image/png', base64: 'AAAA' }, 'choose');
    await says(page, 'x.png is not a picture that this browser can read.');
    await press(page, 'Step');
    await atStep(page, 1);
    // A text takes the place of the picture.
    await field(page, 'Text to draw').fill('I');
    await eventually(async () => {
      expect((await pixels(target(page))).slice(0, 3)).toEqual([0, 0, 0]);
    });
    expect(await widthOf(page)).toBe(390);
  });

  testPart('learns on webgpu', { ...STILL, hash: `${SMALL}&backend=webgpu` }, async (page) => {
    await atStep(page, 1);
    expect(Math.max(...(await pixels(drawn(page))))).toBeGreaterThan(30);
  });
});
