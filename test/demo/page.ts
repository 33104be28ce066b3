/** The demo's page as a person uses it. Elements are found by the names that one sees or hears. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { eventually } from './eventually.js';

const SCREENSHOTS = join(__dirname, '..', '..', 'build', 'screenshots');

/** The address of the site. */
export const SITE = process.env.TEST_SITE ?? '';
/** The parts, by the links that open them. */
export const PARTS = ['Start', 'Train', 'Splatting', 'Playground', 'Your machine'];
export const NAVIGATION = 'nav[aria-label="Parts of the demo"] a';
export const NOTICES = '[aria-label="Notices"]';

/** Selectors of elements of a role by their exact accessible name. */
const byRole = (role: string) => (name: string) => `::-p-aria([name="${name}"][role="${role}"])`;
export const button = byRole('button');
export const group = byRole('group');
export const link = byRole('link');
export const region = byRole('region');
export const field = (label: string) => `::-p-aria([name="${label}"]):is(input, select)`;
/** A picture by how its description begins. */
export const image = (start: string) => `[role="img"][aria-label^="${start}"]`;

/** The text that is seen of the one element of a selector. */
export const textOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .map((found) => (found as HTMLElement).innerText)
    .wait();

/** The texts of all elements of a selector that are seen. */
export const textsOf = (page: Page, selector: string) =>
  page.$$eval(selector, (found) =>
    found.flatMap((one) =>
      one instanceof HTMLElement && one.checkVisibility() ? [one.innerText] : [],
    ),
  );

/** The value of a field. */
export const valueOf = (page: Page, label: string) =>
  page
    .locator(field(label))
    .map((found) => (found as HTMLInputElement).value)
    .wait();

export const attributeOf = (page: Page, selector: string, name: string) =>
  page.$eval(selector, (found, name) => found.getAttribute(name), name);

/** Types a text in place of a field's, or chooses the option of a value. */
export const fill = (page: Page, label: string, value: string) =>
  page.locator(field(label)).fill(value);

export const click = (page: Page, selector: string) => page.locator(selector).click();

/** Presses a button, and waits until that is done: after Pause, no step is in flight. */
export async function press(page: Page, name: string, within = ''): Promise<void> {
  await click(page, `${within} ${button(name)}`);
  await eventually(async () => {
    expect(await page.$$('[data-busy="true"]')).toEqual([]);
  });
}

/** Waits until a text is seen, somewhere or in an element. */
export const says = (page: Page, text: string | RegExp, selector = 'body') =>
  eventually(async () => {
    const seen = (await textsOf(page, selector)).join('\n');
    expect(seen).toEqual(
      typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
    );
  });

/** Waits until the address ends with a text. */
export const addressEnds = (page: Page, end: string) =>
  eventually(() => {
    expect(page.url().slice(-end.length)).toBe(end);
  });

/** Waits until the part that the address names is open. */
export const ready = (page: Page) => page.waitForSelector('main[aria-busy="false"] h2');

/** Waits until a part is open, with the window's title, the mark in the navigation and a heading. */
export async function expectOpen(page: Page, label: string): Promise<void> {
  await eventually(async () => {
    expect(await textsOf(page, `${NAVIGATION}[aria-current="page"]`)).toEqual([label]);
    expect(await page.title()).toBe(`${label} · tfjs-gather-scatter`);
  });
  await ready(page);
}

/** Opens a part by its link. */
export async function go(page: Page, label: string): Promise<void> {
  await click(page, link(label));
  await expectOpen(page, label);
}

/** Loads the site anew, at the part of a hash. */
export async function open(page: Page, hash: string): Promise<void> {
  // From elsewhere: another hash alone would load nothing.
  await page.goto('about:blank');
  await page.goto(SITE + hash);
  await ready(page);
}

/** Makes the system light or dark, and asks for less motion if it is to be still. */
export const chooseScheme = (page: Page, theme: 'light' | 'dark', still = false) =>
  page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: still ? 'reduce' : 'no-preference' },
  ]);

/** The width of the whole page: the window's, unless something sticks out. */
export const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** The red, green and blue of every pixel of a canvas, from 0 to 255. */
export const pixelsOf = (page: Page, selector: string) =>
  page.$eval(selector, (canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error('This is no canvas.');
    const { width, height } = canvas;
    // The browser warns of a canvas that is read again and again, unless it was made for that.
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(canvas, 0, 0);
    const { data } = copy?.getImageData(0, 0, width, height) ?? { data: [] };
    return Array.from(data).filter((_, i) => i % 4 !== 3);
  });

/** Leaves a picture of the page in build/screenshots. */
export async function screenshot(page: Page, title: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const path = `${join(SCREENSHOTS, title.replace(/\W+/g, '_'))}.png` as const;
  await page.screenshot({ path, fullPage: true, optimizeForSpeed: true });
}
