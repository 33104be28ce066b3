/** Particles in motion, and how the splatting part starts and ends. */
import { pixels } from './canvas.js';
import { alert, button, elements, field, group, link } from './find.js';
import { eventually } from './eventually.js';
import { opened, ready, says, widthOf } from './page.js';
import { describeSite, testPart } from './visit.js';
import { counted, moving, press, shownError, SMALL, smallOn } from './splatting_page.js';

describeSite('splatting', () => {
  testPart(
    'moves particles in frames that it counts',
    { hash: SMALL, still: true },
    async (page) => {
      const first = await pixels(moving(page));
      expect(new Set(first).size).toBeGreaterThan(10);
      await press(page, 'Animation', 'Play');
      await eventually(async () => {
        expect(await counted(page, 'Animation')).toBeGreaterThan(20);
      });
      expect(await elements(page, '.animation').text()).toMatch(
        /[\d.]+ frames\/s · [\d.]+ ms a frame/,
      );
      await press(page, 'Animation', 'Pause');
      const stopped = await counted(page, 'Animation');
      const second = await pixels(moving(page));
      expect(second).not.toEqual(first);
      expect(new Set(second).size).toBeGreaterThan(10);
      await press(page, 'Animation', 'Step');
      await eventually(async () => {
        expect(await counted(page, 'Animation')).toBe(stopped + 1);
      });
      expect(await pixels(moving(page))).not.toEqual(second);
    },
  );

  testPart(
    'animates as many particles as one chooses',
    { hash: SMALL, still: true, theme: 'dark' },
    async (page) => {
      const settings = elements(page, '.animation');
      await field(page, 'Motion', settings).choose('Double gyre');
      await field(page, 'Image', settings).choose('128 × 128');
      await field(page, 'Particles', settings).choose('10,000');
      await eventually(async () => {
        expect(await moving(page).attribute('aria-label')).toMatch(/Double gyre, 10000 particles/);
        expect(await pixels(moving(page))).toHaveLength(3 * 128 ** 2);
      });
      // An upright band in the middle: dark at its left, light within.
      const shown = await pixels(moving(page));
      const column = (x: number) =>
        Array.from({ length: 90 }, (_, y) => shown[3 * (128 * (y + 19) + x)]);
      expect(Math.max(...column(20))).toBe(Math.min(...column(20)));
      const mean = (values: number[]) => values.reduce((sum, value) => sum + value) / values.length;
      expect(mean(column(64))).toBeGreaterThan(mean(column(20)) + 20);
      await eventually(() => {
        expect(page.url()).toMatch(/#splatting\?count=10000&size=128&.*motion=flow/);
      });
      await page.reload();
      await ready(page);
      expect(await field(page, 'Motion', settings).value()).toBe('flow');
      expect(await pixels(moving(page))).toHaveLength(3 * 128 ** 2);
    },
  );

  testPart(
    'starts with few particles without a GPU, plays one thing at a time, leaves none',
    { hash: '#splatting', still: true, width: 360 },
    async (page) => {
      const reason = /Fewer particles at first, because this browser draws in software, without/;
      await says(page, reason);
      await press(page, 'Animation', 'Play');
      await press(page, 'Learning', 'Play');
      await eventually(async () => {
        expect(await counted(page, 'Learning')).toBeGreaterThan(1);
      });
      expect(await button(page, 'Play', group(page, 'Animation')).count()).toBe(1);
      await link(page, 'Graph').click();
      await opened(page, 'Learning on a graph: a race');
      await page.goBack();
      await opened(page, 'Differentiable splatting');
      expect(await widthOf(page)).toBe(360);
      expect(await alert(page).text()).toBe('');
    },
  );

  testPart('draws and learns on webgpu', { hash: smallOn('webgpu'), still: true }, async (page) => {
    expect(await field(page, 'Backend').value()).toBe('webgpu');
    const before = await pixels(moving(page));
    expect(Math.max(...before)).toBeGreaterThan(100);
    await press(page, 'Animation', 'Step');
    await eventually(async () => {
      expect(await pixels(moving(page))).not.toEqual(before);
    });
    const error = await shownError(page);
    for (let step = 0; step < 3; step++) await press(page, 'Learning', 'Step');
    await eventually(async () => {
      expect(await shownError(page)).toBeLessThan(error);
    });
  });
});
