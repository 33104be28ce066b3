/** Literal cases of the segment ops: values, errors and derivatives, on every backend. */
import { emptyIntegers, segmentCases, segmentErrors, segmentGradients } from './cases/segments.js';
import { COMPUTED } from '../support/call.js';
import type { ForwardCall, SegmentCall } from '../support/call.js';
import { casesFor, describeOnEachBackendOnce, describeOnEveryBackend } from '../support/drivers.js';
import type { Precision } from '../support/precision.js';
import { testRows } from '../support/rows.js';
import { ARG_OPS, SEGMENT_OPS, segmentResultShape } from '../support/segment_oracle.js';
import { expectOutputs, holdsValues, testCases, testSegmentTable } from '../support/table.js';
import { f32, i32 } from '../support/values.js';

/** The limits of int32, as far as the backend's tensors can hold them. */
function limits({ exactIntegers, largest }: Precision): { lowest: number; highest: number } {
  if (largest < 2 ** 31) return { lowest: -largest, highest: largest };
  return { lowest: -(2 ** 31), highest: exactIntegers < 2 ** 31 ? 2 ** 31 - 2 ** 7 : 2 ** 31 - 1 };
}

describeOnEveryBackend('the limits of int32', (driver) => {
  const ends = limits(driver.precision);

  test('at a dropped site', async () => {
    const inputs = { data: i32([1], [7]), indices: i32([2, 1], [1, 0]) };
    const options = { outOfBounds: 'drop', fill: 2 ** 31 - 1 };
    const call: ForwardCall = { op: 'gatherND', inputs, options, kind: 'forward' };
    await expectOutputs(driver, call, { result: i32([2], [ends.highest, 7]) });
  });

  test.each(emptyIntegers)('$op: an empty segment of int32', async ({ extremum, ...call }) => {
    await expectOutputs(driver, call, { result: i32([2], [ends[extremum], 7]) });
  });
});

describeOnEachBackendOnce('segments', (driver) => {
  testSegmentTable(driver, segmentCases);
  testCases(driver, casesFor(driver, segmentErrors));

  const gradients = segmentGradients.filter(({ inputs: { x } }) => holdsValues(driver, x));
  const ways = [undefined, ...COMPUTED].flatMap((computed) =>
    gradients.map((each) => [each.name, computed ?? 'given', { ...each, computed }] as const),
  );
  testRows('derivatives: %s, ids %s', ways, async ({ dy, gradient, second, computed, ...use }) => {
    const first: SegmentCall = { ...use, derivative: { kind: 'gradient', dy, computed } };
    await expectOutputs(driver, first, { data: gradient });
    const derivative = { kind: 'second', dy, vData: second.v, computed } as const;
    await expectOutputs(driver, { ...use, derivative }, { dy: second.dy, data: second.x });
  });

  const callOf = (op: SegmentCall['op'], x: number[], ids: number[], numSegments: number) => {
    const inputs = { x: f32([3], x), segmentIds: i32([3], ids) };
    return { kind: 'segment', op, inputs, numSegments } as const;
  };

  test.each(ARG_OPS)('the gradient of %s is 0', async (op) => {
    const derivative = { kind: 'gradient', dy: f32([1], [5]) } as const;
    const call = { ...callOf(op, [1, 2, 2], [0, 0, -1], 1), derivative };
    await expectOutputs(driver, call, { data: f32([3], [0, 0, 0]) });
  });

  const all = [...SEGMENT_OPS, ...ARG_OPS];
  test.each(all)('ids of %s get zeros if their gradient is requested', async (op) => {
    const call = callOf(op, [1, 2, 4], [0, -1, 0], 3);
    const dy = f32(segmentResultShape(call), [1, 2, 3]);
    const derivative = { kind: 'gradient', route: 'all', dy } as const;
    await expectOutputs(driver, { ...call, derivative }, { indices: f32([3], [0, 0, 0]) });
  });

  test('LogSumExp has third-order gradients', async () => {
    const [vData, dy] = [f32([3], [1, 0, 0]), f32([1], [9])];
    const derivative = { kind: 'third', dy, vData } as const;
    const call = { ...callOf('unsortedSegmentLogSumExp', [0, 0, 0], [0, 0, 0], 1), derivative };
    const expected = { dy: f32([1], [2 / 9]), data: f32([3], [2 / 3, -1 / 3, -1 / 3]) };
    await expectOutputs(driver, call, expected);
  });
});
