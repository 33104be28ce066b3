/** The package as script tags load it, after tfjs' own bundle. */
import type * as tfjs from '@tensorflow/tfjs';
import * as converter from '../../src/converter/index.js';
import * as ops from '../../src/index.js';
import * as segments from '../../src/segment/index.js';
import { testForm } from '../support/forms.js';
import { openPage, openTab, SCRIPT_TAGS } from './chromium.js';
import { describeInPage, ON_GPU } from './describe.js';
import { inOpenPage } from './drivers.js';

interface Globals {
  tf: typeof tfjs & Record<string, unknown>;
  tfGatherScatter: Record<string, unknown>;
  tfBefore: Record<string, unknown>;
}

const [TFJS, BUNDLE] = SCRIPT_TAGS;
const NAMES = Object.keys({ ...converter, ...ops, ...segments });
/** Names of the package that tfjs has functions of its own for. */
const OF_TFJS = ['gatherND', 'scatterND', 'unsortedSegmentSum'] as const;

async function openEmpty() {
  const { page, close } = await openTab();
  const load = (path: string) => page.addScriptTag({ path });
  const globals = await page.evaluateHandle<Globals>('globalThis');
  return { load, globals, close };
}

describeInPage(
  'script tags',
  ON_GPU,
  (page) => {
    const driver = inOpenPage(page);

    describe('by the global of the package', () => {
      testForm(driver, undefined);
    });

    describe('by the global tf', () => {
      testForm(driver, 'tf', [...OF_TFJS]);
    });

    test('add to tf the names that it lacks, and replace none', async () => {
      const { load, globals, close } = await openEmpty();
      await load(TFJS);
      await globals.evaluate((globals) => {
        globals.tf.checkIndices = () => 'the own function of the page';
        globals.tfBefore = { ...globals.tf };
      });
      await load(BUNDLE);
      const found = await globals.evaluate(({ tf, tfBefore, tfGatherScatter }) => ({
        own: Object.keys(tfGatherScatter),
        added: Object.keys(tf).filter((name) => !(name in tfBefore)),
        replaced: Object.keys(tfBefore).filter((name) => tf[name] !== tfBefore[name]),
        different: Object.keys(tfGatherScatter).filter(
          (name) => tf[name] !== tfGatherScatter[name],
        ),
      }));
      const before = ['checkIndices', ...OF_TFJS];
      expect(found.own.sort()).toEqual([...NAMES].sort());
      expect(found.added.sort()).toEqual(NAMES.filter((name) => !before.includes(name)).sort());
      expect(found.replaced).toEqual([]);
      expect(found.different.sort()).toEqual(before.sort());
      await close();
    });

    test('work twice over and warn of nothing', async () => {
      const { load, globals, close } = await openEmpty();
      for (const path of [TFJS, BUNDLE, BUNDLE]) await load(path);
      const values = await globals.evaluate(async ({ tf }) => {
        const { scatterElements } = tf as typeof tf & Pick<typeof ops, 'scatterElements'>;
        return scatterElements(tf.tensor1d([1, 2]), [0, 0], [3, 4], { reduction: 'add' }).array();
      });
      expect(values).toEqual([8, 2]);
      await close();
    });

    test.each([
      ['there is no tf', ''],
      ['tf is something else', 'globalThis.tf = {};'],
    ])('say what is missing where %s', async (_, script) => {
      const { load, globals, close } = await openEmpty();
      await globals.evaluate((_, script) => {
        document.head.append(Object.assign(document.createElement('script'), { text: script }));
      }, script);
      await load(BUNDLE);
      await expect(close()).rejects.toThrow(
        'The page reported: tfjs-gather-scatter: there is no global tf. Load TensorFlow.js',
      );
    });
  },
  (flags) => openPage(flags, SCRIPT_TAGS),
);
