/** First and second derivatives of random calls, against the definition and each other. */
import { isGather, type OpUse } from '../support/call.js';
import {
  centralDifferences,
  expectGradient,
  expectHigher,
  gradientOf,
  secondOf,
} from '../support/derivative_checks.js';
import { describeOnEveryBackend } from '../support/drivers.js';
import { ruleOf } from '../support/oracle.js';
import { staysExact } from '../support/precision.js';
import { OPS } from '../support/random_calls.js';
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
import { testRandomly } from '../support/seed.js';

const RUNS = 150;
const scatters = OPS.filter((op) => !isGather(op));

function expectClose(
  relative: number,
  a: { value: number; scale: number },
  b: typeof a,
  call: unknown,
): void {
  if (!(Math.abs(a.value - b.value) <= relative * Math.max(1, a.scale, b.scale))) {
    throw new Error(`${a.value} is not ${b.value}\ncall: ${JSON.stringify(call)}`);
  }
}

/** Returns whether an update can be a factor several times, so that the op is not linear in it. */
function isPower(use: OpUse): boolean {
  return ruleOf(use).reduction === 'mul' && use.inputs.updates?.shape.length === 0;
}

describeOnEveryBackend('derivatives', (driver) => {
  describe.each(OPS)('of %s', (op) => {
    testRandomly('first order is as defined', RUNS * driver.share, async (draw) => {
      const use = randomDifferentiable(draw, op, gradientLimits(driver));
      if (!staysExact(driver.precision, use)) return;
      const { dy } = randomDirections(draw, use);
      const { computed } = randomlyComputed(draw, use.inputs.data);
      const { call, outputs } = await gradientOf(driver, use, dy, 'grads', computed);
      expectGradient(driver, call, outputs);
    });

    testRandomly('second order is as defined', RUNS * driver.share, async (draw) => {
      const use = randomDifferentiable(draw, op, gradientLimits(driver));
      if (!staysExact(driver.precision, use)) return;
      const directions = randomDirections(draw, use);
      const { computed } = randomlyComputed(draw, use.inputs.data);
      const { call, outputs } = await secondOf(driver, use, directions, computed);
      expectHigher(driver, call, outputs, 1);
    });
  });

  testRandomly('first order is the slope of the op', RUNS * driver.share, async (draw) => {
    const limits = gradientLimits(driver, { maxRank: 4 });
    const use = withoutTies(draw, randomDifferentiable(draw, pick(draw, OPS), limits));
    if (!staysExact(driver.precision, use) || isPower(use)) return;
    const { dy } = randomDirections(draw, use);
    const { call, outputs } = await gradientOf(driver, use, dy);
    expectGradient(driver, call, outputs, centralDifferences(use, dy));
  });

  testRandomly('int32 and bool count as numbers', RUNS * driver.share, async (draw) => {
    const floats = randomDifferentiable(draw, pick(draw, OPS), gradientLimits(driver));
    const isMean = ruleOf(floats).reduction === 'mean';
    const isInteger = isMean || chance(draw, 2);
    const use = isInteger ? ofIntegers(floats, driver.precision) : ofBooleans(floats);
    if (!staysExact(driver.precision, use)) return;
    const route = pick(draw, ['grads', 'single', 'customGrad'] as const);
    const { dy } = randomDirections(draw, use);
    const { call, outputs } = await gradientOf(driver, use, dy, route);
    expectGradient(driver, call, outputs);
  });

  testRandomly('<dy, Jv> is <J*dy, v>', RUNS * driver.share, async (draw) => {
    const use = randomDifferentiable(draw, pick(draw, OPS), gradientLimits(driver));
    if (!staysExact(driver.precision, use)) return;
    const directions = randomDirections(draw, use);
    const { dy, vData, vUpdates } = directions;
    const { outputs: pulled } = await gradientOf(driver, use, dy);
    const { call, outputs: pushed } = await secondOf(driver, use, directions);
    expectClose(
      driver.precision.derivatives,
      inner([[dy, pushed.dy]]),
      inner([
        [pulled.data, vData],
        [pulled.updates, vUpdates],
      ]),
      call,
    );
  });

  testRandomly('the Hessian is symmetric', RUNS * driver.share, async (draw) => {
    const product = randomDifferentiable(draw, pick(draw, scatters), gradientLimits(driver), 'mul');
    if (!staysExact(driver.precision, product)) return;
    const v = randomDirections(draw, product);
    const w = { ...randomDirections(draw, product), dy: v.dy };
    const { outputs: hv } = await secondOf(driver, product, v);
    const { call, outputs: hw } = await secondOf(driver, product, w);
    const along = (x: typeof v, h: typeof hv) =>
      inner([
        [x.vData, h.data],
        [x.vUpdates, h.updates],
      ]);
    expectClose(driver.precision.derivatives, along(w, hv), along(v, hw), call);
  });
});
