/** The page around the parts: navigation, addresses, themes, and what happens when things go wrong. */
import type { Page } from 'puppeteer-core';
import { eventually } from './eventually.js';
import { alert, button, elements, field, group, link, status } from './find.js';
import { loseGpu, LOSS, withLosableGpus } from './losable.js';
import {
  chooseScheme,
  openPart,
  PARTS,
  press,
  ready,
  says,
  widthOf,
  withoutWebGL,
} from './page.js';
import { SITE } from './site.js';
import { describeSite, testPage, testPart } from './visit.js';

const notices = (page: Page) => status(page, 'Notices');
const noticed = (page: Page, text: string) =>
  eventually(async () => {
    expect(await notices(page).text()).toContain(text);
  });

/** Waits until a part is open, with the window's title, the mark in the navigation and a heading. */
async function expectOpen(page: Page, label: string): Promise<void> {
  await eventually(async () => {
    expect(await elements(page, `${NAVIGATION}[aria-current="page"]`).texts()).toEqual([label]);
    expect(await page.title()).toBe(`${label} · tfjs-gather-scatter`);
  });
  await ready(page);
}

const NAVIGATION = 'nav[aria-label="Parts of the demo"] a';

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describeSite('the page', () => {
  // The first, because the page has no focus before anyone has used it.
  testPart('opens each part by keyboard, and its heading gets the focus', {}, async (page) => {
    await page.keyboard.press('Tab');
    expect(await focused(page)).toMatch(/^Skip/);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    for (const label of [...PARTS.slice(1), PARTS[0]]) {
      await link(page, PARTS[0]).focus();
      for (const passed of PARTS.slice(1, PARTS.indexOf(label) + 1)) {
        await page.keyboard.press('Tab');
        expect(await focused(page)).toBe(passed);
      }
      await page.keyboard.press('Enter');
      await expectOpen(page, label);
      expect(await focused(page)).toBe(await elements(page, 'main h2').text());
    }
  });

  testPart('keeps the state of a part that was left', { hash: '#machine' }, async (page) => {
    await field(page, 'Size').choose('large');
    await eventually(async () => {
      expect(await page.evaluate(() => location.hash)).toBe('#machine?size=large');
    });
    await link(page, 'Playground').click();
    await expectOpen(page, 'Playground');
    await link(page, 'Your machine').click();
    await expectOpen(page, 'Your machine');
    expect(await field(page, 'Size').value()).toBe('large');
    await page.goBack();
    await expectOpen(page, 'Playground');
    await page.goBack();
    await expectOpen(page, 'Your machine');
    expect(await field(page, 'Size').value()).toBe('large');
    await page.goForward();
    await expectOpen(page, 'Playground');
  });

  testPage('opens the first part for an unknown one', { hash: '#nowhere?a=b' }, async (page) => {
    await expectOpen(page, 'Start');
    await noticed(page, 'The address names a part ‘nowhere’, which this page does not have.');
    await button(page, 'Dismiss', notices(page)).click();
    await eventually(async () => {
      expect(await notices(page).text()).toBe('');
    });
  });

  testPart('explains wrong settings, and only those that it was given', {}, async (page) => {
    const names = ['start', 'train', 'splatting', 'playground', 'machine'];
    for (const name of names) {
      await openPart(page, `#${name}?nonsense=1`);
      await noticed(page, `The address names a setting ‘nonsense’, which ${name} does not have.`);
    }
    await openPart(page, '#train?backend=cpu&data=karate&nodes=999999');
    await noticed(page, 'The address says nodes=999999, expected ');
    expect((await notices(page).text()).match(/The address says/g)).toHaveLength(1);
  });

  testPage('is light or dark as one chooses, and stays so', { theme: 'dark' }, async (page) => {
    const dark = await background(page);
    await field(page, 'Theme').choose('Light');
    const light = await background(page);
    expect(light).not.toBe(dark);
    await chooseScheme(page, 'light');
    await field(page, 'Theme').choose('Dark');
    await page.reload();
    await ready(page);
    expect(await background(page)).toBe(dark);
    await field(page, 'Theme').choose('System');
    expect(await background(page)).toBe(light);
  });

  const phone = { width: 390, still: true };
  testPart('fits a phone, with navigation that is easy to hit', phone, async (page) => {
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
      await link(page, label).click();
      await expectOpen(page, label);
      expect(await widthOf(page)).toBe(390);
    }
  });

  const noWebGL = { before: withoutWebGL, hash: '#machine?backend=webgl' };
  testPage('works on the CPU where there is no WebGL', noWebGL, async (page) => {
    await noticed(page, 'This browser offers no WebGL to workers, so everything runs on the CPU');
    expect(await field(page, 'Backend').value()).toBe('wasm');
    expect(await field(page, 'Backend').options()).toContain('webgl (not in this browser)');
    await link(page, 'Start').click();
    await expectOpen(page, 'Start');
  });

  const failing = { expected: /^The step failed$/ };
  testPage('shows what nobody caught, until another part opens', failing, async (page) => {
    // Named like a script of the page: browsers hide from a page the errors of others.
    await page.evaluate(`
        void Promise.reject(new Error('The step failed'));
        //# sourceURL=${SITE}failing.js`);
    await eventually(async () => {
      expect(await alert(page).text()).toBe('Something went wrong: The step failed.');
    });
    await link(page, 'Playground').click();
    await expectOpen(page, 'Playground');
    expect(await alert(page).text()).toBe('');
  });
});

/** Takes a step in the group of a name. */
const step = (name: string) => async (page: Page) => {
  await press(page, 'Step', group(page, name));
  await says(page, /[Ss]tep [1-9]\d* of/);
};

async function measure(page: Page): Promise<void> {
  await button(page, `Run on ${await field(page, 'Backend').value()}`).click();
  await says(page, /this package wins/);
}

/** Uses of parts until they have computed. */
const USES = [
  { label: 'Train', hash: '#train?data=karate', use: step('Race') },
  { label: 'Splatting', hash: '#splatting?backend=webgl&particles=1000', use: step('Learning') },
  { label: 'Your machine', hash: '#machine?size=small', use: measure },
];

describeSite('a GPU that is lost', () => {
  describe.each(USES)('$label', ({ label, hash, use }) => {
    const options = { hash, still: true, before: withLosableGpus, expected: LOSS };
    testPage(`goes on without a lost GPU: ${label}`, options, async (page) => {
      const backend = field(page, 'Backend');
      expect(await backend.value()).toBe('webgl');
      await use(page);
      await loseGpu(page, 'webgl');
      await noticed(page, 'This page lost the graphics processor, and webgl has stopped.');
      await button(page, 'Go on without it', notices(page)).click();
      await eventually(async () => {
        expect(await backend.value()).toBe('wasm');
      });
      expect(await backend.options()).toContain('webgl (lost by this page)');
      expect(await notices(page).text()).toBe('');
      await use(page);
    });
  });
});
