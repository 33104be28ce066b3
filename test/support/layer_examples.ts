/** Compares layers in models with their ops on each example. */
import type { LayerCall, TensorData } from './call.js';
import { CLOSE, expectSuccess, expectTensor } from './compare.js';
import type { Driver } from './driver.js';
import { toleranceOn } from './precision.js';
import { numbersOf } from './values.js';

export async function expectAsExamples(
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
    if ('weights' in use.inputs) {
      expectTensor(call, outputs.ofWeights, outputs.exampleOfWeights, slack);
    }
  }
  return outputs;
}
