/** Reports the results of tfjs' own specs, which run under jasmine in another process or page. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Report } from './main.js';

const root = join(__dirname, '..', '..', '..');

export const run = promisify(execFile);

/** The suites, and the minimum number of specs in each. */
const SUITES = {
  gather: 40,
  gatherND: 10,
  scatterND: 13,
  sparseSegmentMean: 16,
  sparseSegmentSum: 16,
  sparseToDense: 15,
  tensorScatterUpdate: 13,
  unsortedSegmentSum: 12,
};

/** Specs that fail, by the reason. */
const FAILING: Record<string, RegExp> = {
  'tf.gather checks its indices only in debug mode on GPUs':
    /^gather web(gl\d|gpu) .* throws when index is out of bound$/,
  "tfjs' sparse segment kernels check nothing, and the error here is about ids that do not increase":
    /^sparseSegment\w+ webgpu .* (segments invalid 3|segment id is out of range)$/,
  "strings go to tfjs' kernel, which does not support them on wasm":
    /^sparseToDense wasm .* should work for string$/,
};

/** Bundles the specs with their runner; returns the path of the bundle. */
export async function bundleSpecs(platform: 'node' | 'browser'): Promise<string> {
  const outfile = join(root, 'build', 'test', `tfjs_specs_${platform}.cjs`);
  await run(process.execPath, [join(__dirname, 'bundle.mjs'), platform, outfile]);
  return outfile;
}

export function describeSpecs(environments: string[], start: () => Promise<Report>): void {
  let report: Report;
  beforeAll(async () => {
    report = await start();
  });

  const suites = environments.flatMap((environment) =>
    Object.entries(SUITES).map(([suite, least]) => [`${suite} ${environment}`, least] as const),
  );

  test.each(suites)('%s', (head, least) => {
    const specs = report.specs.filter(({ name }) => name.startsWith(`${head} `));
    expect(specs.length).toBeGreaterThanOrEqual(least);
    const expected = specs.map((spec) => {
      const fails = Object.values(FAILING).some((specs) => specs.test(spec.name));
      return { ...spec, status: fails ? 'failed' : 'passed', failures: fails ? spec.failures : [] };
    });
    expect(specs).toEqual(expected);
  });

  test("every spec belongs to a suite, and the package's kernels ran", () => {
    const others = report.specs.filter(
      ({ name }) => !suites.some(([head]) => name.startsWith(`${head} `)),
    );
    expect(others).toEqual([]);
    expect(report.scatters).toBeGreaterThan(environments.length * 30);
  });
}
