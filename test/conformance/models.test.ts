/** GraphModels with the ops that the package adds to tfjs' converter, on every backend. */
import { registerConverterOps } from 'tfjs-gather-scatter/converter';
import { asyncDynamicGraphs, dynamicGraphs, unreadGraphs } from './cases/dynamic_graphs.js';
import { graphOpCases } from './cases/graph_ops.js';
import { fed, inIf, inWhile, type ModelCase, yOf } from './cases/graphs.js';
import { asyncModelCases, modelCases, modelErrors, readAgain, TFJS_OPS } from './cases/models.js';
import type { ModelCall, TensorData } from '../support/call.js';
import { CLOSE } from '../support/compare.js';
import { describeOnEachBackendOnce, type Driver } from '../support/drivers.js';
import { canHold } from '../support/precision.js';
import { describeWithoutBackend } from '../support/project.js';
import { named, testRows } from '../support/rows.js';
import { expectError, expectOutputs, outputsOf } from '../support/table.js';
import { CONVERTER_OPS } from '../../src/converter/converter_ops.js';

type Manner = Pick<ModelCall, 'kind' | 'outputs' | 'execution'>;

const execute: Manner = { kind: 'model', outputs: ['y'], execution: 'execute' };
const executeAsync: Manner = { ...execute, execution: 'executeAsync' };

const expectOutput = (driver: Driver, manner: Manner, { expected, ...graph }: ModelCase) =>
  expectOutputs(driver, { ...manner, ...graph, register: 'before loading' }, { y: expected[0] });

/** Differences of float32 numbers. */
const ROUNDED = { ...CLOSE, relative: 1e-4 };

const isFloat = ({ dtype }: TensorData) => dtype === 'float32';
const hasFinite = ({ values }: TensorData) =>
  values.every((value) => Number.isFinite(Number(value)));

/** Cases of floats; indices of floats are none to differentiate. */
const differentiable = [...modelCases, ...graphOpCases]
  .map(fed)
  .filter(
    ({ name, inputs, expected }) =>
      !/^Unique|by floats/.test(name) &&
      Object.values(inputs).some(isFloat) &&
      expected.some(isFloat) &&
      [...Object.values(inputs), ...expected].every(hasFinite),
  );

/** The first of these for each op. */
const firsts = new Map(differentiable.reverse().map((each) => [yOf(each.model).op, each]));

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

  const toDifferentiate = driver.backend === 'cpu' ? differentiable : [...firsts.values()];

  testRows('differentiates %s, also in If and While', named(toDifferentiate), async (graph) => {
    const { expected } = graph;
    const outputs = expected.map((_, i) => `y:${i}`);
    const all = { ...execute, ...graph, outputs, register: 'before loading' } as const;
    const differencesOf = (outputs: string[]) =>
      outputsOf(driver, { ...all, outputs, gradient: 'differences' });
    const differences = await differencesOf(outputs);
    const taped = { ...all, gradient: 'taped' } as const;
    await expectOutputs(driver, taped, differences, ROUNDED);
    const output = expected.findIndex(isFloat);
    const ofOne = outputs.length > 1 ? await differencesOf([outputs[output]]) : differences;
    for (const around of [inIf, inWhile]) {
      const call = { ...taped, ...executeAsync, ...around(graph, output) };
      await expectOutputs(driver, call, ofOne, ROUNDED);
    }
  });

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

  test('every op on floats is differentiated', () => {
    const others = Object.keys(CONVERTER_OPS).filter((op) => !firsts.has(op));
    expect(others).toEqual(['InvertPermutation', 'LeftShift', 'RightShift', 'Unique', 'UniqueV2']);
  });

  test('registerConverterOps returns the names of the ops that run', () => {
    expect(registerConverterOps()).toEqual(Object.keys(CONVERTER_OPS));
  });
});
