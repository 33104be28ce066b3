/** Particles in motion, and particles that learn to draw what one types or chooses. */
import type { Page } from 'playwright-core';
import { describeSite, eventually, ready, screenshot, testPage } from './page.js';

/** Few particles and few pixels: without a GPU, each step takes as long as hundreds on one. */
const SMALL = '#splatting?count=1000&size=64&learners=1000&pixels=64';

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const press = (page: Page, name: string, button: string) =>
  group(page, name).getByRole('button', { name: button, exact: true }).click();
const learnt = (page: Page) => page.getByRole('img', { name: /^Image of the particles/ });
const target = (page: Page) => page.getByRole('img', { name: 'Target', exact: true });
const moving = (page: Page) => page.getByRole('img', { name: /^Particles in motion/ });

/** How many frames or steps are counted beside the controls. */
async function counted(page: Page, name: string): Promise<number> {
  return Number(/\d+$/.exec(await group(page, name).locator('.count').innerText())?.[0]);
}

/** The error that the chart's caption shows. */
async function shownError(page: Page): Promise<number> {
  const caption = await page.getByRole('figure', { name: 'Image error' }).innerText();
  return Number(/mean squared\s+([\d.e-]+)/.exec(caption)?.[1]);
}

/** The red, green and blue of every pixel of a canvas. */
function pixels(canvas: ReturnType<typeof learnt>): Promise<number[]> {
  return canvas.evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error('This is no canvas.');
    const { width, height } = canvas;
    // The browser warns of a canvas that is read again and again, unless it was made for that.
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(canvas, 0, 0);
    const data = copy?.getImageData(0, 0, width, height).data ?? [];
    return Array.from(data).filter((_, i) => i % 4 !== 3);
  });
}

/** The mean difference of two canvases, from 0 to 255: what is seen, whatever the page says. */
async function difference(a: ReturnType<typeof learnt>, b: typeof a): Promise<number> {
  const [x, y] = await Promise.all([pixels(a), pixels(b)]);
  expect(x).toHaveLength(y.length);
  return x.reduce((sum, value, i) => sum + Math.abs(value - y[i]), 0) / x.length;
}

/** Learns until the error and what is seen are under shares of what they are at first. */
async function learn(page: Page, share: number): Promise<void> {
  const [error, seen] = [await shownError(page), await difference(learnt(page), target(page))];
  expect(error).toBeGreaterThan(0.01);
  await press(page, 'Learning', 'Play');
  await eventually(async () => {
    expect(await shownError(page)).toBeLessThan(share * error);
  });
  await press(page, 'Learning', 'Pause');
  await eventually(async () => {
    expect(await difference(learnt(page), target(page))).toBeLessThan(0.8 * seen);
  });
}

/** A picture as a file: the left half of one colour, the right one of another. */
async function picture(page: Page, left: string, right: string): Promise<Buffer> {
  const url = await page.evaluate(
    (colours) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [60, 40];
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('There is no context.');
      colours.forEach((colour, i) => {
        context.fillStyle = colour;
        context.fillRect(30 * i, 0, 30, 40);
      });
      return canvas.toDataURL();
    },
    [left, right],
  );
  return Buffer.from(url.split(',')[1], 'base64');
}

describeSite('splatting', () => {
  testPage('moves particles in frames that it counts', { hash: SMALL }, async (page) => {
    const first = await pixels(moving(page));
    expect(new Set(first).size).toBeGreaterThan(10);
    await press(page, 'Animation', 'Play');
    await eventually(async () => {
      expect(await counted(page, 'Animation')).toBeGreaterThan(20);
    });
    expect(await page.locator('.animation').innerText()).toMatch(
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
  });

  testPage(
    'animates as many particles as one chooses',
    { hash: SMALL, theme: 'dark' },
    async (page) => {
      const settings = page.locator('.animation');
      await settings.getByLabel('Motion', { exact: true }).selectOption('Double gyre');
      await settings.getByLabel('Image').selectOption('128 × 128');
      await settings.getByLabel('Particles').selectOption('10,000');
      await eventually(async () => {
        expect(await moving(page).getAttribute('aria-label')).toMatch(
          /Double gyre, 10000 particles/,
        );
        expect(await pixels(moving(page))).toHaveLength(3 * 128 ** 2);
      });
      // An upright band in the middle: dark at its left, light within.
      const shown = await pixels(moving(page));
      const column = (x: number) =>
        Array.from({ length: 90 }, (_, y) => shown[3 * (128 * (y + 19) + x)]);
      expect(Math.max(...column(20))).toBe(Math.min(...column(20)));
      const mean = (values: number[]) => values.reduce((sum, value) => sum + value) / values.length;
      expect(mean(column(64))).toBeGreaterThan(mean(column(20)) + 20);
      await page.waitForURL(/#splatting\?count=10000&size=128&motion=flow/);
      await page.reload();
      await ready(page);
      expect(await settings.getByLabel('Motion', { exact: true }).inputValue()).toBe('flow');
      expect(await pixels(moving(page))).toHaveLength(3 * 128 ** 2);
    },
  );

  testPage('learns to draw the text that one types', { hash: SMALL }, async (page) => {
    const before = await pixels(target(page));
    await page.getByLabel('Text to draw').fill('ab');
    await eventually(async () => {
      expect(await pixels(target(page))).not.toEqual(before);
    });
    await learn(page, 0.1);
    const stopped = await counted(page, 'Learning');
    expect(await learnt(page).getAttribute('aria-label')).toContain(`after ${stopped} steps`);
    await press(page, 'Learning', 'Step');
    await eventually(async () => {
      expect(await counted(page, 'Learning')).toBe(stopped + 1);
    });
    await screenshot(page, 'the text ab, learnt');
    await press(page, 'Learning', 'Restart');
    await eventually(async () => {
      expect(await counted(page, 'Learning')).toBe(0);
    });
    expect(await shownError(page)).toBeGreaterThan(0.05);
  });

  testPage('learns by moving particles alone', { hash: `${SMALL}&text=I` }, async (page) => {
    await page.getByLabel('What learns').selectOption('Positions');
    await learn(page, 0.4);
  });

  testPage(
    'learns by weighing particles alone',
    { hash: SMALL.replace('learners=1000', 'learners=10000') },
    async (page) => {
      await page.getByLabel('What learns').selectOption('Weights');
      await learn(page, 0.4);
    },
  );

  testPage(
    'goes on to another text from where the particles are',
    { hash: SMALL },
    async (page) => {
      await page.getByLabel('Text to draw').fill('L');
      await learn(page, 0.3);
      await press(page, 'Learning', 'Play');
      const field = page.getByLabel('Text to draw');
      await field.fill('+');
      await eventually(async () => {
        expect(await counted(page, 'Learning')).toBeGreaterThan(20);
        expect(await shownError(page)).toBeLessThan(0.03);
      });
      await field.fill(' ');
      await page.getByText('The text is empty, expected a letter at least.').waitFor();
      await field.fill('x'.repeat(61));
      await page.getByText('The text has 61 characters, expected at most 60.').waitFor();
      await field.fill('+');
      expect(await field.getAttribute('aria-invalid')).toBe('false');
    },
  );

  testPage(
    'learns to draw a picture in its colours',
    { hash: SMALL, theme: 'dark' },
    async (page) => {
      const input = page.getByLabel('Picture to draw');
      const buffer = await picture(page, 'rgb(255, 128, 0)', 'rgb(0, 0, 255)');
      await input.setInputFiles({ name: 'halves.png', mimeType: 'image/png', buffer });
      await eventually(async () => {
        const shown = await pixels(target(page));
        expect([shown.slice(0, 3), shown.slice(-3)]).toEqual([
          [255, 128, 0],
          [0, 0, 255],
        ]);
      });
      await learn(page, 0.3);
      await input.setInputFiles({
        name: 'notes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('no'),
      });
      await page.getByText('notes.txt is no picture that this browser can read.').waitFor();
    },
  );

  testPage('takes a picture that is dropped or pasted', { hash: SMALL }, async (page) => {
    const give = async (colour: string, type: 'drop' | 'paste') => {
      const base64 = (await picture(page, colour, colour)).toString('base64');
      await target(page).evaluate(
        (canvas, { base64, type }) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          const data = new DataTransfer();
          data.items.add(new File([bytes], 'one.png', { type: 'image/png' }));
          const options = { bubbles: true, cancelable: true };
          if (type === 'paste') {
            canvas.dispatchEvent(new ClipboardEvent(type, { ...options, clipboardData: data }));
            return;
          }
          const over = new DragEvent('dragover', { ...options, dataTransfer: data });
          canvas.dispatchEvent(over);
          // The browser drops only where that is answered, and would open the file otherwise.
          if (!over.defaultPrevented) throw new Error('The page takes no files here.');
          canvas.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: data }));
        },
        { base64, type },
      );
    };
    await give('rgb(200, 0, 0)', 'drop');
    await eventually(async () => {
      expect((await pixels(target(page))).slice(0, 3)).toEqual([200, 0, 0]);
    });
    await give('rgb(0, 100, 0)', 'paste');
    await eventually(async () => {
      expect((await pixels(target(page))).slice(0, 3)).toEqual([0, 100, 0]);
    });
  });

  testPage(
    'starts with few particles without a GPU, plays one thing at a time, leaves none',
    { hash: '#splatting', width: 360 },
    async (page) => {
      const reason = /^Few particles at first, as this browser draws in software, without a GPU/;
      await page.getByText(reason).waitFor();
      await press(page, 'Animation', 'Play');
      await press(page, 'Learning', 'Play');
      await eventually(async () => {
        expect(await counted(page, 'Learning')).toBeGreaterThan(1);
      });
      const buttons = group(page, 'Animation').getByRole('button', { name: 'Play', exact: true });
      expect(await buttons.count()).toBe(1);
      await page.getByRole('link', { name: 'Graph', exact: true }).click();
      await page.getByRole('heading', { level: 2, name: 'Learning on a graph' }).waitFor();
      await ready(page);
      await page.goBack();
      await page.getByRole('heading', { level: 2, name: 'Differentiable splatting' }).waitFor();
      await ready(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      expect(await page.getByRole('alert').innerText()).toBe('');
    },
  );
});
