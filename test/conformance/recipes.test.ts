/** Runs the recipes on every backend: examples.test.ts runs all examples on cpu alone. */
import { documents } from '../support/documents.js';
import { describeOnEachBackendOnce } from '../support/drivers.js';
import {
  bodyOf,
  type Example,
  examplesInMarkdown,
  runExample,
  squeeze,
} from '../support/examples.js';
import type { TestPage } from '../support/page/open.js';

const pages = documents().filter(({ file }) => file.startsWith('docs/recipes/'));
const recipes = pages
  .flatMap(({ file, text }) => examplesInMarkdown(file, text))
  .map((each) => [each.name, each] as const);

const NUMBER = /-?\d+(?:\.\d+)?(?:e-?\d+)?/g;

/** Expects lines to have the words that are stated, and numbers that differ by rounding. */
function expectStated(printed: string[], { stated }: Example): void {
  const words = (lines: string[]) => lines.map((line) => line.replaceAll(NUMBER, '#'));
  const numbers = (lines: string[]) => lines.join(' ').match(NUMBER)?.map(Number) ?? [];
  expect(words(printed)).toEqual(words(stated));
  const found = numbers(printed);
  numbers(stated).forEach((number, i) => {
    expect(Math.abs(found[i] - number)).toBeLessThan(1e-3 * Math.max(1, Math.abs(number)));
  });
}

/** Runs a recipe in a page; returns what it prints. */
const printedIn = (page: TestPage, recipe: Example): Promise<string[]> =>
  page.evaluate(async ({ argument: body, ...globals }) => {
    const { tf, ops, indexing, losses, segments, sparse, train, repairGradients } = globals;
    const modules: Record<string, unknown> = {
      '@tensorflow/tfjs': tf,
      'tfjs-gather-scatter': ops,
      'tfjs-gather-scatter/indexing': indexing,
      'tfjs-gather-scatter/losses': losses,
      'tfjs-gather-scatter/repair': { repairGradients },
      'tfjs-gather-scatter/segment': segments,
      'tfjs-gather-scatter/sparse': sparse,
      'tfjs-gather-scatter/train': train,
    };
    const lines: Promise<string>[] = [];
    const { log } = console;
    // What tensors print is read later: a GPU's backend may not read at once.
    const valuesOf = async (x: { array: () => Promise<unknown> }) =>
      JSON.stringify(await x.array(), (_, each: unknown) =>
        typeof each === 'number' && !Number.isFinite(each) ? String(each) : each,
      ).replaceAll('"', '');
    const prototype = tf.Tensor.prototype;
    const print = Object.getOwnPropertyDescriptor(prototype, 'print') ?? {};
    prototype.print = function () {
      lines.push(valuesOf(this));
    };
    console.log = (...values: unknown[]) => {
      const texts = values.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
      lines.push(Promise.resolve(texts.join(' ')));
    };
    try {
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- running the text is the purpose
      const run = new Function('require', 'exports', `return (async () => {${body}\n})();`) as (
        ...scope: unknown[]
      ) => Promise<void>;
      await run((name: string) => modules[name], {});
    } finally {
      console.log = log;
      Object.defineProperty(prototype, 'print', print);
    }
    return await Promise.all(lines);
  }, bodyOf(recipe));

describeOnEachBackendOnce('recipes', ({ page }) => {
  test.each(recipes)('%s', async (_, recipe) => {
    const printed = page
      ? (await printedIn(page(), recipe)).map(squeeze)
      : await runExample(recipe);
    expectStated(printed, recipe);
  });
});
