/** GraphModels with the ops that the package adds to tfjs' converter, on every backend. */
import { registerConverterOps } from 'tfjs-gather-scatter/converter';
import { asyncDynamicGraphs, dynamicGraphs, unreadGraphs } from './cases/dynamic_graphs.js';
import { graphOpCases } from './cases/graph_ops.js';
import { type ModelCase, yOf } from './cases/graphs.js';
import { asyncModelCases, modelCases, modelErrors, readAgain, TFJS_OPS } from './cases/models.js';
import type { ModelCall } from '../support/call.js';
import { describeOnEachBackendOnce, type Driver } from '../support/drivers.js';
import { canHold } from '../support/precision.js';
import { describeWithoutBackend } from '../support/project.js';
import { named, testRows } from '../support/rows.js';
import { expectError, expectOutputs } from '../support/table.js';
import { CONVERTER_OPS } from '../../src/converter/converter_ops.js';

type Manner = Pick<ModelCall, 'kind' | 'outputs' | 'execution'>;

const execute: Manner = { kind: 'model', outputs: ['y'], execution: 'execute' };
const executeAsync: Manner = { ...execute, execution: 'executeAsync' };

const expectOutput = (driver: Driver, manner: Manner, { expected, ...graph }: ModelCase) =>
  expectOutputs(driver, { ...manner, ...graph, register: 'before loading' }, { y: expected[0] });

describeOnEachBackendOnce('models', (driver) => {
  const held = (cases: ModelCase[]) =>
    named(cases.filter(({ expected }) => canHold(driver.precision, expected[0])));

  testRows('%s', held([...modelCases, readAgain, ...unreadGraphs]), (each) =>
    expectOutput(driver, execute, each),
  );

  testRows('%s, behind control flow', held(asyncModelCases), (each) =>
    expectOutput(driver, executeAsync, each),
  );

  testRows('%s, awaited', held(asyncDynamicGraphs), (each) =>
    expectOutput(driver, executeAsync, each),
  );

  testRows('%s', held(dynamicGraphs), (each) => {
    if (driver.backend !== 'webgpu') return expectOutput(driver, execute, each);
    const advice = 'returned a promise. Please use model.executeAsync() instead.';
    return expectError(driver, { ...execute, ...each, register: 'before loading' }, [advice]);
  });

  testRows('rejects: %s', named(modelErrors), ({ error, ...graph }) =>
    expectError(driver, { ...execute, ...graph, register: 'before loading' }, [error]),
  );

  test('a model that was loaded before its ops were registered does not get them', async () => {
    for (const { name, model, inputs } of modelCases) {
      const call: ModelCall = { ...execute, model, inputs, register: 'after loading' };
      const { op } = yOf(model);
      if (TFJS_OPS.includes(op)) continue;
      expect(name).toContain(op);
      await expectError(driver, call, [`Unknown op '${op}'.`]);
    }
  });
});

describeWithoutBackend(() => {
  test('every op has a case', () => {
    const ops = modelCases.map(({ model }) => yOf(model).op);
    const cases = new Set([...ops, ...graphOpCases.map(({ op }) => op)]);
    expect([...cases].sort()).toEqual(Object.keys(CONVERTER_OPS).sort());
  });

  test('registerConverterOps returns the names of the ops that run', () => {
    expect(registerConverterOps()).toEqual(Object.keys(CONVERTER_OPS));
  });
});
