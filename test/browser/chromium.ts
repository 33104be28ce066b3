/**
 * A headless Chromium that renders in software, and pages in it that run calls on the webgl backend.
 */
import { chromium } from 'playwright-core';
import type { Browser, JSHandle, Page } from 'playwright-core';
import type { OpCall, Outcome } from '../support/call.js';
import type { Flags, PageGlobals, Started } from './api.js';

/** What readings, memory and debugging cost, which tests cause on purpose. */
const HARMLESS = /Debugging mode is ON|High memory usage in GPU|GPU stall due to ReadPixels/;

/** The path of the browser, or '' where there is none, as the set-up found it. */
export const browserPath = process.env.TEST_BROWSER ?? '';
const args = (process.env.TEST_BROWSER_ARGUMENTS ?? '').split(' ');

let browser: Promise<Browser> | null = null;
let pages = 0;

export interface TestPage {
  run(calls: OpCall[]): Promise<Outcome[]>;
  /** Runs a function in the page. What is outside of it is not there; an argument is. */
  evaluate<Result, Argument = undefined>(
    script: (globals: PageGlobals & { argument: Argument }) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  /** Closes the page; throws if it reported anything in the meantime. */
  close(): Promise<void>;
}

interface LoadedPage {
  page: Page;
  /** Closes the page; throws if it reported anything in the meantime. */
  close: () => Promise<void>;
}

/** Opens a page with a script; the browser starts with the first page, and ends with the last. */
async function load(script: string): Promise<LoadedPage> {
  pages++;
  const launched = browser ?? chromium.launch({ executablePath: browserPath, args });
  browser = launched;
  const running = await launched;
  const page = await running.newPage();
  const complaints: string[] = [];
  // A wrong use of GL throws nothing: it shows as a message in the console only.
  page.on('console', (message) => {
    const isComplaint = ['warning', 'error', 'assert'].includes(message.type());
    if (isComplaint && !HARMLESS.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.addScriptTag({ path: script });
  return {
    page,
    async close() {
      await page.close();
      pages--;
      if (pages === 0) {
        browser = null;
        await running.close();
      }
      if (complaints.length > 0) throw new Error(`The page reported: ${complaints.join('\n')}`);
    },
  };
}

/** Loads a script into a page of its own; returns what its global `report` becomes. */
export async function reportOf(script: string): Promise<unknown> {
  const { page, close } = await load(script);
  try {
    return await page.evaluate<unknown>('globalThis.report');
  } finally {
    await close();
  }
}

/** Opens a page with tfjs' webgl backend. */
export async function openPage(flags: Flags): Promise<TestPage> {
  const { page, close } = await load(process.env.TEST_PAGE ?? '');
  const globals = await page.evaluateHandle<PageGlobals>('globalThis');
  const argument = { globals, flags };
  expectStarted(await page.evaluate(({ globals, flags }) => globals.start(flags), argument), flags);
  return {
    run: (calls) => page.evaluate(({ globals, calls }) => globals.run(calls), { globals, calls }),
    async evaluate<Result, Argument>(
      script: (globals: PageGlobals & { argument: Argument }) => Result | Promise<Result>,
      argument?: Argument,
    ) {
      const given = await page.evaluateHandle(
        ({ globals, argument }) => Object.assign(globals, { argument }),
        { globals, argument },
      );
      return page.evaluate(script, given as JSHandle<PageGlobals & { argument: Argument }>);
    },
    close,
  };
}

/** A flag that had no effect would make a test of something else. */
function expectStarted({ backend, version, halfFloat }: Started, flags: Flags): void {
  const wanted = [flags.WEBGL_VERSION ?? 2, flags.WEBGL_FORCE_F16_TEXTURES ?? false];
  if (backend !== 'webgl' || version !== wanted[0] || halfFloat !== wanted[1]) {
    throw new Error(`The page runs ${backend} ${version}, half floats: ${halfFloat}`);
  }
}
