/** The package, loaded by a script tag after tfjs' own bundle. */
import type * as tfjs from '@tensorflow/tfjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HTTPRequest, JSHandle, Page } from 'puppeteer-core';
import * as ops from 'tfjs-gather-scatter';
import * as converter from 'tfjs-gather-scatter/converter';
import { documents, root } from '../support/documents.js';
import { squeeze } from '../support/examples.js';
import { testSample } from '../support/sample.js';
import { openTab } from '../support/browser.js';
import { describeInPage, ON_GPU } from '../support/page/describe.js';
import { inOpenPage } from '../support/page/driver.js';
import { SCRIPT_TAGS } from '../support/page/open.js';

interface Globals {
  tf: typeof tfjs & Record<string, unknown>;
  tfGatherScatter: Record<string, unknown>;
  tfBefore: Record<string, unknown>;
}

/** The page in the documents; others import modules. */
const [html] = documents()
  .flatMap(({ text }) => [...text.matchAll(/^```html\n([\s\S]*?)^```$/gm)].map(([, page]) => page))
  .filter((page) => !page.includes('type="module"'));

const [TFJS, BUNDLE] = SCRIPT_TAGS;
const WASM_BACKEND = join(root, 'node_modules/@tensorflow/tfjs-backend-wasm/dist');
const NAMES = Object.keys({ ...converter, ...ops });
/** Names that are not functions, which tf does not get. */
const WORDS = ['OUT_OF_BOUNDS', 'REDUCTIONS'];
/** Names for which tfjs has its own functions. */
const OF_TFJS = ['gatherND', 'scatterND', 'unsortedSegmentSum'] as const;
/** Names that are only on the package's own global. */
const NOT_IN_TF = [...OF_TFJS, 'bincount', 'histogramFixedWidth'];

interface Tab {
  page: Page;
  globals: JSHandle<Globals>;
  load: (path: string) => Promise<unknown>;
}

const fileOf = (path: string) => ({
  body: readFileSync(path),
  contentType: path.endsWith('.wasm') ? 'application/wasm' : 'text/javascript',
  headers: { 'Access-Control-Allow-Origin': '*' },
});

/** Uses an empty page, and always closes it. */
async function inTab(use: (tab: Tab) => Promise<void>): Promise<void> {
  const { page, close } = await openTab();
  try {
    const globals = await page.evaluateHandle(() => globalThis as typeof globalThis & Globals);
    await use({ page, globals, load: (path) => page.addScriptTag({ path }) });
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
  await close();
}

describeInPage('script tags', { flags: ON_GPU, path: '/script_tags' }, (page) => {
  // The functions on tf are the same, as the next test checks.
  describe('by the global of the package', () => {
    testSample(inOpenPage(page));
  });

  test('add missing names to tf without replacing any', () =>
    inTab(async ({ load, globals }) => {
      await load(TFJS);
      await globals.evaluate((globals) => {
        globals.tf.checkIndices = () => 'the own function of the page';
        globals.tfBefore = { ...globals.tf };
      });
      await load(BUNDLE);
      const found = await globals.evaluate(({ tf, tfBefore, tfGatherScatter: own }) => ({
        own: Object.keys(own),
        added: Object.keys(tf).filter((name) => !(name in tfBefore)),
        replaced: Object.keys(tfBefore).filter((name) => tf[name] !== tfBefore[name]),
        different: Object.keys(own).filter((name) => tf[name] !== own[name]),
      }));
      const apart = ['checkIndices', ...NOT_IN_TF, ...WORDS];
      expect(found.own.sort()).toEqual([...NAMES].sort());
      expect(found.added.sort()).toEqual(NAMES.filter((name) => !apart.includes(name)).sort());
      expect(found.replaced).toEqual([]);
      expect(found.different.sort()).toEqual(apart.sort());
    }));

  test('can be loaded twice, without warnings', () =>
    inTab(async ({ load, globals }) => {
      for (const path of [TFJS, BUNDLE, BUNDLE]) await load(path);
      const values = await globals.evaluate(async ({ tf }) => {
        const { scatterElements } = tf as typeof tf & Pick<typeof ops, 'scatterElements'>;
        return scatterElements(tf.tensor1d([1, 2]), [0, 0], [3, 4], { reduction: 'add' }).array();
      });
      expect(values).toEqual([8, 2]);
    }));

  test("run the documents' page", () =>
    inTab(async ({ page }) => {
      const address = 'http://localhost/';
      const backend = 'https://cdn.jsdelivr.net/npm/@tensorflow/tfjs-backend-wasm@4.22.0/dist/';
      const published = new Map<string, () => Parameters<HTTPRequest['respond']>[0]>([
        [address, () => ({ body: html, contentType: 'text/html' })],
        ['https://cdn.jsdelivr.net/npm/@tensorflow/tfjs@4.22.0', () => fileOf(TFJS)],
        ['https://cdn.jsdelivr.net/npm/tfjs-gather-scatter', () => fileOf(BUNDLE)],
      ]);
      await page.setRequestInterception(true);
      page.on('request', (request) => {
        const url = request.url();
        const answer = url.startsWith(backend)
          ? fileOf(join(WASM_BACKEND, url.slice(backend.length)))
          : published.get(url)?.();
        void request.respond(answer ?? {});
      });
      const printed: string[] = [];
      page.on('console', (message) => printed.push(squeeze(message.text())));
      await page.goto(address);
      await page.waitForFunction(
        () => (globalThis as typeof globalThis & Globals).tf.getBackend() === 'wasm',
      );
      const stated = [...html.matchAll(/; \/\/ (.+)$/gm)].map(([, text]) => squeeze(text));
      expect(stated).not.toHaveLength(0);
      expect(printed).toEqual(stated);
    }));

  test.each([
    ['there is no tf', ''],
    ['tf is something else', 'globalThis.tf = {};'],
  ])('report what is missing if %s', async (_, script) => {
    const loading = inTab(async ({ load, globals }) => {
      await globals.evaluate((_, script) => {
        document.head.append(Object.assign(document.createElement('script'), { text: script }));
      }, script);
      await load(BUNDLE);
    });
    await expect(loading).rejects.toThrow(
      'The page reported: tfjs-gather-scatter: there is no global tf. Load TensorFlow.js',
    );
  });
});
