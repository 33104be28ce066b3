/**
 * Pages in the browsers that the set-up started. Each jest worker has its own browser, so that two
 * pages never share a GPU process.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Browser, type Page } from 'puppeteer-core';

/** opengl is Chromium, rendering with OpenGL. */
export type BrowserName = 'chromium' | 'firefox' | 'opengl';

/** The path of Chromium, or '' if the set-up found none. */
export const browserPath = process.env.TEST_BROWSER ?? '';

/** Whether Firefox was started and has no WebGPU; the set-up has reported why. */
export const firefoxHasNoWebGPU = Boolean(process.env.TEST_FIREFOX_WITHOUT_WEBGPU);

const PROTOCOLS = { chromium: 'cdp', firefox: 'webDriverBiDi', opengl: 'cdp' } as const;

/** After this many ms a page counts as hanging. One request takes seconds; a busy machine takes many times as long. */
const HANGS_AFTER = 300_000;

/** Longer than HANGS_AFTER, so that the error says that the page hangs. */
const PROTOCOL_TIMEOUT = 2 * HANGS_AFTER;

/** Within this many ms, an idle page returns its title. */
const ANSWERS_WITHIN = 2000;

/** Messages about readbacks, memory and debugging, which tests cause on purpose. */
const HARMLESS = /Debugging mode is ON|High memory usage in GPU|GPU stall due to ReadPixels/;

const REPORTED: readonly string[] = ['warn', 'error', 'assert'];

/** An open page. `close` throws if the page reported an error in the meantime. */
export interface Tab {
  page: Page;
  /** Whether it was already open, and has run its scripts. */
  isKept: boolean;
  /** Returns the page's answer. Rejects if the page crashes or takes too long, and from then on always. */
  answer: <Answer>(ask: () => Promise<Answer>) => Promise<Answer>;
  close: () => Promise<void>;
}

interface Connection {
  browser: Promise<Browser>;
  tabs: number;
}

const connections = new Map<BrowserName, Connection>();

/** Connects for the first tab, and disconnects after the last one. */
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
  /** Messages that the page may log. */
  expected?: RegExp;
  browser?: BrowserName;
  /** Keeps the page open under this title for the next suite of this worker. */
  keepAs?: string;
}

/**
 * Opens an empty page with its own storage. `close` throws if the page logged warnings or errors,
 * or threw any, except those `expected`.
 */
export async function openTab({
  expected = HARMLESS,
  browser: name = 'chromium',
  keepAs = '',
}: TabOptions = {}): Promise<Tab> {
  const connection = connectionTo(name);
  connection.tabs++;
  const { page, isKept } = await pageIn(connection, name, keepAs).catch(async (error: unknown) => {
    await leave(connection, name);
    throw error;
  });
  const problems = problemsOf(page, expected);
  const { ended, answer } = untilItEnds(page);
  const close = async () => {
    try {
      if (keepAs && problems.length === 0 && !ended.aborted) page.removeAllListeners();
      else await page.browserContext().close();
    } finally {
      await leave(connection, name);
    }
    if (problems.length > 0) throw new Error(`The page reported: ${problems.join('\n')}`);
  };
  return { page, isKept, answer, close };
}

/** Closes the connection after its last tab: Firefox accepts one at a time. */
async function leave(connection: Connection, name: BrowserName): Promise<void> {
  connection.tabs--;
  if (connection.tabs > 0) return;
  connections.delete(name);
  const browser = await connection.browser.catch(() => undefined);
  await browser?.disconnect();
}

async function pageIn(connection: Connection, name: BrowserName, keepAs: string) {
  const browser = await connection.browser;
  const kept = keepAs ? await findKept(browser, keepAs) : undefined;
  return { page: kept ?? (await openPage(browser, name)), isKept: kept !== undefined };
}

/** Asks a page until it crashes or does not answer in time. */
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
  // Prevents an unhandled rejection if nobody asks.
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
  // In Firefox, a background page waits a second for each timer.
  return context.newPage(name === 'firefox' ? { type: 'window' } : undefined);
}

/** Finds a page that was left open, unless it is still busy with an abandoned suite. */
async function findKept(browser: Browser, title: string): Promise<Page | undefined> {
  for (const page of await browser.pages()) {
    const asked = page.title().catch(() => 'a page that crashed');
    const found = await Promise.race([asked, delay(ANSWERS_WITHIN, undefined, { ref: false })]);
    if (found === title) return page;
  }
  return undefined;
}

/** Collects what the page reports; errors in the use of GL appear only in the console. */
function problemsOf(page: Page, expected: RegExp): string[] {
  const problems: string[] = [];
  const report = (text: string) => {
    if (!HARMLESS.test(text) && !expected.test(text)) problems.push(text);
  };
  page.on('console', (message) => {
    if (REPORTED.includes(message.type())) report(message.text());
  });
  page.on('pageerror', (error) => {
    report(error instanceof Error ? error.message : String(error));
  });
  return problems;
}
