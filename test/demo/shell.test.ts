/** The page around the parts: navigation, addresses, themes, and what happens when things go wrong. */
import type { Page } from 'puppeteer-core';
import { eventually } from './eventually.js';
import { loseGpu, LOSS, withLosableGpus } from './losable.js';
import {
  addressEnds,
  chooseScheme,
  expectOpen,
  field,
  fill,
  go,
  group,
  link,
  NAVIGATION,
  NOTICES,
  PARTS,
  press,
  ready,
  SITE,
  says,
  textOf,
  valueOf,
  widthOf,
} from './page.js';
import { describeSite, testPage } from './visit.js';

const noticed = (page: Page, text: string) => says(page, text, NOTICES);
const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const optionsOf = (page: Page, label: string) =>
  page.$$eval(`${field(label)} option`, (options) => options.map(({ text }) => text));

describeSite('the page', () => {
  testPage('opens each part by keyboard, and its heading gets the focus', {}, async (page) => {
    await page.keyboard.press('Tab');
    expect(await focused(page)).toMatch(/^Skip/);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    for (const label of [...PARTS.slice(1), PARTS[0]]) {
      await page.focus(link(PARTS[0]));
      for (const passed of PARTS.slice(1, PARTS.indexOf(label) + 1)) {
        await page.keyboard.press('Tab');
        expect(await focused(page)).toBe(passed);
      }
      await page.keyboard.press('Enter');
      await expectOpen(page, label);
      expect(await focused(page)).toBe(await textOf(page, 'main h2'));
    }
  });

  testPage('keeps the state of a part that was left', { hash: '#machine' }, async (page) => {
    await fill(page, 'Size', 'large');
    await go(page, 'Playground');
    await fill(page, 'outOfBounds', 'drop');
    // At once: a change just before it must not be lost.
    await page.goBack();
    await expectOpen(page, 'Your machine');
    expect(await valueOf(page, 'Size')).toBe('large');
    await page.goForward();
    await expectOpen(page, 'Playground');
    expect(await valueOf(page, 'outOfBounds')).toBe('drop');
    await go(page, 'Your machine');
    await addressEnds(page, '#machine?size=large');
  });

  testPage('opens the first part for an unknown one', { hash: '#nowhere?a=b' }, async (page) => {
    await expectOpen(page, 'Start');
    await noticed(page, 'The address asks for a part ‘nowhere’, which does not exist.');
    await press(page, 'Dismiss', NOTICES);
    expect(await textOf(page, NOTICES)).toBe('');
  });

  const wrong = { hash: '#train?backend=cpu&data=karate&nodes=999999&nonsense=1' };
  testPage('explains wrong settings, and only those that it was given', wrong, async (page) => {
    await noticed(page, 'The address has a setting ‘nonsense’, which train does not have.');
    await noticed(page, 'The address says nodes=999999, but it must be ');
    expect((await textOf(page, NOTICES)).match(/The address says/g)).toHaveLength(1);
  });

  testPage('is light or dark as one chooses, and stays so', { theme: 'dark' }, async (page) => {
    const dark = await background(page);
    await fill(page, 'Theme', 'light');
    const light = await background(page);
    expect(light).not.toBe(dark);
    await chooseScheme(page, 'light');
    await fill(page, 'Theme', 'dark');
    await page.reload();
    await ready(page);
    expect(await background(page)).toBe(dark);
    await fill(page, 'Theme', 'system');
    expect(await background(page)).toBe(light);
  });

  const phone = { width: 390, still: true };
  testPage('fits a phone, with navigation that is easy to hit', phone, async (page) => {
    const targets = await page.$$eval(NAVIGATION, (links) =>
      links.map((link) => {
        const text = parseFloat(getComputedStyle(link).fontSize);
        return { height: link.getBoundingClientRect().height, text };
      }),
    );
    expect(targets).toHaveLength(PARTS.length);
    for (const { height, text } of targets) {
      expect(height).toBeGreaterThanOrEqual(44);
      expect(text).toBeGreaterThanOrEqual(15);
    }
    for (const label of PARTS) {
      await go(page, label);
      expect(await widthOf(page)).toBe(390);
    }
  });

  const withoutWebGL = () => {
    OffscreenCanvas.prototype.getContext = () => null;
  };
  const noWebGL = { before: withoutWebGL, hash: '#machine?backend=webgl' };
  testPage('works on the CPU where there is no WebGL', noWebGL, async (page) => {
    await noticed(page, 'This browser offers no WebGL to workers, so everything runs on the CPU');
    expect(await valueOf(page, 'Backend')).toBe('wasm');
    expect(await optionsOf(page, 'Backend')).toContain('webgl (not in this browser)');
    await go(page, 'Start');
  });

  const failing = { expected: /^The step failed$/ };
  testPage('shows what nobody caught, until another part opens', failing, async (page) => {
    // Named like a script of the page: browsers hide from a page the errors of others.
    await page.evaluate(`
        void Promise.reject(new Error('The step failed'));
        //# sourceURL=${SITE}failing.js`);
    await says(page, /^Something went wrong: The step failed\.$/, '[role="alert"]');
    await go(page, 'Playground');
    expect(await textOf(page, '[role="alert"]')).toBe('');
  });
});

/** Takes a step in the group of a name. */
const step = (name: string) => async (page: Page) => {
  await press(page, 'Step', group(name));
  await says(page, /([Ss]tep [1-9]\d* of|is added to)/);
};

async function measure(page: Page): Promise<void> {
  await press(page, `Run on ${await valueOf(page, 'Backend')}`);
  await says(page, /this package wins/);
}

/** Uses of parts until they have computed. */
const USES = [
  { label: 'Train', hash: '#train?data=karate', use: step('Race') },
  { label: 'Splatting', hash: '#splatting?backend=webgl&particles=1000', use: step('Learning') },
  { label: 'Playground', hash: '#playground?backend=webgl', use: step('Player') },
  { label: 'Your machine', hash: '#machine?size=small', use: measure },
];

describeSite('a GPU that is lost', () => {
  describe.each(USES)('$label', ({ label, hash, use }) => {
    const options = { hash, still: true, before: withLosableGpus, expected: LOSS };
    testPage(`goes on without a lost GPU: ${label}`, options, async (page) => {
      expect(await valueOf(page, 'Backend')).toBe('webgl');
      await use(page);
      await loseGpu(page);
      await noticed(page, 'webgl stopped because this page lost its GPU.');
      await press(page, 'Continue without it', NOTICES);
      await eventually(async () => {
        expect(await valueOf(page, 'Backend')).toBe('wasm');
      });
      expect(await optionsOf(page, 'Backend')).toContain('webgl (lost by this page)');
      expect(await textOf(page, NOTICES)).toBe('');
      await use(page);
    });
  });
});
