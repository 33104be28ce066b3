/** Random gradients by every API of tfjs, and third derivatives. */
import type { GradientRoute, HigherCall } from '../support/call.js';
import { isFailure } from '../support/call.js';
import { expectFailure, expectSuccess } from '../support/compare.js';
import { expectGradient, expectHigher, gradientOf } from '../support/derivative_checks.js';
import { describeOnEveryBackend } from '../support/drivers.js';
import { staysExact } from '../support/precision.js';
import { OPS } from '../support/random_calls.js';
import {
  gradientLimits,
  randomDifferentiable,
  randomDirections,
} from '../support/random_gradients.js';
import { pick } from '../support/random_values.js';
import { testRandomly } from '../support/seed.js';

const ROUTES: GradientRoute[] = ['grads', 'single', 'all', 'variableGrads', 'customGrad'];

describeOnEveryBackend('random routes', (driver) => {
  testRandomly('every route agrees with the definition', 150 * driver.share, async (draw) => {
    const limits = gradientLimits(driver, { maxRank: 4, allowEmpty: false });
    const use = randomDifferentiable(draw, pick(draw, OPS), limits);
    if (!staysExact(driver.precision, use)) return;
    const { dy } = randomDirections(draw, use);
    const route = pick(draw, ROUTES);
    const { call, outputs } = await gradientOf(driver, use, dy, route);
    expectGradient(driver, call, outputs);
  });

  testRandomly('a third derivative is right or throws', 60 * driver.share, async (draw) => {
    const use = randomDifferentiable(draw, pick(draw, OPS), gradientLimits(driver, { maxRank: 3 }));
    if (!staysExact(driver.precision, use)) return;
    const call: HigherCall = { ...use, ...randomDirections(draw, use), kind: 'third' };
    const outcome = await driver.run(call);
    if (isFailure(outcome)) {
      expect(expectFailure(call, outcome)).toMatch(/third/i);
    } else {
      expectHigher(driver, call, expectSuccess(call, outcome).outputs, 2);
    }
  });
});
