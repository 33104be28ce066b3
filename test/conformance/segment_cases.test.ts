/** Literal cases of the segment ops: values, errors and derivatives, on every backend. */
import { emptyIntegers, segmentCases, segmentErrors, segmentGradients } from './cases/segments.js';
import { COMPUTED } from '../support/call.js';
import type { ForwardCall, SegmentCall } from '../support/call.js';
import {
  CLOSE,
  expectFailure,
  expectResult,
  expectSuccess,
  expectTensor,
} from '../support/compare.js';
import { describeOnEachBackendOnce, describeOnEveryBackend } from '../support/drivers.js';
import { type Precision, toleranceOn } from '../support/precision.js';
import { named, testRows } from '../support/rows.js';
import { ARG_OPS, SEGMENT_OPS, segmentResultShape } from '../support/segment_oracle.js';
import { holdsValues, testSegmentTable } from '../support/segment_table.js';
import { f32, i32 } from '../support/values.js';

/** The limits of int32, as far as the backend's tensors can hold them. */
function limits({ exactIntegers, largest }: Precision): { lowest: number; highest: number } {
  if (largest < 2 ** 31) return { lowest: -largest, highest: largest };
  return { lowest: -(2 ** 31), highest: exactIntegers < 2 ** 31 ? 2 ** 31 - 2 ** 7 : 2 ** 31 - 1 };
}

describeOnEveryBackend('the limits of int32', ({ run, precision }) => {
  test('at a dropped site', async () => {
    const inputs = { data: i32([1], [7]), indices: i32([2, 1], [1, 0]) };
    const options = { outOfBounds: 'drop', fill: 2 ** 31 - 1 };
    const call: ForwardCall = { op: 'gatherND', inputs, options, kind: 'forward' };
    const expected = i32([2], [limits(precision).highest, 7]);
    expectResult(call, await run(call), expected, toleranceOn(precision, CLOSE));
  });

  test.each(emptyIntegers)('$op: an empty segment of int32', async ({ extremum, ...use }) => {
    const call: SegmentCall = { ...use, kind: 'segment' };
    const expected = i32([2], [limits(precision)[extremum], 7]);
    expectResult(call, await run(call), expected, toleranceOn(precision, CLOSE));
  });
});

describeOnEachBackendOnce('segments', (driver) => {
  const { dtypes, precision } = driver;
  const close = toleranceOn(precision, CLOSE);
  testSegmentTable(driver, segmentCases);

  const errors = segmentErrors.filter(({ inputs }) => dtypes.includes(inputs.x.dtype));
  testRows('rejects: %s', named(errors), async ({ name, error, ...use }) => {
    const call: SegmentCall = { ...use, kind: 'segment' };
    const message = expectFailure(call, await driver.run(call));
    for (const part of error) expect(message).toContain(part);
    expect(name).not.toBe('');
  });

  const gradients = segmentGradients.filter(({ inputs: { x } }) => holdsValues(driver, x));
  const ways = [undefined, ...COMPUTED].flatMap((computed) =>
    gradients.map((each) => [each.name, computed ?? 'given', { ...each, computed }] as const),
  );
  testRows('derivatives: %s, ids %s', ways, async (each) => {
    const { name, dy, gradient, second, computed, ...use } = each;
    expect(name).not.toBe('');
    const ofDy = { kind: 'gradient', dy, computed } as const;
    const first: SegmentCall = { ...use, kind: 'segment', derivative: ofDy };
    const { data } = expectSuccess(first, await driver.run(first)).outputs;
    expectTensor(first, data, gradient, close);
    const derivative = { kind: 'second', dy, vData: second.v, computed } as const;
    const call: SegmentCall = { ...use, kind: 'segment', derivative };
    const { outputs } = expectSuccess(call, await driver.run(call));
    expectTensor(call, outputs.dy, second.dy, close);
    expectTensor(call, outputs.data, second.x, close);
  });

  test.each(ARG_OPS)('the gradient of %s is 0', async (op) => {
    const inputs = { x: f32([3], [1, 2, 2]), segmentIds: i32([3], [0, 0, -1]) };
    const derivative = { kind: 'gradient', dy: f32([1], [5]) } as const;
    const call: SegmentCall = { op, inputs, numSegments: 1, kind: 'segment', derivative };
    const { outputs } = expectSuccess(call, await driver.run(call));
    expectTensor(call, outputs.data, f32([3], [0, 0, 0]), close);
  });

  test.each([...SEGMENT_OPS, ...ARG_OPS])(
    'ids of %s get zeros if their gradient is requested',
    async (op) => {
      const inputs = { x: f32([3], [1, 2, 4]), segmentIds: i32([3], [0, -1, 0]) };
      const dy = f32(segmentResultShape({ op, inputs, numSegments: 3 }), [1, 2, 3]);
      const derivative = { kind: 'gradient', route: 'all', dy } as const;
      const call: SegmentCall = { op, inputs, numSegments: 3, kind: 'segment', derivative };
      const { outputs } = expectSuccess(call, await driver.run(call));
      expectTensor(call, outputs.indices, f32([3], [0, 0, 0]), close);
    },
  );

  test('LogSumExp has third-order gradients', async () => {
    const [x, vData, dy] = [f32([3], [0, 0, 0]), f32([3], [1, 0, 0]), f32([1], [9])];
    const inputs = { x, segmentIds: i32([3], [0, 0, 0]) };
    const derivative = { kind: 'third', dy, vData } as const;
    const op = 'unsortedSegmentLogSumExp';
    const call: SegmentCall = { op, inputs, numSegments: 1, kind: 'segment', derivative };
    const { outputs } = expectSuccess(call, await driver.run(call));
    expectTensor(call, outputs.dy, f32([1], [2 / 9]), close);
    expectTensor(call, outputs.data, f32([3], [2 / 3, -1 / 3, -1 / 3]), close);
  });
});
