/** Layers in models, against literal values and against their ops on each example, on every backend. */
import { layerCases } from '../conformance/cases/layers.js';
import { isFailure } from '../support/call.js';
import type { LayerCall } from '../support/call.js';
import { CLOSE, expectFailure, expectTensor } from '../support/compare.js';
import { describeOnEachBackendOnce } from '../support/drivers.js';
import { toleranceOn } from '../support/precision.js';
import { expectAsExamples } from '../support/layer_examples.js';
import { testRows } from '../support/rows.js';
import { f32, i32, numbersOf } from '../support/values.js';

/** The names of inputs that are indices. */
const INDICES = ['indices', 'segmentIds', 'sources', 'targets', 'writeIndices'];

describeOnEachBackendOnce('layers', (driver) => {
  /** Compares a case with its op, and with the values and the symbolic shape that it states. */
  async function expectCase(
    { expected, ...use }: (typeof layerCases)[0],
    declared?: LayerCall['declared'],
  ): Promise<void> {
    const outputs = await expectAsExamples(driver, { ...use, declared });
    const tolerance = toleranceOn(driver.precision, CLOSE);
    expectTensor({ ...use, kind: 'layer' }, outputs.result, expected, tolerance);
    // -1 stands for null.
    expect(outputs.symbolicShape.values).toEqual([-1, ...expected.shape.slice(1)]);
  }

  const rows = layerCases.map((each) => [each.op, JSON.stringify(each.config), each] as const);
  testRows('%s with %s', rows, (row) => expectCase(row));

  test('indices that arrive as float32', async () => {
    for (const row of layerCases) {
      const places = INDICES.filter((name) => name in row.inputs);
      await expectCase(row, Object.fromEntries(places.map((name) => [name, 'float32'])));
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

  async function expectOutside(
    op: 'unsortedSegmentSum' | 'gatherSegmentSum',
    inputs: LayerCall['inputs'],
    message: string,
    values: number[],
  ): Promise<void> {
    const call: LayerCall = { kind: 'layer', op, config: { numSegments: 2 }, inputs };
    const outcome = await driver.run(call);
    if (isFailure(outcome)) {
      expect(expectFailure(call, outcome)).toContain(message);
    } else {
      // Only the GPU knows the values: predict slices its inputs.
      expect(['webgl', 'webgpu']).toContain(driver.backend);
      expect((await expectAsExamples(driver, call)).result.values).toEqual(values);
    }
  }

  test('an id of the next example is rejected, or its slice is dropped', () => {
    const inputs = { x: f32([2, 2], [1, 2, 3, 4]), segmentIds: i32([2, 2], [0, 2, 1, 0]) };
    const message = 'segmentIds has the value 2 at [0, 1], expected';
    return expectOutside('unsortedSegmentSum', inputs, message, [1, 0, 4, 3]);
  });

  test('an edge from a node of the next example is rejected, or reads zeros', () => {
    const [sources, targets] = [i32([2, 2], [1, 0, 0, 2]), i32([2, 2], [0, 1, 1, 0])];
    const inputs = { x: f32([2, 2, 1], [1, 2, 3, 4]), sources, targets };
    const message = 'sources has the value 2 at [1, 1], expected';
    return expectOutside('gatherSegmentSum', inputs, message, [2, 1, 0, 3]);
  });
});
