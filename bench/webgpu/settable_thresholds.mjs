/**
 * A plugin for esbuild: constants of kernels/webgpu/strategy.ts become variables, which a page reads and
 * sets by the object of thresholds.ts. Whatever imports them sees the change.
 */
import { readFile } from 'node:fs/promises';

const CONSTANT = /^((?:export )?)const ([A-Z_]+) = /gm;

export const settableThresholds = {
  name: 'settable thresholds',
  setup(build) {
    build.onLoad({ filter: /kernels[\\/]webgpu[\\/]strategy\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const accessors = [...source.matchAll(CONSTANT)].map(
        ([, , name]) =>
          `${name}: { enumerable: true, get: () => ${name}, set: (value) => { ${name} = value; } },`,
      );
      const contents = [
        "import { thresholds } from '../../bench/webgpu/thresholds.js';",
        source.replace(CONSTANT, '$1let $2 = '),
        `Object.defineProperties(thresholds, {${accessors.join('\n')}});`,
      ].join('\n');
      return { contents, loader: 'ts' };
    });
  },
};
