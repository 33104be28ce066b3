/** Particles that learn to draw what one types, chooses, drops or pastes. */
import type { Page } from 'puppeteer-core';
import type { Elements } from './elements.js';
import { elements, field } from './find.js';
import { giveFile, picture } from './files.js';
import { pixels } from './canvas.js';
import { eventually } from './eventually.js';
import { says, settled, withoutWebGL } from './page.js';
import { describeSite, testPage, testPart } from './visit.js';
import { counted, learnt, press, shownError, SMALL, smallOn, target } from './splatting_page.js';

/** Learns for a step, which changes the picture and not its count alone. */
async function learn(page: Page): Promise<void> {
  await settled(page);
  const [count, before] = [await counted(page, 'Learning'), await pixels(learnt(page))];
  await press(page, 'Learning', 'Step');
  await eventually(async () => {
    expect(await counted(page, 'Learning')).toBe(count + 1);
    expect(await pixels(learnt(page))).not.toEqual(before);
  });
}

/** The label of a field for files, which has no accessible name of its own in Chromium. */
const labelOf = (input: Elements) =>
  input.evaluate((input) =>
    input instanceof HTMLInputElement ? input.labels?.[0].textContent : undefined,
  );

const STILL = { hash: SMALL, still: true } as const;

/** Without a GPU's programs, where it is the page that is tried. */
const ON_WASM = { hash: smallOn('wasm'), still: true } as const;

describeSite('learning by splatting', () => {
  testPart('learns to draw the text that one types', STILL, async (page) => {
    const before = await pixels(target(page));
    await field(page, 'Text to draw').fill('ab');
    await eventually(async () => {
      expect(await pixels(target(page))).not.toEqual(before);
    });
    await learn(page);
    expect(await learnt(page).attribute('aria-label')).toContain('after 1 step');
    await press(page, 'Learning', 'Restart');
    await eventually(async () => {
      expect(await counted(page, 'Learning')).toBe(0);
    });
    expect(await shownError(page)).toBeGreaterThan(0.05);
  });

  testPart(
    'learns by moving particles alone',
    { hash: `${SMALL}&text=I&rate=0.02`, still: true },
    async (page) => {
      await field(page, 'What learns').choose('Positions');
      await learn(page);
    },
  );

  testPart(
    'learns by weighing particles alone',
    { hash: `${smallOn('wasm')}&rate=0.03`, still: true },
    async (page) => {
      await field(page, 'What learns').choose('Weights');
      await learn(page);
    },
  );

  testPart('goes on to another text from where the particles are', ON_WASM, async (page) => {
    await field(page, 'Text to draw').fill('L');
    await learn(page);
    await press(page, 'Learning', 'Play');
    const text = field(page, 'Text to draw');
    await text.fill('+');
    await eventually(async () => {
      expect(await counted(page, 'Learning')).toBeGreaterThan(0);
    });
    await text.fill(' ');
    await says(page, 'The text is empty, expected at least one letter.');
    await text.fill('x'.repeat(61));
    await says(page, 'The text has 61 characters, expected at most 60.');
    await text.fill('+');
    expect(await text.attribute('aria-invalid')).toBe('false');
  });

  testPart('learns to draw a picture in its colours', { ...STILL, theme: 'dark' }, async (page) => {
    const input = elements(page, 'input[type="file"]');
    expect(await labelOf(input)).toBe('Your picture');
    const halves = await picture(page, 'rgb(255, 128, 0)', 'rgb(0, 0, 255)');
    await giveFile(input, halves, 'choose');
    await eventually(async () => {
      const shown = await pixels(target(page));
      expect([shown.slice(0, 3), shown.slice(-3)]).toEqual([
        [255, 128, 0],
        [0, 0, 255],
      ]);
    });
    await learn(page);
    await giveFile(input, { name: 'notes.txt', type: 'text/plain', base64: 'bm8=' }, 'choose');
    await says(page, 'notes.txt is not a picture that this browser can read.');
  });

  testPart('takes a picture that is dropped or pasted', ON_WASM, async (page) => {
    const give = async (colour: string, way: 'drop' | 'paste') => {
      await giveFile(target(page), await picture(page, colour, colour), way);
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

  // The last, as it takes from the page what the others would load anew.
  testPage('learns on the cpu', { ...STILL, before: withoutWebGL }, async (page) => {
    await says(page, /Fewer particles at first, because cpu computes without a GPU/);
    await learn(page);
  });
});
