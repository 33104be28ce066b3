/** Pages in a browser that run calls on a backend. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { HTTPRequest, JSHandle, Page, WebWorker } from 'puppeteer-core';
import { isDeepStrictEqual } from 'node:util';
import type { BuiltinCall, BuiltinOutcome } from '../../builtins/call.js';
import { type BrowserName, openTab, type Tab } from '../browser.js';
import type { OpCall, Outcome } from '../call.js';
import type { Flags, PageGlobals, Started } from './globals.js';
import { fromText, toText } from './wire.js';

type WithArgument<Argument> = PageGlobals & { argument: Argument };

export interface TestPage {
  run(calls: OpCall[]): Promise<Outcome[]>;
  runBuiltins(calls: BuiltinCall[]): Promise<BuiltinOutcome[]>;
  /** Runs a function in the page. It sees its argument there, and nothing else from outside of it. */
  evaluate<Result, Argument = undefined>(
    script: (globals: WithArgument<Argument>) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  /** Closes the page; throws if it reported anything in the meantime. */
  close(): Promise<void>;
}

/** The script that has tfjs, the package and what the tests want of both, built by the set-up. */
const MODULES = [process.env.TEST_PAGE ?? ''];

/** The same with tfjs' webgpu backend. */
const WEBGPU_SCRIPT = process.env.TEST_WEBGPU_PAGE ?? '';

/** tfjs and the package as published for script tags, and what the tests want on top of them. */
export const SCRIPT_TAGS = (process.env.TEST_SCRIPT_TAGS ?? '').split('\n');

interface Where {
  scripts?: string[];
  browser?: BrowserName;
  /** Leaves the page open under this name, with all that it has compiled, for the next suite. */
  keepAs?: string;
}

/** Opens a page with tfjs' webgl backend. */
export async function openPage(
  flags: Flags,
  { scripts = MODULES, ...where }: Where = {},
): Promise<TestPage> {
  const tab = await openTab(where);
  if (!tab.isKept) await load(tab.page, scripts, where);
  return started(tab.page, flags, tab);
}

async function load(page: Page, scripts: string[], { keepAs }: Where): Promise<void> {
  for (const path of scripts) await page.addScriptTag({ path });
  if (keepAs) {
    await page.evaluate((title) => {
      document.title = title;
    }, keepAs);
  }
}

/** The script of a page with tfjs' wasm backend, and the folder of tfjs' modules for it. */
const [WASM_SCRIPT = '', WASM_FOLDER = ''] = (process.env.TEST_WASM_PAGE ?? '').split('\n');

/** An address that is secure, as threads want it, and never leaves the browser. */
const WASM_ORIGIN = 'http://localhost';

/** Gives a page memory that threads share. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Opens a page with tfjs' webgpu backend; it has an address, as WebGPU wants a secure origin. */
export async function openWebGPUPage(flags: Flags, where: Where = {}): Promise<TestPage> {
  const tab = await openTab(where);
  if (!tab.isKept) {
    await tab.page.goto(process.env.TEST_ORIGIN ?? '');
    await load(tab.page, [WEBGPU_SCRIPT], where);
  }
  return started(tab.page, flags, tab, { backend: 'webgpu' });
}

/** Opens a page with tfjs' wasm backend, in its build with threads or the one without. */
export async function openWasmPage(hasThreads: boolean): Promise<TestPage> {
  const tab = await openTab();
  const { page } = tab;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    void answer(request, hasThreads ? ISOLATED : {});
  });
  await page.goto(WASM_ORIGIN);
  await page.addScriptTag({ path: WASM_SCRIPT });
  const expected: Started = { backend: 'wasm', hasThreads, hasModule: true };
  return started(page, {}, tab, expected);
}

/** Answers with an empty page, and with tfjs' modules. */
async function answer(request: HTTPRequest, headers: Record<string, string>): Promise<void> {
  const { origin, pathname } = new URL(request.url());
  if (origin !== WASM_ORIGIN) return request.continue();
  if (!pathname.endsWith('.wasm')) {
    return request.respond({ contentType: 'text/html', body: '', headers });
  }
  const body = await readFile(join(WASM_FOLDER, basename(pathname)));
  return request.respond({ contentType: 'application/wasm', body, headers });
}

/** Opens a page with nothing but a worker, in which all runs, on a canvas that is in no document. */
export async function openWorker(flags: Flags): Promise<TestPage> {
  const tab = await openTab();
  const { page } = tab;
  const appearing = new Promise<WebWorker>((resolve) => page.once('workercreated', resolve));
  const script = (await Promise.all(MODULES.map((path) => readFile(path, 'utf8')))).join('\n');
  // A worker appears before its script has run; only the script's own message tells that it has.
  await page.evaluate(
    (script) =>
      new Promise<void>((resolve, reject) => {
        const type = 'text/javascript';
        const worker = new Worker(URL.createObjectURL(new Blob([script], { type })));
        worker.onmessage = () => {
          resolve();
        };
        worker.onerror = ({ message }) => {
          reject(new Error(message));
        };
      }),
    `${script}\npostMessage('loaded');`,
  );
  return started(await appearing, flags, tab);
}

/** Loads a script into a page of its own, with WebGPU; returns what its global `report` becomes. */
export async function reportOf(script: string): Promise<unknown> {
  const { page, close } = await openTab();
  try {
    await page.goto(process.env.TEST_ORIGIN ?? '');
    await page.addScriptTag({ path: script });
    return await page.evaluate('globalThis.report');
  } finally {
    await close();
  }
}

/** Starts the backend where the scripts are, and offers what they do. */
async function started(
  scope: Page | WebWorker,
  flags: Flags,
  { crashed, close }: Pick<Tab, 'crashed' | 'close'>,
  expected: Started = webglWith(flags),
): Promise<TestPage> {
  const globals = await scope.evaluateHandle(() => globalThis as typeof globalThis & PageGlobals);
  const start = await scope.evaluate(
    (globals, flags, backend) => globals.start(flags, backend),
    globals,
    flags,
    expected.backend,
  );
  // A flag that had no effect would make a test of something else.
  if (!isDeepStrictEqual(start, expected)) {
    throw new Error(`The page runs ${JSON.stringify(start)}, expected ${JSON.stringify(expected)}`);
  }
  const send = async (method: 'run' | 'runBuiltins', calls: object[]) => {
    const answer = scope.evaluate(
      (globals, method, calls) => globals[method](calls),
      globals,
      method,
      toText(calls),
    );
    return fromText(await Promise.race([answer, crashed]));
  };
  return {
    run: async (calls) => (await send('run', calls)) as Outcome[],
    runBuiltins: async (calls) => (await send('runBuiltins', calls)) as BuiltinOutcome[],
    async evaluate<Result, Argument>(
      script: (globals: WithArgument<Argument>) => Result | Promise<Result>,
      argument?: Argument,
    ) {
      const given = await scope.evaluateHandle(
        (globals, text) => Object.assign(globals, { argument: globals.fromText(text) }),
        globals,
        toText(argument),
      );
      const result = await scope.evaluateHandle(script, given as JSHandle<WithArgument<Argument>>);
      const text = await scope.evaluate((globals, r) => globals.toText(r), globals, result);
      return fromText(text) as Result;
    },
    close,
  };
}

/** Returns the set-up of webgl with these flags. */
function webglWith({
  WEBGL_VERSION: version,
  WEBGL_FORCE_F16_TEXTURES: halfFloat,
}: Flags): Started {
  return { backend: 'webgl', version: version ?? 2, halfFloat: halfFloat ?? false };
}
