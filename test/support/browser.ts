/**
 * Pages in the browsers that the set-up started: each jest worker has one of its own, so that two
 * pages never share one GPU process.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Browser, type Page } from 'puppeteer-core';

/** The browsers; opengl is a Chromium that draws by OpenGL. */
export type BrowserName = 'chromium' | 'firefox' | 'opengl';

/** The path of the Chromium, or '' where there is none, as the set-up found it. */
export const browserPath = process.env.TEST_BROWSER ?? '';

const PROTOCOLS = { chromium: 'cdp', firefox: 'webDriverBiDi', opengl: 'cdp' } as const;

/** Enough for a batch of a whole table. */
const PROTOCOL_TIMEOUT = 900_000;

/** Milliseconds in which an idle page tells its title. */
const ANSWERS_WITHIN = 2000;

/** Messages about readings, memory and debugging, which tests cause on purpose. */
const HARMLESS = /Debugging mode is ON|High memory usage in GPU|GPU stall due to ReadPixels/;

const COMPLAINTS: readonly string[] = ['warn', 'error', 'assert'];

/** An open page, and its end, which throws if the page complained in the meantime. */
export interface Tab {
  page: Page;
  /** Whether it was open before, and has run its scripts. */
  isKept: boolean;
  /** Rejects if the page crashes: what it was asked for then is never answered. */
  crashed: Promise<never>;
  close: () => Promise<void>;
}

interface Connection {
  browser: Promise<Browser>;
  tabs: number;
}

const connections = new Map<BrowserName, Connection>();

/** Connects with the first tab; with the last one, the connection ends. */
function connectionTo(name: BrowserName): Connection {
  const open = connections.get(name);
  if (open !== undefined) return open;
  const endpoints = process.env[`TEST_${name.toUpperCase()}_ENDPOINTS`]?.split(' ') ?? [];
  const browserWSEndpoint = endpoints[Number(process.env.JEST_WORKER_ID ?? 1) - 1];
  if (!browserWSEndpoint) throw new Error(`The set-up started no ${name} for this worker.`);
  const browser = connect({
    browserWSEndpoint,
    protocol: PROTOCOLS[name],
    protocolTimeout: PROTOCOL_TIMEOUT,
    defaultViewport: null,
  });
  const connection = { browser, tabs: 0 };
  connections.set(name, connection);
  return connection;
}

interface TabOptions {
  /** The complaints that the page may make. */
  expected?: RegExp;
  browser?: BrowserName;
  /** Leaves the page open for the next suite of this worker; whoever loads it gives it this title. */
  keepAs?: string;
}

/**
 * Opens an empty page with no storage of others. `close` throws if the page put warnings or errors
 * into the console, or threw any, other than those `expected`.
 */
export async function openTab({
  expected = HARMLESS,
  browser: name = 'chromium',
  keepAs = '',
}: TabOptions = {}): Promise<Tab> {
  const connection = connectionTo(name);
  connection.tabs++;
  const browser = await connection.browser;
  const kept = keepAs ? await findKept(browser, keepAs) : undefined;
  const page = kept ?? (await openPage(browser, name));
  const complaints = complaintsOf(page, expected);
  const crashed = new Promise<never>((_, reject) => page.once('error', reject));
  // Whoever waits for something else does not look at it.
  crashed.catch(() => undefined);
  const close = async () => {
    if (keepAs) page.removeAllListeners();
    else await page.browserContext().close();
    connection.tabs--;
    if (connection.tabs === 0) {
      connections.delete(name);
      await browser.disconnect();
    }
    if (complaints.length > 0) throw new Error(`The page reported: ${complaints.join('\n')}`);
  };
  return { page, isKept: kept !== undefined, crashed, close };
}

async function openPage(browser: Browser, name: BrowserName): Promise<Page> {
  const context = await browser.createBrowserContext();
  // In Firefox a page behind others would wait a second for each of its timers.
  return context.newPage(name === 'firefox' ? { type: 'window' } : undefined);
}

/** A page left open, unless it is still busy with what a suite gave up. */
async function findKept(browser: Browser, title: string): Promise<Page | undefined> {
  for (const page of await browser.pages()) {
    const asked = page.title().catch(() => 'a page that crashed');
    const found = await Promise.race([asked, delay(ANSWERS_WITHIN, undefined, { ref: false })]);
    if (found === title) return page;
  }
  return undefined;
}

/** Collects what the page reports; a wrong use of GL shows as a message in the console only. */
function complaintsOf(page: Page, expected: RegExp): string[] {
  const complaints: string[] = [];
  const report = (text: string) => {
    if (!HARMLESS.test(text) && !expected.test(text)) complaints.push(text);
  };
  page.on('console', (message) => {
    if (COMPLAINTS.includes(message.type())) report(message.text());
  });
  page.on('pageerror', (error) => {
    report(error instanceof Error ? error.message : String(error));
  });
  return complaints;
}
