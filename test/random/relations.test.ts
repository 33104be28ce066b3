/** Random calls against each other: relations between ops that hold whatever the oracle believes. */
import type { OpUse, TensorData, Value } from '../support/call.js';
import { SAME_BITS, SAME_NUMBER } from '../support/compare.js';
import { describeOnEveryBackend, type Driver } from '../support/drivers.js';
import { type Limits, OPS, randomUse } from '../support/random_calls.js';
import { pick } from '../support/random_values.js';
import {
  addressesEmptyAxis,
  asTuples,
  clamped,
  isInside,
  leftOut,
  uniqueElements,
  uniqueTuples,
  updatesOf,
} from '../support/relations.js';
import { type Draw, testRandomly } from '../support/seed.js';
import { expectOutputs, outputsOf } from '../support/table.js';
import { POLICIES } from '../support/oracle_words.js';

const RUNS = 200;

async function resultOf(driver: Driver, use: OpUse): Promise<TensorData> {
  return (await outputsOf(driver, { ...use, kind: 'forward' })).result;
}

async function expectSame(driver: Driver, use: OpUse, other: OpUse): Promise<void> {
  const result = await resultOf(driver, other);
  await expectOutputs(driver, { ...use, kind: 'forward' }, { result }, SAME_BITS);
}

/** Returns a call with another policy, where negative indices wrap; only 'drop' keeps its fill. */
function withPolicy(use: OpUse, outOfBounds: string): OpUse {
  const { fill, ...options } = use.options ?? {};
  const isFilled = fill !== undefined && outOfBounds === 'drop';
  const policy = { ...(isFilled ? { fill } : {}), outOfBounds, wrapNegatives: true };
  return { ...use, options: { ...options, ...policy } };
}

/** The value of each dtype that changes nothing when added. */
const NEUTRAL: Record<TensorData['dtype'], Value> = {
  float32: 0,
  int32: 0,
  bool: false,
  string: '',
  complex64: [0, 0],
};

describeOnEveryBackend('relations', (driver) => {
  const limits: Limits = {
    dtypes: driver.dtypes,
    precision: driver.precision,
    maxRank: 5,
    allowEmpty: true,
    allowErrors: false,
  };
  const anyOp = (draw: Draw) => pick(draw, OPS);

  testRandomly('gathering returns what was written', RUNS * driver.share, async (draw) => {
    const make = pick(draw, [uniqueTuples, uniqueElements]);
    const use = make(draw, pick(draw, driver.dtypes), driver.precision);
    const written = await resultOf(driver, use);
    const op = use.op === 'scatterElements' ? 'gatherElements' : 'gatherND';
    const inputs = { data: written, indices: use.inputs.indices };
    const back = { kind: 'forward', op, inputs, options: use.options } as const;
    await expectOutputs(driver, back, { result: updatesOf(use) }, SAME_BITS);
  });

  testRandomly('adding nothing changes nothing', RUNS * driver.share, async (draw) => {
    const use = randomUse(draw, pick(draw, ['scatterElements', 'scatterND']), limits);
    const { data, indices } = use.inputs;
    const { dtype, shape, values } = updatesOf(use);
    const updates = { dtype, shape, values: values.map(() => NEUTRAL[dtype]) };
    const options = { ...use.options, reduction: 'add', includeSelf: true };
    const inputs = { data, indices, updates };
    const call = { kind: 'forward', op: use.op, inputs, options } as const;
    if (!(addressesEmptyAxis(use) && options.outOfBounds !== 'drop')) {
      await expectOutputs(driver, call, { result: data }, SAME_NUMBER);
    }
  });

  testRandomly('elements are tuples of all coordinates', RUNS * driver.share, async (draw) => {
    const use = randomUse(draw, pick(draw, ['gatherElements', 'scatterElements']), limits);
    if (!addressesEmptyAxis(use)) {
      await expectSame(driver, use, asTuples(use));
    }
  });

  testRandomly('policies differ only out of bounds', RUNS * driver.share, async (draw) => {
    const drawn = randomUse(draw, anyOp(draw), { ...limits, allowEmpty: false });
    const use = withPolicy(drawn, 'error');
    if (isInside(use)) {
      for (const policy of POLICIES) {
        await expectSame(driver, use, withPolicy(use, policy));
      }
    }
  });

  testRandomly('clamp is the same as clamping the indices', RUNS * driver.share, async (draw) => {
    const use = withPolicy(randomUse(draw, anyOp(draw), limits), 'clamp');
    if (!addressesEmptyAxis(use)) {
      await expectSame(driver, use, withPolicy(clamped(use), 'error'));
    }
  });

  testRandomly('drop is the same as leaving sites out', RUNS * driver.share, async (draw) => {
    const use = withPolicy(randomUse(draw, 'scatterND', limits), 'drop');
    if ((use.options?.batchDims ?? 0) === 0) {
      await expectSame(driver, use, withPolicy(leftOut(use), 'error'));
    }
  });
});
