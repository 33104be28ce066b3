/** Layers in models, against literal values and against their ops on each example, on every backend. */
import { layerCases } from '../conformance/cases/layers.js';
import { isFailure } from '../support/call.js';
import type { LayerCall, TensorData, TrainingCall } from '../support/call.js';
import { CLOSE, expectFailure, expectSuccess, expectTensor } from '../support/compare.js';
import { describeOnEachBackendOnce } from '../support/drivers.js';
import { toleranceOn } from '../support/precision.js';
import { expectAsExamples } from '../support/layer_examples.js';
import { testRows } from '../support/rows.js';
import { decodeNumber, f32, i32, numbersOf } from '../support/values.js';

/** The names of inputs that are indices. */
const INDICES = ['indices', 'segmentIds', 'sources', 'targets'];

/** The output's symbolic shape; -1 stands for null. */
const symbolicOf = ({ shape }: TensorData) => [-1, ...shape.slice(1)];

describeOnEachBackendOnce('layers', (driver) => {
  const rows = layerCases.map((each) => [each.op, JSON.stringify(each.config), each] as const);
  testRows('%s with %s', rows, async ({ expected, ...use }) => {
    const outputs = await expectAsExamples(driver, use);
    const call: LayerCall = { ...use, kind: 'layer' };
    expectTensor(call, outputs.result, expected, toleranceOn(driver.precision, CLOSE));
    expect(outputs.symbolicShape.values).toEqual(symbolicOf(expected));
  });

  test('indices that arrive as float32', async () => {
    for (const { expected, ...use } of layerCases) {
      const places = INDICES.filter((name) => name in use.inputs);
      const declared = Object.fromEntries(places.map((name) => [name, 'float32'] as const));
      const outputs = await expectAsExamples(driver, { ...use, declared });
      const call: LayerCall = { ...use, kind: 'layer' };
      expectTensor(call, outputs.result, expected, toleranceOn(driver.precision, CLOSE));
      expect(outputs.symbolicShape.values).toEqual(symbolicOf(expected));
    }
  });

  test('gradients pass through every op', async () => {
    for (const { expected, op, config, inputs } of layerCases) {
      if (expected.dtype !== 'float32') continue;
      const dy = f32(
        expected.shape,
        expected.values.map((_, i) => (i % 3) + 1),
      );
      const outputs = await expectAsExamples(driver, { op, config, inputs, dy });
      const gradients = ['gradient', ...('weights' in inputs ? ['ofWeights'] : [])];
      for (const name of gradients) {
        expect([name, numbersOf(outputs[name]).some((value) => value !== 0)]).toEqual([name, true]);
      }
    }
  });

  test('a network of layers is fitted, saved and loaded', async () => {
    // One step takes a second on a software GPU.
    const isOnGPU = ['webgl', 'webgpu'].includes(driver.backend);
    const [epochs, share] = isOnGPU ? [6, 0.7] : [12, 0.5];
    const call: TrainingCall = { kind: 'training', epochs, inputs: {} };
    const outcome = await driver.run(call);
    const { losses, predicted, loaded } = expectSuccess(call, outcome).outputs;
    const [first, ...later] = losses.values.map(decodeNumber);
    expect(later.at(-1)).toBeLessThan(first * share);
    expect(loaded).toEqual(predicted);
    expect(new Set(predicted.values).size).toBeGreaterThan(3);
  });

  test('an id of the next example is rejected, or its slice is dropped', async () => {
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
      // Only the GPU knows the values: predict slices its inputs.
      expect(['webgl', 'webgpu']).toContain(driver.backend);
      expect((await expectAsExamples(driver, use)).result.values).toEqual([1, 0, 4, 3]);
    }
  });

  test('an edge from a node of the next example is rejected, or reads zeros', async () => {
    const x = f32([2, 2, 1], [1, 2, 3, 4]);
    const ids = i32([2, 2], [0, 1, 1, 0]);
    const inputs = { x, sources: i32([2, 2], [1, 0, 0, 2]), targets: ids };
    const use = { op: 'gatherSegmentSum', config: { numSegments: 2 }, inputs } as const;
    const call: LayerCall = { ...use, kind: 'layer' };
    const outcome = await driver.run(call);
    if (isFailure(outcome)) {
      expect(expectFailure(call, outcome)).toContain('sources has the value 2 at [1, 1], expected');
    } else {
      expect(['webgl', 'webgpu']).toContain(driver.backend);
      expect((await expectAsExamples(driver, use)).result.values).toEqual([2, 1, 0, 3]);
    }
  });
});
