/** Tests of the demo's site as it is built, which the set-up serves in a folder of a server. */
import type { Page } from 'puppeteer-core';
import { openTab } from '../support/browser.js';
import { TIMEOUT } from './eventually.js';
import { chooseScheme, open, screenshot, SITE } from './page.js';

export interface PageOptions {
  /** The part and its query, such as '#graph'. Default: the first part. */
  hash?: string;
  /** Of the window, in CSS pixels. Default: 1200. */
  width?: number;
  theme?: 'light' | 'dark';
  /** Whether the visitor wants less motion, so that nothing plays by itself. */
  still?: boolean;
  /** Runs in the page before its own scripts do, to take something from it. */
  before?: () => void;
  /** Messages in the console that the test causes on purpose. */
  expected?: RegExp;
}

/** Describes tests of the site, if there is a browser. */
export function describeSite(title: string, body: () => void): void {
  describe(title, () => {
    if (process.env.TEST_BROWSER) {
      body();
      return;
    }
    test('there is no browser, as the set-up said', () => {
      expect(process.env.CI).toBeFalsy();
    });
  });
}

/**
 * A test in a tab of its own. It fails on warnings and errors in the page's console, on errors that
 * nobody caught, and on requests for anything that is not in the site. Its title names the screenshot
 * that it leaves, so it is unique in test/demo.
 */
export function testPage(
  title: string,
  options: PageOptions,
  use: (page: Page) => Promise<void>,
): void {
  const { hash = '', width = 1200, theme = 'light', still, before, expected } = options;
  test(title, async () => {
    const { page, close } = await openTab({ expected });
    try {
      page.setDefaultTimeout(TIMEOUT);
      const strays = watchRequests(page);
      // A tab behind others would draw no frames.
      await page.emulateFocusedPage(true);
      await page.setViewport({ width, height: 900 });
      await chooseScheme(page, theme, still);
      if (before) await page.evaluateOnNewDocument(before);
      await open(page, hash);
      await use(page);
      expect(strays).toEqual([]);
    } finally {
      await screenshot(page, title).finally(close);
    }
  });
}

/** Collects the addresses of requests for anything that is not in the site. */
function watchRequests(page: Page): string[] {
  const strays: string[] = [];
  // An address that holds its own content asks nobody for it.
  const isStray = (url: string) => !/^(data|blob|about):/.test(url) && !url.startsWith(SITE);
  page.on('requestfailed', (request) => {
    // The policy of the page refuses some before anybody is asked.
    const isRefused = /^$|csp/i.test(request.failure()?.errorText ?? '');
    if (isStray(request.url()) && !isRefused) strays.push(request.url());
  });
  page.on('response', (response) => {
    if (isStray(response.url()) || response.status() >= 400) strays.push(response.url());
  });
  return strays;
}
