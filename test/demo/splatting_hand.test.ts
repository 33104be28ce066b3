/** Splatting by itself and by hand: what plays in view, what one's hand does, and what is refused. */
import type { Page } from 'puppeteer-core';
import { pixels } from './canvas.js';
import { eventually } from './eventually.js';
import { button, elements, field, group, region, status } from './find.js';
import { holdWasm, releaseWasm, settled } from './page.js';
import {
  counted,
  difference,
  learnt,
  moving,
  press,
  SMALL,
  smallOn,
  target,
} from './splatting_page.js';
import { describeSite, testPage, testPart } from './visit.js';

const STILL = { hash: SMALL, still: true } as const;
const hand = (page: Page) => elements(page, '.touched');

/** The middle of all light, as shares of the width and the height. */
async function middle(page: Page): Promise<number[]> {
  const shown = await pixels(moving(page));
  const size = Math.sqrt(shown.length / 3);
  let [sum, x, y] = [0, 0, 0];
  for (let i = 0; i < size * size; i++) {
    const light = shown[3 * i];
    sum += light;
    x += light * (i % size);
    y += light * Math.floor(i / size);
  }
  return [x / sum / size, y / sum / size];
}

describeSite('splatting by hand', () => {
  testPart('plays what is in view, until one takes the controls', { hash: SMALL }, async (page) => {
    await eventually(async () => {
      expect(await counted(page, 'Animation')).toBeGreaterThan(3);
    });
    expect(await counted(page, 'Learning')).toBe(0);
    await elements(page, '.compare').evaluate((found) => {
      found.scrollIntoView({ block: 'start' });
    });
    await eventually(async () => {
      expect(await counted(page, 'Learning')).toBeGreaterThan(3);
    });
    expect(await button(page, 'Play', group(page, 'Animation')).count()).toBe(1);
    await press(page, 'Learning', 'Pause');
    const stopped = await counted(page, 'Learning');
    await page.evaluate(() => {
      scrollTo(0, 0);
    });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(await button(page, 'Play', group(page, 'Animation')).count()).toBe(1);
    expect(await counted(page, 'Learning')).toBe(stopped);
  });

  testPart('pulls particles to the pointer', STILL, async (page) => {
    const area = await hand(page).evaluate((found) => {
      const { left, top, width, height } = found.getBoundingClientRect();
      return { left, top, width, height };
    });
    await page.mouse.move(area.left + 0.9 * area.width, area.top + 0.5 * area.height);
    await page.mouse.down();
    await eventually(async () => {
      expect((await middle(page))[0]).toBeGreaterThan(0.62);
    });
    await page.mouse.up();
    await press(page, 'Animation', 'Pause');
  });

  testPart('answers to keys', STILL, async (page) => {
    await hand(page).focus();
    for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowUp');
    await page.keyboard.down('Space');
    await eventually(async () => {
      expect((await middle(page))[1]).toBeLessThan(0.4);
    });
    await page.keyboard.up('Space');
    await press(page, 'Animation', 'Pause');
    const before = await pixels(moving(page));
    await hand(page).focus();
    await page.keyboard.press('Enter');
    const frames = await counted(page, 'Animation');
    await eventually(async () => {
      expect(await counted(page, 'Animation')).toBeGreaterThan(frames + 5);
    });
    expect(await pixels(moving(page))).not.toEqual(before);
  });

  testPart(
    'refuses a million particles where they would take too long',
    { hash: SMALL.replace('size=64', 'size=256'), still: true },
    async (page) => {
      const settings = elements(page, '.animation');
      await field(page, 'Particles', settings).choose('1,000,000');
      await eventually(async () => {
        expect(await elements(page, '.animation .guard').text()).toMatch(
          /^A frame of 1,000,000 particles would take .* here, so there are \d{1,3},000\.$/,
        );
      });
      await settled(page);
      expect(page.url()).toMatch(/count=1000000/);
      await press(page, 'Animation', 'Step');
      await eventually(async () => {
        expect(await counted(page, 'Animation')).toBe(1);
      });
    },
  );

  // Many short steps.
  const ON_WASM = { ...STILL, hash: smallOn('wasm') };

  testPart('says when it is done, and how good it is', ON_WASM, async (page) => {
    await button(page, 'Planet', region(page, 'Learn')).click();
    await eventually(() => {
      expect(page.url()).toMatch(/picture=planet/);
    });
    expect(await button(page, 'Planet').attribute('aria-pressed')).toBe('true');
    await settled(page);
    const before = await difference(learnt(page), target(page));
    await press(page, 'Learning', 'Play');
    await eventually(async () => {
      expect(await elements(page, '.verdict').text()).toMatch(
        /^Done after \d+ steps: PSNR [\d.]+ dB/,
      );
    }, 90_000);
    expect(await status(page, 'Progress').text()).toMatch(/^Done after/);
    const quality = Number(/PSNR ([\d.]+)/.exec(await elements(page, '.verdict').text())?.[1]);
    expect(quality).toBeGreaterThan(20);
    expect(await difference(learnt(page), target(page))).toBeLessThan(before / 3);
    // The slider uncovers one picture or the other.
    const slider = field(page, 'How much of the target to show');
    await slider.focus();
    await page.keyboard.press('End');
    const clip = () => learnt(page).evaluate((canvas) => canvas.style.clipPath);
    expect(await clip()).toBe('inset(0px 0px 0px 100%)');
    await page.keyboard.press('Home');
    expect(await clip()).toMatch(/0%\)$|^inset\(0px\)$/);
    // Another target is learnt at once.
    await field(page, 'Text to draw').fill('I');
    await eventually(async () => {
      expect(await counted(page, 'Learning')).toBeGreaterThan(2);
    });
    expect(await button(page, 'Planet').attribute('aria-pressed')).toBe('false');
    expect(page.url()).toMatch(/backend=wasm/);
  });

  testPage(
    'computes what is asked for while a backend starts once it has',
    { hash: smallOn('cpu'), still: true, before: holdWasm },
    async (page) => {
      await field(page, 'Backend').choose('wasm');
      await button(page, 'Planet', region(page, 'Learn')).click();
      await eventually(() => {
        expect(page.url()).toMatch(/picture=planet/);
      });
      await releaseWasm(page);
      await settled(page);
      await press(page, 'Animation', 'Step');
      await press(page, 'Learning', 'Step');
      await eventually(async () => {
        expect([await counted(page, 'Animation'), await counted(page, 'Learning')]).toEqual([1, 1]);
      });
    },
  );
});
