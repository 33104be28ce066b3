/** Particles that learn to draw what one types, chooses, drops or pastes. */
import type { Page } from 'playwright-core';
import { describeSite, eventually, screenshot, settled, testPage, withoutWebGL } from './page.js';
import {
  counted,
  difference,
  learnt,
  pixels,
  press,
  shownError,
  SMALL,
  target,
} from './splatting_page.js';

/** Learns until the error and what is seen are under shares of what they are at first. */
async function learn(page: Page, share: number): Promise<void> {
  await settled(page);
  const [error, seen] = [await shownError(page), await difference(learnt(page), target(page))];
  expect(error).toBeGreaterThan(0.01);
  await press(page, 'Learning', 'Play');
  await eventually(async () => {
    expect(await shownError(page)).toBeLessThan(share * error);
  });
  await press(page, 'Learning', 'Pause');
  expect(await difference(learnt(page), target(page))).toBeLessThan(0.8 * seen);
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

describeSite('learning by splatting', () => {
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
    { hash: SMALL.replace('learners=1000', 'learners=3000') },
    async (page) => {
      await page.getByLabel('What learns').selectOption('Weights');
      await learn(page, 0.6);
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

  testPage('learns on the cpu', { hash: SMALL, before: withoutWebGL }, async (page) => {
    await page.getByText(/^Few particles at first, as there is no GPU to compute on/).waitFor();
    await learn(page, 0.5);
  });

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
});
