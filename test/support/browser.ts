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

/** Milliseconds after which a page hangs; what it is asked for at a time takes seconds. */
const HANGS_AFTER = 45_000;

/** Longer, so that a page that hangs gets an error that says so. */
const PROTOCOL_TIMEOUT = 2 * HANGS_AFTER;

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
  /**
   * What the page answers. Rejects if it crashes or takes too long, and so does all that it is asked
   * for afterwards.
   */
  answer: <Answer>(ask: () => Promise<Answer>) => Promise<Answer>;
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
  const { ended, answer } = untilItEnds(page);
  const close = async () => {
    if (keepAs && complaints.length === 0 && !ended.aborted) page.removeAllListeners();
    else await page.browserContext().close();
    connection.tabs--;
    if (connection.tabs === 0) {
      connections.delete(name);
      await browser.disconnect();
    }
    if (complaints.length > 0) throw new Error(`The page reported: ${complaints.join('\n')}`);
  };
  return { page, isKept: kept !== undefined, answer, close };
}

/** Asks a page until it crashes, or does not answer in time. */
function untilItEnds(page: Page): { ended: AbortSignal; answer: Tab['answer'] } {
  const end = new AbortController();
  const { signal } = end;
  page.once('error', (error) => {
    end.abort(error);
  });
  const failed = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
  // Whoever asks for nothing does not look at it.
  failed.catch(() => undefined);
  const answer: Tab['answer'] = async (ask) => {
    signal.throwIfAborted();
    const timer = setTimeout(() => {
      end.abort(new Error(`The page did not answer within ${HANGS_AFTER / 1000} s.`));
    }, HANGS_AFTER);
    try {
      return await Promise.race([ask(), failed]);
    } finally {
      clearTimeout(timer);
    }
  };
  return { ended: signal, answer };
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
