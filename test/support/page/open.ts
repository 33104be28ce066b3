/** Pages in a browser that run calls on a backend. */
import type { JSHandle, Page, WebWorker } from 'puppeteer-core';
import { isDeepStrictEqual } from 'node:util';
import { type BrowserName, openTab, type Tab } from '../browser.js';
import type { OpCall, Outcome } from '../call.js';
import type { Flags, PageBackend, PageGlobals, Started } from './main.js';
import { fromText, toText } from './wire.js';

type WithArgument<Argument> = PageGlobals & { argument: Argument };

export interface TestPage {
  run(calls: OpCall[]): Promise<Outcome[]>;
  /** Runs a function in the page. It sees only its argument and the page's globals. */
  evaluate<Result, Argument = undefined>(
    script: (globals: WithArgument<Argument>) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  /** Closes the page; throws if it reported an error. */
  close(): Promise<void>;
}

/** The address at which the set-up serves the pages. */
const ORIGIN = process.env.TEST_ORIGIN ?? '';

/** The files of tfjs and of the package for script tags. */
export const SCRIPT_TAGS = (process.env.TEST_SCRIPT_TAGS ?? '').split('\n');

/** Pages with tfjs and the package as modules, the same with threads, or as script tags. */
type Path = '/' | '/isolated' | '/script_tags';

export interface Where {
  backend?: PageBackend;
  path?: Path;
  browser?: BrowserName;
  /**
   * Keeps the page open under this name for the next suite. By default, all suites share one page
   * and restart its backend.
   */
  keepAs?: string | null;
  /** Messages that the page may log. */
  expected?: RegExp;
  /** Whether a kept page reuses its backend and everything that it has compiled. */
  goesOn?: boolean;
}

/** Opens a page and starts a backend in it. */
export async function openPage(
  flags: Flags,
  { backend = 'webgl', path = '/', browser, keepAs = path, expected, goesOn = false }: Where = {},
): Promise<TestPage> {
  const tab = await openTab({ browser, expected, keepAs: keepAs ?? '' });
  const { page } = tab;
  return closingOnFailure(tab, async () => {
    if (!tab.isKept) {
      await page.goto(ORIGIN + path);
      await page.evaluate((title) => {
        document.title = title;
      }, keepAs ?? '');
    }
    return started(page, flags, tab, expectedOf(backend, flags, path), !goesOn);
  });
}

/** Closes a tab that failed to start. */
async function closingOnFailure<Result>(tab: Tab, start: () => Promise<Result>): Promise<Result> {
  try {
    return await start();
  } catch (error) {
    // The error says more than anything else that the page reported.
    await tab.close().catch(() => undefined);
    throw error;
  }
}

/** Opens a page whose worker runs everything, on a canvas that belongs to no document. */
export async function openWorker(flags: Flags): Promise<TestPage> {
  const tab = await openTab();
  const { page } = tab;
  return closingOnFailure(tab, async () => {
    await page.goto(`${ORIGIN}/empty`);
    const appearing = new Promise<WebWorker>((resolve) => page.once('workercreated', resolve));
    // A worker appears before its script has run, so the script sends a message when it has.
    await page.evaluate(
      (address) =>
        new Promise<void>((resolve, reject) => {
          const script = `importScripts('${address}'); postMessage('loaded');`;
          const type = 'text/javascript';
          const worker = new Worker(URL.createObjectURL(new Blob([script], { type })));
          worker.onmessage = () => {
            resolve();
          };
          worker.onerror = ({ message }) => {
            reject(new Error(message));
          };
        }),
      `${ORIGIN}/page.js`,
    );
    return started(await appearing, flags, tab, expectedOf('webgl', flags, '/'), true);
  });
}

/** Starts the backend in a page or worker, and returns its functions. */
async function started(
  scope: Page | WebWorker,
  flags: Flags,
  { answer, close }: Pick<Tab, 'answer' | 'close'>,
  expected: Started,
  isAnew: boolean,
): Promise<TestPage> {
  const globals = await scope.evaluateHandle(() => globalThis as typeof globalThis & PageGlobals);
  const start = await answer(() =>
    scope.evaluate(
      (globals, flags, backend, isAnew) => globals.start(flags, backend, isAnew),
      globals,
      flags,
      expected.backend,
      isAnew,
    ),
  );
  // If a flag had no effect, the tests would test something else.
  if (!isDeepStrictEqual(start, expected)) {
    throw new Error(`The page runs ${JSON.stringify(start)}, expected ${JSON.stringify(expected)}`);
  }
  return {
    run: async (calls) => {
      const text = toText(calls);
      const outcomes = await answer(() =>
        scope.evaluate((globals, text) => globals.run(text), globals, text),
      );
      return fromText(outcomes) as Outcome[];
    },
    evaluate: <Result, Argument>(
      script: (globals: WithArgument<Argument>) => Result | Promise<Result>,
      argument?: Argument,
    ) =>
      answer(async () => {
        const given = await scope.evaluateHandle(
          (globals, text) => Object.assign(globals, { argument: globals.fromText(text) }),
          globals,
          toText(argument),
        );
        const result = await scope.evaluateHandle(
          script,
          given as JSHandle<WithArgument<Argument>>,
        );
        const text = await scope.evaluate((globals, r) => globals.toText(r), globals, result);
        return fromText(text) as Result;
      }),
    close,
  };
}

/** Returns how a backend should start with these flags. */
function expectedOf(backend: PageBackend, flags: Flags, path: Path): Started {
  switch (backend) {
    case 'wasm':
      return { backend, hasThreads: path === '/isolated', hasModule: true };
    case 'webgpu':
      return { backend };
    case 'webgl':
      return {
        backend,
        version: flags.WEBGL_VERSION ?? 2,
        halfFloat: flags.WEBGL_FORCE_F16_TEXTURES ?? false,
      };
  }
}
