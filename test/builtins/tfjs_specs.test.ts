/**
 * tfjs' own specs, which its package ships, with the acceleration on: in Node on cpu, in a page on
 * webgl. They run under jasmine, in a process or page of their own.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { browserPath, reportOf } from '../browser/chromium.js';
import type { Report } from './specs/report.js';

const root = join(__dirname, '..', '..');
const run = promisify(execFile);

/** What is described, and how many specs of each there are at least. */
const SUITES = {
  gather: 40,
  gatherND: 10,
  scatterND: 13,
  sparseToDense: 15,
  tensorScatterUpdate: 13,
  unsortedSegmentSum: 12,
};

/** tfjs leaves it out on webgl: there tf.gather checks its indices in debug mode only. */
const NOT_ON_WEBGL = /^gather webgl\d .* throws when index is out of bound$/;

async function bundle(platform: 'node' | 'browser'): Promise<string> {
  const outfile = join(root, 'build', 'test', `tfjs_specs_${platform}.cjs`);
  await run(process.execPath, [join(__dirname, 'specs', 'bundle.mjs'), platform, outfile]);
  return outfile;
}

async function inNode(): Promise<Report> {
  const { stdout } = await run(process.execPath, [await bundle('node')], { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as Report;
}

async function inPage(): Promise<Report> {
  return (await reportOf(await bundle('browser'))) as Report;
}

function describeSpecs(title: string, environments: string[], start: () => Promise<Report>): void {
  describe(title, () => {
    let report: Report;
    beforeAll(async () => {
      report = await start();
      for (const { name, status, failures } of report.specs) {
        process.stderr.write(`${status}: ${[name, ...failures].join('\n  ')}\n`);
      }
    });

    test.each(
      environments.flatMap((name) =>
        Object.entries(SUITES).map(([suite, least]) => [suite, name, least] as const),
      ),
    )('%s on %s', (suite, environment, least) => {
      const specs = report.specs.filter(({ name }) => name.startsWith(`${suite} ${environment} `));
      expect(specs.length).toBeGreaterThanOrEqual(least);
      const expected = specs.map((spec) => {
        const fails = NOT_ON_WEBGL.test(spec.name);
        return {
          ...spec,
          status: fails ? 'failed' : 'passed',
          failures: fails ? spec.failures : [],
        };
      });
      expect(specs).toEqual(expected);
    });

    test('no spec is left over, and they did run on the package', () => {
      const counted = environments.flatMap((name) =>
        Object.keys(SUITES).map((suite) => `${suite} ${name} `),
      );
      const others = report.specs.filter(
        ({ name }) => !counted.some((head) => name.startsWith(head)),
      );
      expect(others).toEqual([]);
      expect(report.scatters).toBeGreaterThan(environments.length * 30);
    });
  });
}

describeSpecs('in Node', ['cpu'], inNode);

if (browserPath === '') {
  test('there is no browser, as the set-up said', () => {
    expect(process.env.CI).toBeFalsy();
  });
} else {
  describeSpecs('in a page', ['webgl1', 'webgl2'], inPage);
}
