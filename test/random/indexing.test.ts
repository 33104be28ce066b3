/** Random calls of /indexing, against the oracle of the ops. */
import { expectDerivatives } from '../support/derivative_checks.js';
import { describeOnEachBackendOnce } from '../support/drivers.js';
import { asOp, INDEXING_OPS, randomIndexing } from '../support/indexing.js';
import { staysExact } from '../support/precision.js';
import { randomDirections, randomlyComputed } from '../support/random_gradients.js';
import { chance, pick, randomFactors } from '../support/random_values.js';
import { testRandomly } from '../support/seed.js';
import { agree } from '../support/table.js';

const RUNS = 60;

describeOnEachBackendOnce('random indexing', (driver) => {
  describe.each(INDEXING_OPS)('%s', (op) => {
    testRandomly('matches its op', RUNS * driver.share, async (draw) => {
      const dtype = pick(draw, ['float32', 'int32'] as const);
      const use = randomIndexing(draw, op, dtype, chance(draw, 2), driver.precision);
      await agree(driver, asOp(use), { ...use, kind: 'indexing' });
      if (!op.startsWith('at.') || op === 'at.get') return;
      await agree(driver, asOp(use), { ...use, kind: 'indexing', form: 'assign' });
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
      // A mask is not computed from data.
      const how = inputs.indices.dtype === 'bool' ? {} : randomlyComputed(draw, data);
      const first = { kind: 'gradient', dy: directions.dy, ...how } as const;
      const second = { kind: 'second', ...directions, ...how } as const;
      for (const derivative of [first, second]) {
        const call = { ...use, kind: 'indexing', derivative } as const;
        await expectDerivatives(driver, same, derivative, call);
      }
    });
  });
});
