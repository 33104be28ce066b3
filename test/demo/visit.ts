/**
 * Tests of the demo's site as it is built. A test fails on warnings and errors in the page's console, on
 * errors that nobody caught, and on requests for anything that is not in the site. Each leaves a
 * screenshot in build/screenshots, also when it fails.
 */
import type { Page } from 'puppeteer-core';
import { openTab } from '../support/browser.js';
import { TIMEOUT } from './eventually.js';
import { chooseScheme, openPart, ready, screenshot } from './page.js';

/** The address of the site, which the set-up built and serves in a folder of a server. */
export const SITE = process.env.TEST_SITE ?? '';

export interface PartOptions {
  /** The part and its query, such as '#graph'. Default: the first part. */
  hash?: string;
  /** Of the window, in CSS pixels. Default: 1200. */
  width?: number;
  theme?: 'light' | 'dark';
  /** Whether the visitor wants less motion, so that nothing plays by itself. */
  still?: boolean;
}

export interface PageOptions extends PartOptions {
  /** Runs in the page before its own scripts do, to take something from it. */
  before?: () => void;
  /** Messages in the console that the test causes on purpose. */
  expected?: RegExp;
}

type Use = (page: Page) => Promise<void>;

/** A tab in which one test after the other visits the site. */
interface Visit {
  readonly page: Page;
  /** Throws if the page reported anything that is not expected. */
  readonly close: () => Promise<void>;
  /** Whether the site is loaded, and nothing was taken from it. */
  isWhole: boolean;
  /** Whether the page reported anything, be it harmless. */
  isSuspect: boolean;
  /** Addresses that the page asked for and that are not in the site. */
  strays: string[];
}

let shared: Visit | undefined;

/** Describes tests of the site, if there is a browser. */
export function describeSite(title: string, body: () => void): void {
  describe(title, () => {
    if (process.env.TEST_BROWSER) {
      afterAll(() => shared && close(shared));
      body();
      return;
    }
    test('there is no browser, as the set-up said', () => {
      expect(process.env.CI).toBeFalsy();
    });
  });
}

/** A test that loads the site. Its title names the screenshot, so it is unique in test/demo. */
export function testPage(title: string, options: PageOptions, use: Use): void {
  const { expected } = options;
  test(title, async () => {
    const visit = expected ? await openSite(expected) : (shared ??= await openSite());
    await ending(visit, title, async () => {
      await load(visit, options);
      await use(visit.page);
    });
  });
}

/** A test of a part that is opened anew, in a page where others were open before. */
export function testPart(title: string, options: PartOptions, use: Use): void {
  test(title, async () => {
    const visit = (shared ??= await openSite());
    await ending(visit, title, async () => {
      if (visit.isWhole) {
        await appear(visit.page, options);
        await openPart(visit.page, options.hash ?? '#start');
      } else await load(visit, options);
      await use(visit.page);
    });
  });
}

/** Opens a tab in which the site can be visited. */
async function openSite(expected?: RegExp): Promise<Visit> {
  const { page, close } = await openTab({ expected });
  const visit: Visit = { page, close, isWhole: false, isSuspect: false, strays: [] };
  page.setDefaultTimeout(TIMEOUT);
  // A tab behind others would draw no frames.
  await page.emulateFocusedPage(true);
  page.on('console', (message) => {
    visit.isSuspect ||= ['warn', 'error', 'assert'].includes(message.type());
  });
  page.on('pageerror', () => {
    visit.isSuspect = true;
  });
  watchRequests(page, (url) => visit.strays.push(url));
  return visit;
}

/** Reports the addresses of requests for anything that is not in the site. */
function watchRequests(page: Page, report: (url: string) => void): void {
  // An address that holds its own content asks nobody for it.
  const isStray = (url: string) => !/^(data|blob|about):/.test(url) && !url.startsWith(SITE);
  page.on('requestfailed', (request) => {
    // The policy of the page refuses some before anybody is asked.
    const isRefused = /^$|csp/i.test(request.failure()?.errorText ?? '');
    if (isStray(request.url()) && !isRefused) report(request.url());
  });
  page.on('response', (response) => {
    if (isStray(response.url()) || response.status() >= 400) report(response.url());
  });
}

async function load(visit: Visit, options: PageOptions): Promise<void> {
  const { page } = visit;
  const { hash = '', before } = options;
  await appear(page, options);
  const script = before && (await page.evaluateOnNewDocument(before));
  // From elsewhere: another hash alone would load nothing.
  await page.goto('about:blank');
  await page.goto(SITE + hash);
  await ready(page);
  if (script) await page.removeScriptToEvaluateOnNewDocument(script.identifier);
  visit.isWhole = before === undefined;
}

async function appear(page: Page, options: PartOptions): Promise<void> {
  const { width = 1200, theme = 'light', still } = options;
  await page.setViewport({ width, height: 900 });
  await chooseScheme(page, theme, still);
}

/** Runs a test, leaves a screenshot, and closes the tab if anything was wrong. */
async function ending(visit: Visit, title: string, run: () => Promise<void>): Promise<void> {
  const errors: Error[] = [];
  const attempt = async (work: () => void | Promise<void>) => {
    try {
      await work();
    } catch (error) {
      errors.push(error instanceof Error ? error : new Error(String(error)));
    }
  };
  await attempt(run);
  await attempt(() => screenshot(visit.page, title));
  await attempt(() => {
    expect(visit.strays).toEqual([]);
  });
  // Closing it throws if this test had the page report anything.
  if (visit !== shared || visit.isSuspect || errors.length > 0) await attempt(() => close(visit));
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new Error(errors.map(({ message }) => message).join('\n\n'));
}

async function close(visit: Visit): Promise<void> {
  if (visit === shared) shared = undefined;
  await visit.close();
}
