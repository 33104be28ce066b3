/** Ops of GraphModels that tfjs' converter lacks, against plain loops and, on tfjs-node, TensorFlow itself. */
import {
  computed,
  fromHost,
  type GraphOpCase,
  graphOpCases,
  graphOpErrors,
  inIf,
  inWhile,
  typesOf,
} from './cases/graph_ops.js';
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
  const all = graphOpCases.filter(({ inputs, expected }) => [...inputs, ...expected].every(holds));
  const held = named(all);
  const computable = named(
    all.filter(({ inputs }) => inputs.some(({ shape }) => shape.length > 0)),
  );

  const run =
    (graphOf: typeof fromHost, execution: ModelCall['execution']) => (each: GraphOpCase) => {
      const { model, inputs, expected } = graphOf(each);
      const outputs = Object.keys(expected);
      const call: ModelCall = {
        kind: 'model',
        model,
        inputs,
        outputs,
        execution,
        register: 'before loading',
      };
      return expectOutputs(driver, call, expected, SAME_BITS);
    };

  testRows('rejects: %s', named(graphOpErrors), (each) => {
    const { model, inputs } = fromHost(each);
    const manner = { kind: 'model', execution: 'execute', register: 'before loading' } as const;
    return expectError(driver, { ...manner, model, inputs, outputs: ['y'] }, [each.name]);
  });

  testRows('%s, from the host', held, run(fromHost, 'execute'));
  testRows('%s, computed', computable, run(computed, 'executeAsync'));
  testRows('%s, in If', held, run(inIf, 'executeAsync'));
  testRows('%s, in While', held, run(inWhile, 'executeAsync'));

  if (driver.backend !== 'tensorflow') return;
  // tfjs-node cannot run it.
  const known = all.filter(({ op }) => op !== 'RaggedTensorToTensor');

  test.each(known)('$name, in TensorFlow itself', async (each) => {
    const { op, inputs, attributes, expected } = each;
    const { runInTensorFlow } = await import('../support/tensorflow.js');
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const wide = op === 'SparseReorder' ? [0, 2] : [];
    const given = { ...typesOf(each), ...attributes };
    const found = await runInTensorFlow(op, inputs, given, { wide, outputs: expected.length });
    expect(found).toEqual(expected);
  });
});
