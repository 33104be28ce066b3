/** Random calls of every op against the oracle: the same values, shapes, dtypes and errors. */
import { isGather, type OpName, type OpUse } from '../support/call.js';
import { describeOnEveryBackend, type Driver } from '../support/drivers.js';
import { type Limits, OPS, randomReadings, randomUse } from '../support/random_calls.js';
import { chance } from '../support/random_values.js';
import { runsOf, testRandomly } from '../support/seed.js';
import { agree } from '../support/table.js';
import { POLICIES, REDUCTION_NAMES } from '../support/oracle_words.js';

const RUNS = 300;

/** Counts what came up, because a random test says nothing about cases that it never draws. */
function featuresOf(use: OpUse, verdict: string): string[] {
  const { reduction = 'none', outOfBounds = 'error', includeSelf = true } = use.options ?? {};
  return [
    verdict,
    `policy ${outOfBounds}`,
    ...(use.options?.fill === undefined ? [] : [`fill of ${use.inputs.data.dtype}`]),
    `dtype ${use.inputs.data.dtype}`,
    ...(isGather(use.op) ? [] : [`reduction ${reduction}`, `includeSelf ${includeSelf}`]),
    ...(use.inputs.data.shape.length > 4 ? ['high rank'] : []),
    ...(use.inputs.data.values.length === 0 ? ['empty data'] : []),
    ...(use.inputs.indices.values.length === 0 ? ['empty indices'] : []),
    ...((use.options?.batchDims ?? 0) > 1 ? ['batches'] : []),
  ];
}

function expectedFeatures(op: OpName, driver: Driver): string[] {
  return [
    'value',
    'error',
    'high rank',
    'empty data',
    'empty indices',
    ...POLICIES.map((policy) => `policy ${policy}`),
    ...driver.dtypes.map((dtype) => `dtype ${dtype}`),
    ...driver.dtypes
      .filter((dtype) => isGather(op) && dtype !== 'string')
      .map((dtype) => `fill of ${dtype}`),
    ...(isGather(op) ? [] : REDUCTION_NAMES.map((reduction) => `reduction ${reduction}`)),
    ...(isGather(op) ? [] : ['includeSelf true', 'includeSelf false']),
    ...(op.includes('Elements') ? [] : ['batches']),
  ];
}

describeOnEveryBackend('random calls', (driver) => {
  const limits: Limits = {
    dtypes: driver.dtypes,
    precision: driver.precision,
    maxRank: 6,
    allowEmpty: true,
    allowErrors: true,
  };

  // Strings stay on the host, and need indices there.
  const withoutStrings = driver.dtypes.filter((dtype) => dtype !== 'string');
  const runs = (RUNS / 3) * driver.share;

  testRandomly('agree at indices that other calls have used', runs, async (draw) => {
    const dtypes = chance(draw, 3) ? withoutStrings : (['float32'] as const);
    const [use, ...before] = randomReadings(draw, 5, { ...limits, dtypes });
    await agree(driver, use, { ...use, kind: 'forward', before });
  });

  describe.each(OPS)('%s', (op) => {
    const seen = new Set<string>();

    testRandomly('agrees with the oracle', RUNS * driver.share, async (draw) => {
      const use = randomUse(draw, op, limits);
      for (const feature of featuresOf(use, await agree(driver, use))) {
        seen.add(feature);
      }
      if (!/^scatter(Elements|ND)$/.test(op)) return;
      await agree(driver, use, { ...use, kind: 'forward', form: 'assign' });
    });

    // One of ten runs of 75 draws misses something; of runs of 300 draws, one in a million.
    if (runsOf(RUNS * driver.share) >= RUNS) {
      test('every option, dtype and outcome came up', () => {
        expect([...seen]).toEqual(expect.arrayContaining(expectedFeatures(op, driver)));
      });
    }
  });
});
