/** The benchmark's page, as its tests see and use it. */
import type { Page } from 'puppeteer-core';
import { elements } from './find.js';
import { eventually } from './eventually.js';
import { press } from './page.js';

export const doing = (page: Page) => elements(page, '.doing').text();
export const facts = (page: Page) => elements(page, 'dl').text();
export const verdict = (page: Page) => elements(page, '.verdict').text();
/** The rows of the table, which is folded away. */
export const results = (page: Page) => elements(page, '.report table').rows();

export const TITLES = [
  'Gather rows',
  'Gather elements',
  'Scatter-add',
  'Replace elements',
  'Sum segments',
  'Gradient of an embedding',
  'Maximum of segments',
];
export const BACKENDS = ['webgl', 'cpu', 'wasm', 'webgpu'];

/** Backends on which tfjs' own op can run on this package's kernels, by comparison. */
const ACCELERATED: Record<string, readonly string[]> = {
  'Gather rows': ['wasm'],
  'Gather elements': ['wasm', 'webgpu'],
  'Scatter-add': ['webgl', 'wasm', 'webgpu'],
  'Maximum of segments': [],
};
/** Comparisons for which tfjs has no kernel on wasm. */
const LACKING = ['Sum segments', 'Gradient of an embedding'];

/** Runs until all is measured. */
export async function runAll(page: Page): Promise<void> {
  await press(page, 'Run');
  await eventually(async () => {
    expect(await doing(page)).toBe('Everything is measured.');
  }, 110_000);
}

const numberIn = (text: string) => Number(text.replace(/[≈,\s]|×.*/g, ''));

export function expectRow(row: string[], size: string): void {
  const [what, indices, backend, tfjs, accelerated, ours, acceleratedRatio, ratio, same] = row;
  expect(indices).toBe(size);
  expect(numberIn(ours)).toBeGreaterThan(0);
  if (backend === 'wasm' && LACKING.includes(what)) {
    expect([tfjs, acceleratedRatio, ratio]).toEqual(['fails', '–', '–']);
    expect(same).toMatch(/tfjs says: Kernel 'UnsortedSegmentSum' not registered .* 'wasm'/);
    return;
  }
  expect(same).toBe('yes');
  expect(numberIn(tfjs)).toBeGreaterThan(0);
  expectRatio(ratio, numberIn(tfjs) / numberIn(ours));
  if ((ACCELERATED[what] ?? BACKENDS).includes(backend)) {
    expectRatio(acceleratedRatio, numberIn(tfjs) / numberIn(accelerated));
  } else expect([accelerated, acceleratedRatio]).toEqual(['–', '–']);
}

/** Expects the same ratio, up to the rounding of the times shown. */
function expectRatio(shown: string, computed: number): void {
  const factor = shown === 'as fast' ? 1 : numberIn(shown);
  const ratio = shown.endsWith('slower') ? 1 / factor : factor;
  expect(ratio / computed).toBeGreaterThan(0.98);
  expect(ratio / computed).toBeLessThan(1.02);
}
