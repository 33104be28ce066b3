/** The demo's page: its parts opened, its buttons pressed, its loops awaited. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { Elements } from './elements.js';
import { eventually } from './eventually.js';
import { button, heading } from './find.js';

const SCREENSHOTS = join(__dirname, '..', '..', 'build', 'screenshots');

/** The parts, by the links that open them. */
export const PARTS = ['Start', 'Train', 'Splatting', 'Playground', 'Your machine'];

/** Makes the system light or dark, and with less motion where it is to be still. */
export function chooseScheme(page: Page, theme: 'light' | 'dark', still = false): Promise<void> {
  return page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: still ? 'reduce' : 'no-preference' },
  ]);
}

/** Leaves a picture of the page in build/screenshots. */
export async function screenshot(page: Page, title: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const name = title.replace(/\W+/g, '_');
  const path = join(SCREENSHOTS, `${name}.png`) as `${string}.png`;
  await page.screenshot({ path, fullPage: true, optimizeForSpeed: true });
}

/** Waits until the part that the address names is open. */
export async function ready(page: Page): Promise<void> {
  await page.waitForSelector('main[aria-busy="false"] h2');
}

/** Opens a part of a hash anew, in a page where any part is open. */
export async function openPart(page: Page, hash: string): Promise<void> {
  // Another query alone would change the part that is open.
  // Those aside compute nothing as they open.
  const aside = hash.startsWith('#machine') ? '#start' : '#machine';
  for (const next of [aside, hash]) {
    await page.evaluate((next) => {
      location.hash = next;
    }, next);
    const [name] = next.split('?');
    const link = `nav a[aria-current="page"][href*="${name}"]`;
    await page.waitForSelector(`body:has(${link}) main[aria-busy="false"] h2`);
  }
}

/** Waits until the part of a title is open. */
export async function opened(page: Page, title: string): Promise<void> {
  await eventually(async () => {
    expect(await heading(page, title).count()).toBe(1);
  });
  await ready(page);
}

/** Presses a button, and waits until that is done: after Pause, no step is in flight. */
export async function press(page: Page, name: string, within?: Elements): Promise<void> {
  await button(page, name, within).click();
  await settled(page);
}

/** Waits until every loop has done all it was asked for; those that play go on. */
function settled(page: Page): Promise<void> {
  return eventually(async () => {
    expect(await page.$$('[data-busy="true"]')).toEqual([]);
  });
}

/** The width of the whole page: the window's, unless something sticks out. */
export function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

/** Waits until a text is to be seen. */
export function says(page: Page, text: string | RegExp): Promise<void> {
  return eventually(async () => {
    const seen = await page.evaluate(() => document.body.innerText);
    expect(seen).toEqual(
      typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
    );
  });
}

/** For `before`: the page finds no WebGL. */
export function withoutWebGL(): void {
  // As in a browser that has it switched off: asking for a context gives none.
  for (const { prototype } of [HTMLCanvasElement, OffscreenCanvas]) {
    const original = Reflect.get(prototype, 'getContext') as (...args: unknown[]) => unknown;
    Reflect.set(prototype, 'getContext', function (this: unknown, ...args: unknown[]) {
      if (String(args[0]).includes('webgl')) return null;
      return Reflect.apply(original, this, args);
    });
  }
}
