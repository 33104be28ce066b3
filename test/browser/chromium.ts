/**
 * A headless Chromium that renders in software, and pages in it that run calls on the webgl backend.
 */
import { readFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import type { Browser, JSHandle, Worker as BrowserWorker } from 'playwright-core';
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

/** The script that has tfjs, the package and what the tests want of both, built by the set-up. */
const MODULES = [process.env.TEST_PAGE ?? ''];

/** tfjs and the package as published for script tags, and what the tests want on top of them. */
export const SCRIPT_TAGS = (process.env.TEST_SCRIPT_TAGS ?? '').split('\n');

/** Opens a page with tfjs' webgl backend; the browser starts with the first, ends with the last. */
export async function openPage(flags: Flags, scripts = MODULES): Promise<TestPage> {
  const { page, close } = await openTab();
  for (const path of scripts) await page.addScriptTag({ path });
  return started(page, flags, close);
}

/** Opens a page with nothing but a worker, in which all runs, on a canvas that is in no document. */
export async function openWorker(flags: Flags): Promise<TestPage> {
  const { page, close } = await openTab();
  const appearing = page.waitForEvent('worker');
  const script = (await Promise.all(MODULES.map((path) => readFile(path, 'utf8')))).join('\n');
  await page.evaluate((script) => {
    new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
  }, script);
  return started(await appearing, flags, close);
}

/** Opens an empty page; `close` throws if it reported anything but what is `expected` of it. */
export async function openTab(expected = HARMLESS) {
  pages++;
  const launched = browser ?? chromium.launch({ executablePath: browserPath, args });
  browser = launched;
  const running = await launched;
  const page = await running.newPage();
  const complaints: string[] = [];
  const report = (text: string) => {
    if (!HARMLESS.test(text) && !expected.test(text)) complaints.push(text);
  };
  // A wrong use of GL throws nothing: it shows as a message in the console only.
  page.on('console', (message) => {
    const isComplaint = ['warning', 'error', 'assert'].includes(message.type());
    if (isComplaint) report(message.text());
  });
  page.on('pageerror', (error) => {
    report(error.message);
  });
  const close = async () => {
    await page.close();
    pages--;
    if (pages === 0) {
      browser = null;
      await running.close();
    }
    if (complaints.length > 0) throw new Error(`The page reported: ${complaints.join('\n')}`);
  };
  return { page, close };
}

/** Loads a script into a page of its own; returns what its global `report` becomes. */
export async function reportOf(script: string): Promise<unknown> {
  const { page, close } = await openTab();
  try {
    await page.addScriptTag({ path: script });
    return await page.evaluate<unknown>('globalThis.report');
  } finally {
    await close();
  }
}

/** Starts the backend where the scripts are, and offers what they do. */
async function started(
  scope: Pick<BrowserWorker, 'evaluate' | 'evaluateHandle'>,
  flags: Flags,
  close: () => Promise<void>,
): Promise<TestPage> {
  const globals = await scope.evaluateHandle<PageGlobals>('globalThis');
  const argument = { globals, flags };
  const start = await scope.evaluate(({ globals, flags }) => globals.start(flags), argument);
  expectStarted(start, flags);
  return {
    run: (calls) => scope.evaluate(({ globals, calls }) => globals.run(calls), { globals, calls }),
    async evaluate<Result, Argument>(
      script: (globals: PageGlobals & { argument: Argument }) => Result | Promise<Result>,
      argument?: Argument,
    ) {
      const given = await scope.evaluateHandle(
        ({ globals, argument }) => Object.assign(globals, { argument }),
        { globals, argument },
      );
      return scope.evaluate(script, given as JSHandle<PageGlobals & { argument: Argument }>);
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
