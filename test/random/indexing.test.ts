/** Random calls of /indexing, against the oracle of the ops. */
import { verdict } from '../support/agree.js';
import type { IndexingCall } from '../support/call.js';
import { expectResult, SAME_NUMBER } from '../support/compare.js';
import { expectGradient, expectHigher } from '../support/derivative_checks.js';
import { describeOnEachBackendOnce } from '../support/drivers.js';
import { asOp, INDEXING_OPS, randomIndexing } from '../support/indexing.js';
import { staysExact, toleranceOn } from '../support/precision.js';
import { randomDirections, randomlyComputed } from '../support/random_gradients.js';
import { chance, pick, randomFactors } from '../support/random_values.js';
import { testRandomly } from '../support/seed.js';
import { expectError, outputsOf } from '../support/table.js';

const RUNS = 60;

describeOnEachBackendOnce('random indexing', (driver) => {
  describe.each(INDEXING_OPS)('%s', (op) => {
    testRandomly('matches its op', RUNS * driver.share, async (draw) => {
      const dtype = pick(draw, ['float32', 'int32'] as const);
      const use = randomIndexing(draw, op, dtype, chance(draw, 2), driver.precision);
      if (!staysExact(driver.precision, asOp(use))) return;
      const call = { ...use, kind: 'indexing' } as const;
      const expected = verdict(asOp(use));
      if (expected === undefined) {
        await expectError(driver, call, [`${op}: indices has the value `]);
      } else {
        const tolerance = toleranceOn(driver.precision, SAME_NUMBER, asOp(use));
        expectResult(call, await driver.run(call), expected, tolerance);
      }
    });

    testRandomly('matches its gradients of both orders', RUNS * driver.share, async (draw) => {
      const drawn = randomIndexing(draw, op, 'float32', false, driver.precision);
      const { data, updates } = drawn.inputs;
      const inputs = { ...drawn.inputs, data: randomFactors(draw, data.shape) };
      if (updates) inputs.updates = randomFactors(draw, updates.shape);
      const use = { ...drawn, inputs };
      const same = asOp(use);
      if (!staysExact(driver.precision, same)) return;
      const directions = randomDirections(draw, same);
      const how = randomlyComputed(draw, data);
      const outputs = (derivative: IndexingCall['derivative']) =>
        outputsOf(driver, { ...use, kind: 'indexing', derivative });
      const first = { kind: 'gradient', dy: directions.dy } as const;
      expectGradient(driver, { ...same, ...first }, await outputs({ ...first, ...how }));
      const second = { kind: 'second', ...directions } as const;
      expectHigher(driver, { ...same, ...second }, await outputs({ ...second, ...how }), 1);
    });
  });
});
