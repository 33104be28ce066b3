/** Runs a table of segment cases on a backend. */
import type { SegmentCase } from '../conformance/cases/segments.js';
import type { SegmentCall, TensorData } from './call.js';
import { CLOSE, expectResult } from './compare.js';
import type { Driver } from './driver.js';
import { canHold, toleranceOn } from './precision.js';
import { testRows } from './rows.js';

/** Half floats cannot even keep infinities. */
function isInRange({ precision: { largest } }: Driver, { values }: TensorData): boolean {
  return largest === Infinity || values.every((value) => Math.abs(Number(value)) < largest);
}

/** Returns whether the backend can hold these values, without flushing any to 0. */
export function holdsValues(driver: Driver, x: TensorData): boolean {
  const { dtypes, precision } = driver;
  return (
    dtypes.includes(x.dtype) &&
    canHold(precision, x) &&
    isInRange(driver, x) &&
    x.values.every((value) => value === 0 || !(Math.abs(Number(value)) < precision.smallest))
  );
}

export function testSegmentTable(driver: Driver, cases: SegmentCase[]): void {
  const tolerance = { ...toleranceOn(driver.precision, CLOSE), unit: 0 };
  const held = cases.filter(
    ({ inputs: { x }, expected }) => holdsValues(driver, x) && isInRange(driver, expected),
  );
  const rows = held.map((each) => [each.op, each.name, each] as const);
  testRows('%s: %s', rows, async ({ name, expected, ...use }) => {
    expect(name).not.toBe('');
    const call: SegmentCall = { ...use, kind: 'segment' };
    expectResult(call, await driver.run(call), expected, tolerance);
  });
}
