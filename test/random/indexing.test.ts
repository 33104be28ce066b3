/** Random calls of /indexing, against the oracle of the ops. */
import type { IndexingCall, IndexingUse, Outcome, TensorData } from '../support/call.js';
import { expectFailure, expectResult, expectSuccess, SAME_NUMBER } from '../support/compare.js';
import { expectGradient, expectHigher } from '../support/derivative_checks.js';
import { describeOnEachBackendOnce, type Driver } from '../support/drivers.js';
import { asOp, INDEXING_OPS, randomIndexing } from '../support/indexing.js';
import { forward, OutOfBounds } from '../support/oracle.js';
import { staysExact, toleranceOn } from '../support/precision.js';
import { randomDirections, randomlyComputed } from '../support/random_gradients.js';
import { chance, pick, randomFactors } from '../support/random_values.js';
import { testRandomly } from '../support/seed.js';

const RUNS = 60;

const run = (driver: Driver, use: IndexingUse, derivative?: IndexingCall['derivative']) => {
  const call: IndexingCall = { ...use, kind: 'indexing', derivative };
  return driver.run(call).then((outcome): [IndexingCall, Outcome] => [call, outcome]);
};

function expectedOf(use: IndexingUse): TensorData | undefined {
  try {
    return forward(asOp(use));
  } catch (error) {
    if (error instanceof OutOfBounds) return undefined;
    throw error;
  }
}

describeOnEachBackendOnce('random indexing', (driver) => {
  describe.each(INDEXING_OPS)('%s', (op) => {
    testRandomly('matches its op', RUNS * driver.share, async (draw) => {
      const dtype = pick(draw, ['float32', 'int32'] as const);
      const use = randomIndexing(draw, op, dtype, chance(draw, 2), driver.precision);
      if (!staysExact(driver.precision, asOp(use))) return;
      const [call, outcome] = await run(driver, use);
      const expected = expectedOf(use);
      if (expected === undefined) {
        expect(expectFailure(call, outcome)).toContain(`${op}: indices has the value `);
      } else {
        expectResult(
          call,
          outcome,
          expected,
          toleranceOn(driver.precision, SAME_NUMBER, asOp(use)),
        );
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
      const { dy } = directions;
      const how = randomlyComputed(draw, data);
      const first = expectSuccess(...(await run(driver, use, { kind: 'gradient', dy, ...how })));
      expectGradient(driver, { ...same, kind: 'gradient', dy }, first.outputs);
      const derivative = { kind: 'second', ...directions, ...how } as const;
      const second = expectSuccess(...(await run(driver, use, derivative)));
      expectHigher(driver, { ...same, kind: 'second', ...directions }, second.outputs, 1);
    });
  });
});
