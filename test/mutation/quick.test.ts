/**
 * The quick tests that call ops and need no page, in one suite for `npm run mutate`: tfjs and the package are
 * then loaded once for each mutant, not once for each suite. Tables come first because they notice most.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['conformance', 'package', 'builtins', 'layers', 'random'];

/** Suites that are slow, that load modules again, or that count what is registered or allocated. */
const LEFT_OUT = new Set([
  'conformance/large_calls',
  'conformance/vectors',
  'package/entries',
  'package/examples',
  'package/forms',
  'package/gradient_memory',
  'package/hover',
  'package/installed',
  'package/links',
  'package/namespace',
  'package/profiler',
  'package/registration',
  'package/sizes',
  'package/sparse_memory',
  'builtins/embedding',
  'builtins/first_gradient',
  'builtins/gpt',
  'builtins/no_gradient',
  'builtins/tfjs_specs',
  'builtins/undo',
]);

const suites = FOLDERS.flatMap((folder) =>
  readdirSync(join(__dirname, '..', folder))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name.replace('.test.ts', '')}`),
);

for (const suite of suites.filter((suite) => !LEFT_OUT.has(suite))) {
  describe(suite, () => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    require(`../${suite}.test.ts`);
  });
}
