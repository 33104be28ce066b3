/** Layers in models, against literal values and against their ops on each example, on every backend. */
import { layerCases } from '../conformance/cases/layers.js';
import { isFailure, type LayerCall, type LayerUse } from '../support/call.js';
import type { TensorData, TrainingCall } from '../support/call.js';
import { CLOSE, expectFailure, expectSuccess, expectTensor } from '../support/compare.js';
import { describeOnEachBackendOnce, type Driver } from '../support/drivers.js';
import { canHold, staysExact, toleranceOn } from '../support/precision.js';
import { OPS, randomUse } from '../support/random_calls.js';
import { randomDirection } from '../support/random_gradients.js';
import { randomSegmentUse, randomSmoothUse } from '../support/random_segments.js';
import { testRows } from '../support/rows.js';
import { type Draw, testRandomly } from '../support/seed.js';
import { SEGMENT_OPS, segmentResultShape } from '../support/segment_oracle.js';
import { decodeNumber, f32, i32, numbersOf } from '../support/values.js';

const RUNS = 30;

/** Runs a layer, and holds its results against those of its op on each example. */
async function expectAsExamples(
  driver: Driver,
  use: Omit<LayerCall, 'kind'>,
): Promise<Record<string, TensorData>> {
  const call: LayerCall = { ...use, kind: 'layer' };
  const { outputs } = expectSuccess(call, await driver.run(call));
  const { result, loaded, examples, symbolicShape, symbolic } = outputs;
  const tolerance = toleranceOn(driver.precision, CLOSE);
  expectTensor(call, result, examples, tolerance);
  expectTensor(call, loaded, result, { relative: 0, signOfZero: true });
  expect(symbolic.dtype).toBe(result.dtype);
  const known = numbersOf(symbolicShape).map((length, d) =>
    length < 0 ? result.shape[d] : length,
  );
  expect(known).toEqual(result.shape);
  if (use.dy !== undefined) {
    const slack = { ...tolerance, relative: driver.precision.derivatives };
    expectTensor(call, outputs.gradient, outputs.exampleGradient, slack);
  }
  return outputs;
}

/** The examples are sliced and stacked by tfjs' own ops, which round int32 on webgpu. */
const roundsExamples = ({ backend }: Driver): boolean => backend === 'webgpu';

/** A call whose leading dimension can be that of a batch, or null. */
function randomBatches(draw: Draw, driver: Driver, op: (typeof OPS)[number]): LayerUse | null {
  const precision = roundsExamples(driver)
    ? { ...driver.precision, exactIntegers: 2 ** 24 }
    : driver.precision;
  const dtypes = ['float32', 'int32'] as const;
  const limits = { dtypes, precision, maxRank: 4, allowEmpty: false, allowErrors: false };
  const use = randomUse(draw, op, limits);
  const { data, indices, updates } = use.inputs;
  const { axis = 0, batchDims = 0 } = use.options ?? {};
  const fits = op.endsWith('Elements')
    ? axis !== 0 && axis !== -data.shape.length && indices.shape[0] === data.shape[0]
    : batchDims > 0;
  if (!fits || !staysExact(precision, use)) return null;
  const inputs = { data, indices, ...(updates === undefined ? {} : { updates }) };
  // tfjs makes columns of inputs of rank 1. A scalar serves all examples, which is no batch.
  const isColumn = Object.values(inputs).some(({ shape }) => shape.length < 2);
  return isColumn ? null : { op, config: use.options ?? {}, inputs };
}

/** Returns whether an example leaves a segment without a slice, which then holds an end of int32. */
function leavesEmpty(segmentIds: TensorData, numSegments: number): boolean {
  const [batch] = segmentIds.shape;
  const ids = numbersOf(segmentIds);
  const size = ids.length / batch;
  return Array.from({ length: batch }, (_, i) => ids.slice(i * size, (i + 1) * size)).some(
    (example) => new Set(example.filter((id) => id >= 0)).size < numSegments,
  );
}

describeOnEachBackendOnce('layers', (driver) => {
  const rows = layerCases.map((each) => [each.op, JSON.stringify(each.config), each] as const);
  testRows('%s with %s', rows, async ({ expected, symbolicShape, ...use }) => {
    const outputs = await expectAsExamples(driver, use);
    const call: LayerCall = { ...use, kind: 'layer' };
    expectTensor(call, outputs.result, expected, toleranceOn(driver.precision, CLOSE));
    expect(outputs.symbolicShape).toEqual(i32([symbolicShape.length], symbolicShape));
  });

  test('indices that arrive in float32', async () => {
    for (const { expected, symbolicShape, ...use } of layerCases) {
      const [, places] = Object.keys(use.inputs);
      const outputs = await expectAsExamples(driver, { ...use, declared: { [places]: 'float32' } });
      const call: LayerCall = { ...use, kind: 'layer' };
      expectTensor(call, outputs.result, expected, toleranceOn(driver.precision, CLOSE));
      expect(outputs.symbolicShape.values).toEqual(symbolicShape);
    }
  });

  test('the gradient of every op passes', async () => {
    for (const { expected, op, config, inputs } of layerCases) {
      if (expected.dtype !== 'float32') continue;
      const dy = f32(
        expected.shape,
        expected.values.map((_, i) => (i % 3) + 1),
      );
      const { gradient } = await expectAsExamples(driver, { op, config, inputs, dy });
      expect(numbersOf(gradient).some((value) => value !== 0)).toBe(true);
    }
  });

  testRandomly('ops on batches', OPS.length * RUNS * driver.share, async (draw) => {
    for (const op of OPS) {
      const use = randomBatches(draw, driver, op);
      if (use !== null) await expectAsExamples(driver, use);
    }
  });

  testRandomly('segment ops on batches', RUNS * driver.share, async (draw) => {
    for (const op of SEGMENT_OPS) {
      const { inputs, numSegments } = randomSegmentUse(draw, op, 4, false);
      const isBatch = inputs.segmentIds.shape.length > 1 && canHold(driver.precision, inputs.x);
      if (!isBatch || driver.precision.largest !== Infinity) continue;
      const isRounded = roundsExamples(driver) && inputs.x.dtype === 'int32';
      if (isRounded && leavesEmpty(inputs.segmentIds, numSegments)) continue;
      await expectAsExamples(driver, { op, config: { numSegments }, inputs });
    }
  });

  testRandomly('gradients of segment ops on batches', RUNS * driver.share, async (draw) => {
    for (const op of SEGMENT_OPS) {
      const { inputs, numSegments } = randomSmoothUse(draw, op);
      const { x, segmentIds } = inputs;
      if (segmentIds.shape.length < 2 || x.values.length === 0 || numSegments === 0) continue;
      const example = { x: { ...x, shape: x.shape.slice(1) }, segmentIds };
      const ids = { ...segmentIds, shape: segmentIds.shape.slice(1) };
      const shape = segmentResultShape({
        op,
        inputs: { ...example, segmentIds: ids },
        numSegments,
      });
      const dy = randomDirection(draw, [x.shape[0], ...shape]);
      await expectAsExamples(driver, { op, config: { numSegments }, inputs, dy });
    }
  });

  test('a network of layers is fitted, saved and loaded', async () => {
    const call: TrainingCall = { kind: 'training', epochs: 12, inputs: {} };
    const outcome = await driver.run(call);
    const { losses, predicted, loaded } = expectSuccess(call, outcome).outputs;
    const [first, ...later] = losses.values.map(decodeNumber);
    expect(later.at(-1)).toBeLessThan(first / 2);
    expect(loaded).toEqual(predicted);
    expect(new Set(predicted.values).size).toBeGreaterThan(3);
  });

  test('an id that would be of the next example is refused, or drops its slice', async () => {
    const x = f32([2, 2], [1, 2, 3, 4]);
    const inputs = { x, segmentIds: i32([2, 2], [0, 2, 1, 0]) };
    const use = { op: 'unsortedSegmentSum', config: { numSegments: 2 }, inputs } as const;
    const call: LayerCall = { ...use, kind: 'layer' };
    const outcome = await driver.run(call);
    if (isFailure(outcome)) {
      expect(expectFailure(call, outcome)).toContain(
        'segmentIds has the value 2 at [0, 1], expected',
      );
    } else {
      // Only a GPU knows the values: predict slices what it is given.
      expect(['webgl', 'webgpu']).toContain(driver.backend);
      expect((await expectAsExamples(driver, use)).result.values).toEqual([1, 0, 4, 3]);
    }
  });
});
