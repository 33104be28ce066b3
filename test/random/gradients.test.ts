/** Derivatives of random calls, by every API of tfjs, against the definition. */
import { type GradientRoute, isFailure, type OpUse } from '../support/call.js';
import { expectFailure, expectSuccess } from '../support/compare.js';
import { expectAsDefined, expectDerivatives } from '../support/derivative_checks.js';
import { describeOnEveryBackend } from '../support/drivers.js';
import { ruleOf } from '../support/oracle.js';
import { staysExact } from '../support/precision.js';
import { type Limits, OPS } from '../support/random_calls.js';
import {
  gradientLimits,
  ofBooleans,
  ofIntegers,
  randomDifferentiable,
  randomDirections,
  randomlyComputed,
} from '../support/random_gradients.js';
import { chance, pick } from '../support/random_values.js';
import { type Draw, testRandomly } from '../support/seed.js';

const RUNS = 150;
const ROUTES: GradientRoute[] = ['grads', 'single', 'all', 'variableGrads', 'customGrad'];

describeOnEveryBackend('derivatives', (driver) => {
  const { precision, share } = driver;

  /** A test of random calls whose values the backend holds exactly enough. */
  const testUses = (
    title: string,
    make: (draw: Draw) => OpUse,
    body: (use: OpUse, draw: Draw) => Promise<void>,
    runs = RUNS,
  ) => {
    testRandomly(title, runs * share, async (draw) => {
      const use = make(draw);
      if (staysExact(precision, use)) await body(use, draw);
    });
  };

  const anyUse = (draw: Draw, limits?: Partial<Limits>) =>
    randomDifferentiable(draw, pick(draw, OPS), gradientLimits(driver, limits));

  describe.each(OPS)('of %s', (op) => {
    const ofOp = (draw: Draw) => randomDifferentiable(draw, op, gradientLimits(driver));

    testUses('first order is as defined', ofOp, async (use, draw) => {
      const { dy } = randomDirections(draw, use);
      const how = randomlyComputed(draw, use.inputs.data);
      await expectDerivatives(driver, use, { kind: 'gradient', dy, ...how });
    });

    testUses('second order is as defined', ofOp, async (use, draw) => {
      const directions = randomDirections(draw, use);
      const how = randomlyComputed(draw, use.inputs.data);
      await expectDerivatives(driver, use, { kind: 'second', ...directions, ...how });
    });
  });

  const withoutFloats = (draw: Draw) => {
    const floats = anyUse(draw);
    const isInteger = ruleOf(floats).reduction === 'mean' || chance(draw, 2);
    return isInteger ? ofIntegers(floats, precision) : ofBooleans(floats);
  };
  testUses('int32 and bool count as numbers', withoutFloats, async (use, draw) => {
    const route = pick(draw, ['grads', 'single', 'customGrad'] as const);
    const { dy } = randomDirections(draw, use);
    await expectDerivatives(driver, use, { kind: 'gradient', dy, route });
  });

  const small = (draw: Draw) => anyUse(draw, { maxRank: 4, allowEmpty: false });
  testUses('every route agrees with the definition', small, async (use, draw) => {
    const { dy } = randomDirections(draw, use);
    await expectDerivatives(driver, use, { kind: 'gradient', dy, route: pick(draw, ROUTES) });
  });

  const tiny = (draw: Draw) => anyUse(draw, { maxRank: 3 });
  const throwsOrIsRight = async (use: OpUse, draw: Draw) => {
    const derivative = { kind: 'third', ...randomDirections(draw, use) } as const;
    const call = { ...use, kind: 'forward', derivative } as const;
    const outcome = await driver.run(call);
    if (isFailure(outcome)) expect(expectFailure(call, outcome)).toMatch(/third/i);
    else expectAsDefined(driver, call, expectSuccess(call, outcome).outputs);
  };
  testUses('a third derivative is right or throws', tiny, throwsOrIsRight, 60);
});
