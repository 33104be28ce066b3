/**
 * Opens the demo's site as it is built, and uses it as a person would:
 *
 * ```ts
 * describeSite('the playground', () => {
 *   testPage('adds up duplicates', { hash: '#playground' }, async (page) => {
 *     await page.getByLabel('Reduction').selectOption('add');
 *     const output = page.getByRole('figure', { name: 'Output' });
 *     await eventually(async () => expect(await output.innerText()).toContain('0 3 0'));
 *   });
 * });
 * ```
 *
 * A test fails on whatever the page puts into the console as a warning or an error, on errors that
 * nobody caught, and on requests for what is not in the site. Each leaves a screenshot, also when it
 * fails, in build/screenshots.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { browserPath, openTab } from '../browser/chromium.js';

/** A folder somewhere on a server, so that addresses from its root would be found wrong. */
const SITE = 'http://localhost/some/where/demo/';
const FOLDER = process.env.TEST_SITE ?? '';
/** How long to wait for what the page is to show, in ms. */
const TIMEOUT = 30_000;
const SCREENSHOTS = join(__dirname, '..', '..', 'build', 'screenshots');

export interface VisitOptions {
  /** The part and its query, such as '#graph'. Default: none. */
  hash?: string;
  /** Of the window, in CSS pixels. Default: 1200. */
  width?: number;
  theme?: 'light' | 'dark';
  /** Runs in the page before its own scripts do, to take something from it. */
  before?: () => void;
  /** Messages in the console that the test causes on purpose. */
  expected?: RegExp;
}

/** Describes tests of the site, in one browser for all of them. */
export function describeSite(title: string, body: () => void): void {
  describe(title, () => {
    if (browserPath === '') {
      test('there is no browser, as the set-up said', () => {
        expect(process.env.CI).toBeFalsy();
      });
      return;
    }
    let keepOpen: Awaited<ReturnType<typeof openTab>> | undefined;
    beforeAll(async () => {
      keepOpen = await openTab();
    });
    afterAll(() => keepOpen?.close());
    body();
  });
}

/** A test with a page of its own. Its title, which names the screenshot, is unique in test/demo. */
export function testPage(
  title: string,
  options: VisitOptions,
  use: (page: Page) => Promise<void>,
): void {
  test(title, () => visit(title, options, use));
}

async function visit(
  title: string,
  { hash = '', width = 1200, theme = 'light', before, expected }: VisitOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, close } = await openTab(expected);
  const strays: string[] = [];
  const errors: Error[] = [];
  const attempt = async (work: () => unknown) => {
    try {
      await work();
    } catch (error) {
      errors.push(error instanceof Error ? error : new Error(String(error)));
    }
  };
  await attempt(async () => {
    page.setDefaultTimeout(TIMEOUT);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    if (before) await page.addInitScript(before);
    await serve(page, (url) => strays.push(url));
    await page.goto(SITE + hash);
    await ready(page);
    await use(page);
  });
  await attempt(() => screenshot(page, title));
  await attempt(close);
  await attempt(() => {
    expect(strays).toEqual([]);
  });
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new Error(errors.map(({ message }) => message).join('\n\n'));
}

/** Leaves a picture of the page in build/screenshots. */
export async function screenshot(page: Page, title: string): Promise<void> {
  const name = title.replace(/\W+/g, '_');
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

/** Answers requests with the files of the site; reports those for anything else. */
async function serve(page: Page, report: (url: string) => void): Promise<void> {
  await page.route(
    () => true,
    async (route) => {
      const url = route.request().url();
      const path = join(FOLDER, url === SITE ? 'index.html' : url.slice(SITE.length));
      if (url.startsWith(SITE) && existsSync(path) && statSync(path).isFile()) {
        await route.fulfill({ path });
      } else {
        report(url);
        await route.abort();
      }
    },
  );
}

/** Waits until the part that the address names is open. */
export async function ready(page: Page): Promise<void> {
  await page.locator('main[aria-busy="false"] h2').waitFor();
}

/** Presses a button, and waits until what it asks for is done: after Pause, no step is in flight. */
export async function press(
  page: Page,
  name: string,
  within: Page | Locator = page,
): Promise<void> {
  await within.getByRole('button', { name, exact: true }).click();
  await settled(page);
}

/** Waits until every loop has done what it was asked for; those that play go on. */
export async function settled(page: Page): Promise<void> {
  await page.locator('[data-busy=true]').first().waitFor({ state: 'detached' });
}

/** Tries assertions again and again, until they hold or have not for half a minute. */
export async function eventually(assert: () => Promise<void>, timeout = TIMEOUT): Promise<void> {
  const end = Date.now() + timeout;
  for (;;) {
    try {
      await assert();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
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
