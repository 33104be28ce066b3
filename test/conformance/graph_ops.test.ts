/** Ops of GraphModels that tfjs' converter lacks, against plain loops and, on tfjs-node, TensorFlow itself. */
import { graphOpCases, graphOpErrors, typesOf } from './cases/graph_ops.js';
import { computed, inIf, inWhile, type ModelCase } from './cases/graphs.js';
import type { ModelCall, TensorData, Value } from '../support/call.js';
import { SAME_BITS } from '../support/compare.js';
import { describeOnEachBackendOnce } from '../support/drivers.js';
import { canHold } from '../support/precision.js';
import { named, testRows } from '../support/rows.js';
import { expectError, expectOutputs } from '../support/table.js';

describeOnEachBackendOnce('ops of graphs', (driver) => {
  // On webgl, int32 is a float, which also holds larger numbers that end in zeros.
  const isFloat = (value: Value) => Math.fround(Number(value)) === value;
  const holds = (tensor: TensorData) =>
    canHold(driver.precision, tensor) ||
    (driver.precision.significand === 24 && tensor.values.every(isFloat));
  const all = graphOpCases.filter(({ tensors, expected }) =>
    [...tensors, ...expected].every(holds),
  );
  const held = named(all);
  const computable = named(
    all.filter(({ tensors }) => tensors.some(({ shape }) => shape.length > 0)),
  );
  const callOf = (
    { model, inputs }: Pick<ModelCase, 'model' | 'inputs'>,
    outputs: string[],
    execution: ModelCall['execution'] = 'execute',
  ): ModelCall => ({
    kind: 'model',
    model,
    inputs,
    outputs,
    execution,
    register: 'before loading',
  });

  const run =
    (execution: ModelCall['execution'], around = (each: ModelCase) => each) =>
    (each: ModelCase) => {
      const whole = around(each);
      const expected = Object.fromEntries(
        whole.expected.map((tensor, i) => [i === 0 ? 'y' : `y:${i}`, tensor]),
      );
      const call = callOf(whole, Object.keys(expected), execution);
      return expectOutputs(driver, call, expected, SAME_BITS);
    };

  testRows('rejects: %s', named(graphOpErrors), (each) =>
    expectError(driver, callOf(each, ['y']), [each.name]),
  );

  testRows('%s, from the host', held, run('execute'));
  testRows('%s, computed', computable, run('executeAsync', computed));
  testRows('%s, in If', held, run('executeAsync', inIf));
  testRows('%s, in While', held, run('executeAsync', inWhile));

  if (driver.backend !== 'tensorflow') return;
  // tfjs-node cannot run it.
  const known = all.filter(({ op }) => op !== 'RaggedTensorToTensor');

  test.each(known)('$name, in TensorFlow itself', async (each) => {
    const { op, tensors, attributes, expected } = each;
    const { runInTensorFlow } = await import('../support/tensorflow.js');
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const wide = op === 'SparseReorder' ? [0, 2] : [];
    const given = { ...typesOf(op, tensors), ...attributes };
    const found = await runInTensorFlow(op, tensors, given, { wide, outputs: expected.length });
    expect(found).toEqual(expected);
  });
});
