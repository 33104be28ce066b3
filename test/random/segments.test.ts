/** Random calls of the segment ops and their derivatives, against the definitions. */
import type { SegmentCall, SegmentUse } from '../support/call.js';
import { expectSums, expectTensor, SAME_NUMBER } from '../support/compare.js';
import { describeOnEachBackendOnce, type Driver } from '../support/drivers.js';
import { canHold } from '../support/precision.js';
import { randomDirection, randomlyComputed } from '../support/random_gradients.js';
import { randomlyBatched, randomSegmentUse, randomSmoothUse } from '../support/random_segments.js';
import { testRandomly } from '../support/seed.js';
import {
  ARG_OPS,
  SEGMENT_OPS,
  segmentForward,
  segmentGradient,
  segmentResultShape,
  segmentSecondOrder,
} from '../support/segment_oracle.js';
import { outputsOf } from '../support/table.js';
import { encodeNumber, numbersOf } from '../support/values.js';

const RUNS = 60;

async function expectForward(driver: Driver, use: SegmentUse): Promise<void> {
  const call: SegmentCall = { ...use, kind: 'segment' };
  const { largest } = driver.precision;
  const dtype = ARG_OPS.some((op) => op === use.op) ? 'int32' : use.inputs.x.dtype;
  const shape = segmentResultShape(use);
  const sums = segmentForward(use);
  const { result } = await outputsOf(driver, call);
  if (dtype === 'int32') {
    // int32 has no -0.
    const values = sums.map(({ value }) => value + 0);
    expectTensor(call, result, { dtype, shape, values }, SAME_NUMBER);
  } else {
    const held = (value: number) => Math.fround(Math.min(Math.max(value, -largest), largest));
    const expected = sums.map(({ value, scale }) => ({ value: held(value), scale }));
    expectSums(call, result, shape, expected, driver.precision.derivatives);
  }
}

/** Returns whether the backend can hold inputs and outputs. */
function isWithin({ precision }: Driver, use: SegmentUse): boolean {
  const { dtype } = use.inputs.x;
  const values = segmentForward(use).map(({ value }) => encodeNumber(value));
  if (dtype === 'int32') return canHold(precision, { dtype, shape: [values.length], values });
  if (precision.largest === Infinity) return true;
  // Half floats cannot even keep infinities.
  return (
    numbersOf(use.inputs.x).every((x) => Math.abs(x) < 128) &&
    values.every((value) => Number.isFinite(value))
  );
}

describeOnEachBackendOnce('random segments', (driver) => {
  describe.each([...ARG_OPS, ...SEGMENT_OPS])('%s', (op) => {
    testRandomly('is as defined', RUNS * driver.share, async (draw) => {
      const use = randomlyBatched(draw, randomSegmentUse(draw, op));
      if (isWithin(driver, use)) await expectForward(driver, use);
    });
  });

  describe.each(SEGMENT_OPS)('%s', (op) => {
    testRandomly('first order is the slope', RUNS * driver.share, async (draw) => {
      const use = randomlyBatched(draw, randomSmoothUse(draw, op));
      const dy = randomDirection(draw, segmentResultShape(use));
      const derivative = { kind: 'gradient', dy, ...randomlyComputed(draw, use.inputs.x) } as const;
      const call: SegmentCall = { ...use, kind: 'segment', derivative };
      const { data } = await outputsOf(driver, call);
      const expected = segmentGradient(use, numbersOf(dy));
      expectSums(call, data, use.inputs.x.shape, expected, driver.precision.derivatives);
    });

    testRandomly("second order is the slope's slope", RUNS * driver.share, async (draw) => {
      const use = randomlyBatched(draw, randomSmoothUse(draw, op));
      const dy = randomDirection(draw, segmentResultShape(use));
      const vData = randomDirection(draw, use.inputs.x.shape);
      const how = randomlyComputed(draw, use.inputs.x);
      const derivative = { kind: 'second', dy, vData, ...how } as const;
      const call: SegmentCall = { ...use, kind: 'segment', derivative };
      const outputs = await outputsOf(driver, call);
      const expected = segmentSecondOrder(use, numbersOf(dy), numbersOf(vData));
      expectSums(call, outputs.dy, dy.shape, expected.dy, driver.precision.derivatives);
      expectSums(call, outputs.data, vData.shape, expected.data, driver.precision.derivatives);
    });
  });
});
