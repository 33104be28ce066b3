/**
 * The quick tests that call ops and need no page, in one suite for `npm run mutate`: tfjs and the package are
 * then loaded once for each mutant, not once for each suite. Tables come first because they notice most.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setBackend } from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-backend-cpu';

const FOLDERS = ['conformance', 'package', 'layers', 'random'];

// tfjs' own ops are not accelerated on the simulated GPU.
if (process.env.BACKENDS !== 'simulated gpu') FOLDERS.push('builtins');

declare const APART: readonly string[];

/** Suites that take long, or read no code of the package. */
const SLOW = [
  'builtins/wrong_in_tfjs',
  'conformance/vectors',
  'package/copies',
  'package/examples',
  'package/hover',
  'package/installed',
  'package/links',
  'package/sizes',
  'random/sweep',
];

// Some suites list tensors in their tables, and importing wasm makes it the default, which starts later.
void setBackend('cpu');

const leftOut = new Set([...APART, ...SLOW]);

const suites = FOLDERS.flatMap((folder) =>
  readdirSync(join(__dirname, '..', folder))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name.replace('.test.ts', '')}`),
);

for (const suite of suites.filter((suite) => !leftOut.has(suite))) {
  describe(suite, () => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    require(`../${suite}.test.ts`);
  });
}
