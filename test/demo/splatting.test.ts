/** Particles that learn to draw what one types or chooses. */
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import {
  addressEnds,
  attributeOf,
  button,
  fill,
  go,
  group,
  image,
  pixelsOf,
  press,
  ready,
  says,
  textOf,
  valueOf,
  widthOf,
} from './page.js';
import { describeSite, testPage } from './visit.js';

const SMALL = '#splatting?particles=1000';
const STILL = { hash: SMALL, still: true } as const;
const [TARGET, DRAWN] = [image('Target'), image('Drawn by particles')];
const CONTROLS = group('Learning');

const atStep = (page: Page, step: number) => says(page, `Step ${step} of 200`, CONTROLS);

/** Chooses a file of this repository in the field for a picture. */
async function chooseFile(page: Page, path: string): Promise<void> {
  const field = await page.locator('input[type="file"]').waitHandle();
  await field.uploadFile(join(__dirname, '../..', path));
}

describeSite('splatting', () => {
  testPage('plays by itself, and learns what one types', { hash: SMALL }, async (page) => {
    await says(page, /Step ([3-9]|\d\d+) of 200/, CONTROLS);
    await press(page, 'Pause');
    const [before, aimed] = [await pixelsOf(page, DRAWN), await pixelsOf(page, TARGET)];
    await fill(page, 'Text to draw', 'ab');
    await atStep(page, 0);
    expect(await pixelsOf(page, TARGET)).not.toEqual(aimed);
    // It stays paused, and goes on from where the particles are.
    await press(page, 'Step');
    await atStep(page, 1);
    expect(await pixelsOf(page, DRAWN)).not.toEqual(before);
    await go(page, 'Start');
    await page.goBack();
    await ready(page);
    expect(await valueOf(page, 'Text to draw')).toBe('ab');
    await addressEnds(page, '#splatting?text=ab&particles=1000');
  });

  testPage('stands at its first step for visitors who want no motion', STILL, async (page) => {
    await atStep(page, 1);
    expect(await page.$(button('Play'))).not.toBeNull();
    expect(await attributeOf(page, DRAWN, 'aria-label')).toMatch(/% off the target after step 1/);
    await fill(page, 'Particles', '3000');
    await atStep(page, 0);
    await press(page, 'Step');
    await atStep(page, 1);
    await press(page, 'Restart');
    await atStep(page, 0);
    await addressEnds(page, '#splatting?particles=3000');
  });

  testPage('forgets the speed of a backend with the backend', { hash: SMALL }, async (page) => {
    await says(page, /[\d.]+ steps\/s/);
    await press(page, 'Pause');
    expect(await textOf(page, CONTROLS)).toMatch(/steps\/s/);
    await fill(page, 'Backend', 'cpu');
    await atStep(page, 1);
    expect(await textOf(page, CONTROLS)).not.toMatch(/steps\/s/);
    await addressEnds(page, 'backend=cpu');
  });

  const phone = { ...STILL, width: 390 };
  testPage('learns a picture, and explains what is none', phone, async (page) => {
    await atStep(page, 1);
    await chooseFile(page, 'demo/page/icon.svg');
    await atStep(page, 0);
    const icon = await pixelsOf(page, TARGET);
    await chooseFile(page, 'package.json');
    await says(page, 'package.json is not a picture that this browser can read.');
    await press(page, 'Step');
    await atStep(page, 1);
    expect(await pixelsOf(page, TARGET)).toEqual(icon);
    // A text takes the place of the picture.
    await fill(page, 'Text to draw', 'I');
    await atStep(page, 0);
    expect(await pixelsOf(page, TARGET)).not.toEqual(icon);
    expect(await widthOf(page)).toBe(390);
  });

  testPage('learns on webgpu', { ...STILL, hash: `${SMALL}&backend=webgpu` }, async (page) => {
    await atStep(page, 1);
    expect(Math.max(...(await pixelsOf(page, DRAWN)))).toBeGreaterThan(30);
  });
});
