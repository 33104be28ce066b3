/**
 * Every public function with its gradients, and one call of each layer and of each op of models, on GPUs: the quick
 * tests run all their tables only in Node.
 */
import * as tf from '@tensorflow/tfjs';
import { layerCases } from '../conformance/cases/layers.js';
import { yOf } from '../conformance/cases/graphs.js';
import { modelCases } from '../conformance/cases/models.js';
import { gradientsOfAll } from '../support/all_calls.js';
import type { ModelCall } from '../support/call.js';
import { CLOSE } from '../support/compare.js';
import { describeOnEachBackendOnce } from '../support/drivers.js';
import { FUNCTIONS } from '../support/find_op.js';
import { expectAsExamples } from '../support/layer_examples.js';
import { testRows } from '../support/rows.js';
import { expectOutputs } from '../support/table.js';

const SIZES = { rows: 9, features: 6, sites: 7, segments: 5 };

/** The first of the cases for each op. */
function firsts<Case>(cases: readonly Case[], opOf: (each: Case) => string) {
  const ops = cases.map(opOf);
  return cases.map((each, i) => [ops[i], each] as const).filter(([op], i) => ops.indexOf(op) === i);
}

beforeAll(() => tf.setBackend('cpu'));

describeOnEachBackendOnce('smoke', (driver) => {
  const calls = gradientsOfAll(tf, FUNCTIONS, SIZES);
  let found: Record<string, number[][]> = {};

  beforeAll(async () => {
    found =
      (await driver.page?.().evaluate(async ({ gradientsOfAll, argument }) => {
        // All at once: each read of a GPU waits for a timer.
        const calls = Object.entries(gradientsOfAll(argument)).map(async ([name, call]) => {
          const values = call().map(async (tensor) => Array.from(await tensor.data()));
          return [name, await Promise.all(values)] as const;
        });
        return Object.fromEntries(await Promise.all(calls));
      }, SIZES)) ?? {};
  });

  test.each(Object.keys(calls))('%s, with gradients, as on cpu', (name) => {
    const expected = tf.tidy(() => calls[name]().map((tensor) => Array.from(tensor.dataSync())));
    const close = (values: number[]) => values.map((x) => expect.closeTo(x, 4) as number);
    expect(found[name]).toEqual(expected.map(close));
  });

  const layers = firsts(layerCases, ({ op }) => op);
  testRows('the layer of %s', layers, async (use) => {
    await expectAsExamples(driver, use);
  });

  const models = firsts(modelCases, ({ model }) => yOf(model).op);
  testRows('%s in a model', models, ({ model, inputs, expected }) => {
    const how = { kind: 'model', execution: 'execute', register: 'before loading' } as const;
    const call: ModelCall = { ...how, model, inputs, outputs: ['y'] };
    return expectOutputs(driver, call, { y: expected[0] }, CLOSE);
  });
});
