/** Derivatives of random calls, by every API of tfjs, against the definition and each other. */
import { type GradientRoute, isFailure, isGather, type OpUse } from '../support/call.js';
import { expectFailure, expectSuccess } from '../support/compare.js';
import {
  centralDifferences,
  expectAsDefined,
  expectDerivatives,
} from '../support/derivative_checks.js';
import { describeOnEveryBackend } from '../support/drivers.js';
import { ruleOf } from '../support/oracle.js';
import type { Sum } from '../support/oracle_derivatives.js';
import { staysExact } from '../support/precision.js';
import { type Limits, OPS } from '../support/random_calls.js';
import {
  gradientLimits,
  inner,
  ofBooleans,
  ofIntegers,
  randomDifferentiable,
  randomDirections,
  randomlyComputed,
  withoutTies,
} from '../support/random_gradients.js';
import { chance, pick } from '../support/random_values.js';
import { type Draw, testRandomly } from '../support/seed.js';

const RUNS = 150;
const ROUTES: GradientRoute[] = ['grads', 'single', 'all', 'variableGrads', 'customGrad'];
const scatters = OPS.filter((op) => !isGather(op));

function expectClose(relative: number, a: Sum, b: Sum, use: OpUse): void {
  if (!(Math.abs(a.value - b.value) <= relative * Math.max(1, a.scale, b.scale))) {
    throw new Error(`${a.value} is not ${b.value}\ncall: ${JSON.stringify(use)}`);
  }
}

/** Returns whether an update can be a factor several times, so that the op is not linear in it. */
function isPower(use: OpUse): boolean {
  return ruleOf(use).reduction === 'mul' && use.inputs.updates?.shape.length === 0;
}

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

  const smooth = (draw: Draw) => withoutTies(draw, anyUse(draw, { maxRank: 4 }));
  testUses('first order is the slope of the op', smooth, async (use, draw) => {
    if (isPower(use)) return;
    const derivative = { kind: 'gradient', dy: randomDirections(draw, use).dy } as const;
    const outputs = await expectDerivatives(driver, use, derivative);
    const expected = centralDifferences(use, derivative.dy);
    expectAsDefined(driver, { ...use, derivative }, outputs, expected);
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

  testUses('<dy, Jv> is <J*dy, v>', anyUse, async (use, draw) => {
    const directions = randomDirections(draw, use);
    const { dy, vData, vUpdates } = directions;
    const pulled = await expectDerivatives(driver, use, { kind: 'gradient', dy });
    const pushed = await expectDerivatives(driver, use, { kind: 'second', ...directions });
    const pulledAlong = inner([
      [pulled.data, vData],
      [pulled.updates, vUpdates],
    ]);
    expectClose(precision.derivatives, inner([[dy, pushed.dy]]), pulledAlong, use);
  });

  const product = (draw: Draw) =>
    randomDifferentiable(draw, pick(draw, scatters), gradientLimits(driver), 'mul');
  testUses('the Hessian is symmetric', product, async (use, draw) => {
    const v = randomDirections(draw, use);
    const w = { ...randomDirections(draw, use), dy: v.dy };
    const hv = await expectDerivatives(driver, use, { kind: 'second', ...v });
    const hw = await expectDerivatives(driver, use, { kind: 'second', ...w });
    const along = (x: typeof v, h: typeof hv) =>
      inner([
        [x.vData, h.data],
        [x.vUpdates, h.updates],
      ]);
    expectClose(precision.derivatives, along(w, hv), along(v, hw), use);
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
