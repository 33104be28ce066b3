/** tensorScatter: literal cases, random calls and derivatives, as a function, a kernel and into a variable. */
import {
  cacheCases,
  cacheErrors,
  droppedCases,
  functionErrors,
  gradientUses,
  onnxCases,
} from './cases/caches.js';
import { cacheGradients, cacheResult, writeInto } from '../support/cache_oracle.js';
import {
  type CacheCall,
  type CacheUse,
  COMPUTED,
  type DType,
  type TensorData,
} from '../support/call.js';
import { SAME_BITS } from '../support/compare.js';
import {
  casesFor,
  describeOnEachBackendOnce,
  describeOnEveryBackend,
  type Driver,
} from '../support/drivers.js';
import { canHold } from '../support/precision.js';
import { describeWithoutBackend } from '../support/project.js';
import { type Draw, testRandomly } from '../support/seed.js';
import { chance, int, pick, randomFactors, randomTensor } from '../support/random_values.js';
import { expectError, expectOutputs, testCases } from '../support/table.js';
import { f32, i32 } from '../support/values.js';

const RUNS = 60;

const WAYS: Pick<CacheCall, 'form' | 'hides'>[] = [
  {},
  { form: 'kernel' },
  { form: 'assign' },
  { hides: true },
  { form: 'kernel', hides: true },
  { form: 'assign', hides: true },
];

/** Whether a call can be made in a way: kernels take tensors, and a backend computes what its tensors can hold. */
function isPossible({ precision, backend }: Driver, { inputs, form, hides }: CacheCall): boolean {
  const { pastCache, writeIndices } = inputs;
  // A page cannot read what WebGPU has computed during a call, which strings need.
  if (hides && pastCache.dtype === 'string' && backend === 'webgpu') return false;
  const areTensors = !Object.values(inputs).some(({ plain }) => plain);
  const canHide =
    writeIndices !== undefined && !writeIndices.plain && canHold(precision, writeIndices);
  return (form !== 'kernel' || areTensors) && (!hides || canHide);
}

/** The same cases in all ways that are possible. */
const inAllWays = <Case extends CacheCall & { name: string }>(
  driver: Driver,
  cases: Case[],
): Case[] =>
  casesFor<Case>(driver, cases).flatMap((each) =>
    WAYS.map((way) => ({
      ...each,
      ...way,
      name: [each.name, ...Object.values(way)].join(', '),
    })).filter((call) => isPossible(driver, call)),
  );

/** Only the GPU knows what it has computed. */
const hides = ({ backend }: Driver) => ['webgl', 'webgpu', 'simulated'].includes(backend);

describeWithoutBackend(() => {
  test.each([...onnxCases, ...cacheCases, ...droppedCases].map((row) => [row.name, row] as const))(
    'oracle: %s',
    (_, { expected, ...use }) => {
      expect(cacheResult(use).values).toEqual(expected.values);
    },
  );
});

describeOnEveryBackend('tensorScatter', (driver) => {
  testCases(driver, inAllWays(driver, [...onnxCases, ...cacheCases]), SAME_BITS);

  const named = (each: (typeof cacheErrors)[0], form: 'kernel' | 'assign') => ({
    ...each,
    form,
    name: `${each.name}, ${form}`,
    ...(form === 'assign' && {
      error: each.error.map((part) => part.replace('tensorScatter:', 'assignTensorScatter:')),
    }),
  });
  const errors = [
    ...[...functionErrors, ...cacheErrors],
    ...cacheErrors.flatMap((each) => [named(each, 'kernel'), named(each, 'assign')]),
  ];
  testCases(driver, casesFor(driver, errors));

  test('positions outside that only a GPU knows are dropped', async () => {
    for (const each of inAllWays(driver, droppedCases)) {
      const { expected, ...call } = each;
      if (call.hides && hides(driver)) await expectOutputs(driver, call, { result: expected });
      else
        await expectError(driver, call, [
          'riteIndices has the value',
          'expected a position in [0, 1]',
        ]);
    }
  });
});

function randomUse(draw: Draw, dtypes: readonly DType[], driver: Driver): CacheUse {
  const rank = int(draw, 2, 4);
  const longest = rank === 2 ? 5 : 3;
  const shape = Array.from({ length: rank }, () => int(draw, 1, longest));
  const axis = int(draw, 1, rank - 1);
  const positions = shape[axis];
  const count = int(draw, 0, positions);
  const mode = pick(draw, ['linear', 'circular', undefined]);
  const { exactIntegers } = driver.precision;
  const large = Math.min(exactIntegers, 2 ** 31 - 1);
  const start = () => {
    if (mode !== 'circular') return int(draw, 0, positions - count);
    return chance(draw, 3) ? int(draw, -large, large) : int(draw, -3 * positions, 3 * positions);
  };
  const updateShape = shape.map((length, d) => (d === axis ? count : length));
  const dtype = pick(draw, dtypes);
  const tensor = (shape: number[]) => randomTensor(draw, dtype, shape, driver.precision);
  return {
    op: 'tensorScatter',
    inputs: {
      pastCache: tensor(shape),
      update: tensor(updateShape),
      ...((mode !== undefined || chance(draw, 2)) && {
        writeIndices: i32([shape[0]], Array.from({ length: shape[0] }, start)),
      }),
    },
    options: { axis: pick(draw, [axis, axis - rank]), ...(mode && { mode }) },
  };
}

async function expectGradients(driver: Driver, call: CacheCall, draw?: Draw) {
  const { pastCache, update } = call.inputs;
  const numbers = (shape: number[], values: number[]) =>
    draw
      ? randomFactors(draw, shape)
      : f32(
          shape,
          values.map((_, i) => i + 1),
        );
  const [dy, vData] = [0, 1].map(() => numbers(pastCache.shape, pastCache.values as number[]));
  const vUpdates = numbers(update.shape, update.values as number[]);
  const computed = draw && call.inputs.writeIndices && pick(draw, [undefined, ...COMPUTED]);
  const gradient = { kind: 'gradient', dy, computed } as const;
  const { data, updates } = cacheGradients(call, dy);
  await expectOutputs(driver, { ...call, derivative: gradient }, { data, updates });
  const second = { kind: 'second', dy, vData, vUpdates, computed } as const;
  const zeros = ({ shape, values }: TensorData) =>
    f32(
      shape,
      values.map(() => 0),
    );
  await expectOutputs(
    driver,
    { ...call, derivative: second },
    {
      dy: { ...dy, values: writeInto(call, vData.values, vUpdates.values) },
      data: zeros(pastCache),
      updates: zeros(update),
    },
  );
}

describeOnEachBackendOnce('tensorScatter, above the kernels', (driver) => {
  testRandomly('calls are as defined', RUNS * driver.share, async (draw) => {
    const use = randomUse(draw, driver.dtypes, driver);
    const call: CacheCall = { ...use, kind: 'cache', ...pick(draw, WAYS) };
    if (!isPossible(driver, call)) return;
    await expectOutputs(driver, call, { result: cacheResult(use) }, SAME_BITS);
  });

  testRandomly('derivatives are as defined', RUNS * driver.share, async (draw) => {
    const use = randomUse(draw, ['float32'], driver);
    const form = use.inputs.writeIndices && pick(draw, [undefined, 'kernel' as const]);
    await expectGradients(driver, { ...use, kind: 'cache', form }, draw);
  });

  test.each(gradientUses)('derivatives of $inputs.writeIndices.values, $options', async (use) => {
    for (const way of WAYS) {
      const call = { ...use, ...way };
      const hasGradient =
        way.form === undefined || (way.form === 'kernel' && use.inputs.writeIndices);
      if (hasGradient && isPossible(driver, call)) await expectGradients(driver, call);
    }
  });

  test('gradients that dy cannot reach are 0, whatever dy holds', async () => {
    const [use] = gradientUses;
    const dy = f32([2, 3], [1, 'NaN', 'Infinity', '-Infinity', 'NaN', 6]);
    const derivative = { kind: 'gradient', dy } as const;
    if (driver.precision.largest < Infinity) return;
    for (const form of [undefined, 'kernel'] as const) {
      await expectOutputs(driver, { ...use, form, derivative }, cacheGradients(use, dy));
    }
  });

  test('write indices get zeros', async () => {
    const [use] = gradientUses;
    const dy = f32([2, 3], [1, 2, 3, 4, 5, 6]);
    const derivative = { kind: 'gradient', route: 'all', dy } as const;
    for (const form of [undefined, 'kernel'] as const) {
      const expected = { indices: f32([2], [0, 0]), ...cacheGradients(use, dy) };
      await expectOutputs(driver, { ...use, form, derivative }, expected);
    }
  });

  test('a kernel that is differentiated needs write indices', async () => {
    const use = gradientUses.find(({ inputs }) => !inputs.writeIndices) ?? gradientUses[0];
    const derivative = { kind: 'gradient', dy: f32([2, 3], [1, 2, 3, 4, 5, 6]) } as const;
    const call: CacheCall = { ...use, form: 'kernel', derivative };
    await expectError(driver, call, ['tensorScatter: writeIndices is missing, expected a tensor.']);
  });
});
