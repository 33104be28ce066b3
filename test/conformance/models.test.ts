/** GraphModels with the ops that the package adds to tfjs' converter, on every backend. */
import { asyncModelCases, modelCases, modelErrors, readAgain, TFJS_OPS } from './cases/models.js';
import type { ModelCall } from '../support/call.js';
import { CLOSE, expectFailure, expectSuccess, expectTensor } from '../support/compare.js';
import { describeOnEachBackendOnce, type Driver } from '../support/drivers.js';
import { canHold, toleranceOn } from '../support/precision.js';
import { describeWithoutBackend } from '../support/project.js';
import { named, testRows } from '../support/rows.js';
import { CONVERTER_OPS } from '../../src/converter/converter_ops.js';

type Manner = Pick<ModelCall, 'kind' | 'outputs' | 'execution'>;

const execute: Manner = { kind: 'model', outputs: ['y'], execution: 'execute' };
const executeAsync: Manner = { ...execute, execution: 'executeAsync' };

async function expectOutput(
  driver: Driver,
  manner: Manner,
  { name, expected, ...graph }: (typeof modelCases)[number],
): Promise<void> {
  expect(name).not.toBe('');
  const call: ModelCall = { ...manner, ...graph, register: 'before loading' };
  const { outputs } = expectSuccess(call, await driver.run(call));
  expectTensor(call, outputs.y, expected, toleranceOn(driver.precision, CLOSE));
}

describeOnEachBackendOnce('models', (driver) => {
  const held = (cases: typeof modelCases) =>
    named(cases.filter(({ expected }) => canHold(driver.precision, expected)));

  testRows('%s', held([...modelCases, readAgain]), (each) => expectOutput(driver, execute, each));

  testRows('%s, behind control flow', held(asyncModelCases), (each) =>
    expectOutput(driver, executeAsync, each),
  );

  testRows('rejects: %s', named(modelErrors), async ({ name, error, ...graph }) => {
    expect(name).not.toBe('');
    const call: ModelCall = { ...execute, ...graph, register: 'before loading' };
    expect(expectFailure(call, await driver.run(call))).toContain(error);
  });

  test('a model that was loaded before its ops were registered does not get them', async () => {
    for (const { name, model, inputs } of modelCases) {
      const call: ModelCall = { ...execute, model, inputs, register: 'after loading' };
      const op = model.node[model.node.length - 1].op;
      if (TFJS_OPS.includes(op)) continue;
      expect(name).toContain(op);
      expect(expectFailure(call, await driver.run(call))).toContain(`Unknown op '${op}'.`);
    }
  });
});

describeWithoutBackend(() => {
  test('every op has a case', () => {
    const ops = modelCases.map(({ model }) => model.node[model.node.length - 1].op);
    expect([...new Set(ops)].sort()).toEqual(Object.keys(CONVERTER_OPS).sort());
  });
});
