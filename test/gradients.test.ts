/** First and second derivatives of random calls, against the definition and against each other. */
import { isGather } from './support/call.js';
import {
  centralDifferences,
  expectGradient,
  expectHigher,
  gradientOf,
  secondOf,
} from './support/derivative_checks.js';
import { describeOnEveryBackend } from './support/drivers.js';
import { OPS } from './support/random_calls.js';
import {
  GRADIENT_LIMITS,
  inner,
  randomDifferentiable,
  randomDirections,
  withoutTies,
} from './support/random_gradients.js';
import { pick } from './support/random_values.js';
import { testRandomly } from './support/seed.js';

const RUNS = 150;
const scatters = OPS.filter((op) => !isGather(op));

function expectClose(a: { value: number; scale: number }, b: typeof a, call: unknown): void {
  if (!(Math.abs(a.value - b.value) <= 1e-5 * Math.max(1, a.scale, b.scale))) {
    throw new Error(`${a.value} is not ${b.value}\ncall: ${JSON.stringify(call)}`);
  }
}

describeOnEveryBackend('derivatives', (driver) => {
  describe.each(OPS)('of %s', (op) => {
    testRandomly('first order is as defined', RUNS, async (draw) => {
      const use = randomDifferentiable(draw, op);
      const { call, outputs } = await gradientOf(driver, use, randomDirections(draw, use).dy);
      expectGradient(call, outputs);
    });

    testRandomly('second order is as defined', RUNS, async (draw) => {
      const use = randomDifferentiable(draw, op);
      const { call, outputs } = await secondOf(driver, use, randomDirections(draw, use));
      expectHigher(call, outputs, 1);
    });
  });

  testRandomly('first order is the slope of the op', RUNS, async (draw) => {
    const limits = { ...GRADIENT_LIMITS, maxRank: 4 };
    const use = withoutTies(draw, randomDifferentiable(draw, pick(draw, OPS), limits));
    const { dy } = randomDirections(draw, use);
    const { call, outputs } = await gradientOf(driver, use, dy);
    expectGradient(call, outputs, centralDifferences(use, dy));
  });

  testRandomly('<dy, Jv> is <J*dy, v>', RUNS, async (draw) => {
    const use = randomDifferentiable(draw, pick(draw, OPS));
    const directions = randomDirections(draw, use);
    const { dy, vData, vUpdates } = directions;
    const { outputs: pulled } = await gradientOf(driver, use, dy);
    const { call, outputs: pushed } = await secondOf(driver, use, directions);
    expectClose(
      inner([[dy, pushed.dy]]),
      inner([
        [pulled.data, vData],
        [pulled.updates, vUpdates],
      ]),
      call,
    );
  });

  testRandomly('the Hessian is symmetric', RUNS, async (draw) => {
    const product = randomDifferentiable(draw, pick(draw, scatters), GRADIENT_LIMITS, 'mul');
    const v = randomDirections(draw, product);
    const w = { ...randomDirections(draw, product), dy: v.dy };
    const { outputs: hv } = await secondOf(driver, product, v);
    const { call, outputs: hw } = await secondOf(driver, product, w);
    const along = (x: typeof v, h: typeof hv) =>
      inner([
        [x.vData, h.data],
        [x.vUpdates, h.updates],
      ]);
    expectClose(along(w, hv), along(v, hw), call);
  });
});
