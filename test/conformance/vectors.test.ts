/**
 * Every case of the shared vector files, on every backend, if CONFORMANCE_VECTORS names their
 * folder. A folder that cannot be read fails the run. The headers of the files explain the format.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallInputs, CallOptions, DType, ForwardCall, TensorData } from '../support/call.js';
import { CLOSE, expectTensor } from '../support/compare.js';
import { expectVector, type LossVector } from '../support/loss_vectors.js';
import {
  casesFor,
  describeOnEachBackendOnce,
  describeOnEveryBackend,
  type Driver,
} from '../support/drivers.js';
import { describeWithoutBackend } from '../support/project.js';
import { named, testRows } from '../support/rows.js';
import { forward } from '../support/oracle.js';
import { IN_MEMORY } from '../support/precision.js';
import { expectError, expectOutputs } from '../support/table.js';

interface FileCase {
  name: string;
  op: string;
  attrs: Record<string, unknown>;
  inputs: CallInputs;
}

interface ConformanceCase extends FileCase {
  /** Without it, the call must fail. */
  expected?: TensorData;
}

type Derivative = 'v_data' | 'v_updates' | 'h_data' | 'h_updates';

interface GradientCase extends FileCase {
  y: TensorData;
  dy: TensorData;
  d_data: TensorData;
  d_updates?: TensorData;
  hvp?: Record<Derivative, TensorData>;
}

interface VectorFile<Case> {
  header: { count: number };
  cases: Case[];
}

const OPTIONS: Record<string, keyof CallOptions> = {
  axis: 'axis',
  batch_dims: 'batchDims',
  reduction: 'reduction',
  use_init_val: 'includeSelf',
  out_of_bounds: 'outOfBounds',
};

/** Reads a file, with tensors of the dtypes that tfjs has for theirs. */
function read<Case>(folder: string, name: string): VectorFile<Case> {
  const ofTfjs = (_: string, value: Partial<TensorData & { tfjsDtype: DType }> | null) => {
    if (!value?.shape) return value;
    const { dtype, tfjsDtype, shape, values } = value;
    return { dtype: tfjsDtype ?? (dtype === 'int32' ? dtype : 'float32'), shape, values };
  };
  return JSON.parse(readFileSync(join(folder, name), 'utf8'), ofTfjs) as VectorFile<Case>;
}

function callOf({ op, attrs, inputs }: FileCase): ForwardCall {
  const options = Object.entries(attrs).map(([name, value]) => [OPTIONS[name], value] as const);
  return {
    kind: 'forward',
    op: (op[0].toLowerCase() + op.slice(1)) as ForwardCall['op'],
    inputs,
    options: Object.fromEntries(options),
  };
}

/** Tests the cases of a file that a backend can hold, and that all of them run. */
function testFile<Case extends { name: string }>(
  title: string,
  { header, cases }: VectorFile<FileCase>,
  count: number,
  heldBy: (driver: Driver) => Case[],
  body: (driver: Driver, each: Case) => Promise<void>,
): void {
  describeWithoutBackend(() => {
    test(`the header of the ${title} counts its cases`, () => {
      expect(header.count).toBe(count);
      expect(cases).toHaveLength(count);
    });
  });

  describeOnEveryBackend(title, (driver) => {
    const held = heldBy(driver);
    let ran = 0;

    testRows('%s', named(held), async (each) => {
      await body(driver, each);
      ran++;
    });

    test('every case that the backend can hold ran', () => {
      expect(ran).toBe(driver.precision === IN_MEMORY ? count : held.length);
      expect(ran).toBeGreaterThan(0.85 * count);
    });
  });
}

function testConformance(folder: string): void {
  const file = read<ConformanceCase>(folder, 'conformance.json');
  const calls = file.cases.map((each) => ({
    ...callOf(each),
    name: each.name,
    expected: each.expected,
  }));

  describeWithoutBackend(() => {
    test.each(calls.map((call) => [call.name, call] as const))(
      'oracle: %s',
      (_, { expected, ...call }) => {
        if (expected) expectTensor(call, forward(call), expected, CLOSE);
      },
    );
  });

  const held = (driver: Driver) => casesFor(driver, calls);
  testFile('conformance vectors', file, 295, held, async (driver, { expected, ...call }) => {
    if (expected === undefined) await expectError(driver, call, []);
    else await expectOutputs(driver, call, { result: expected });
  });
}

function testGradients(folder: string): void {
  const file = read<GradientCase>(folder, 'gradients.json');

  testFile(
    'gradient vectors',
    file,
    40,
    () => file.cases,
    async (driver, each) => {
      const { y, dy, d_data, d_updates, hvp } = each;
      const call = callOf(each);
      await expectOutputs(driver, call, { result: y });
      const gradients = { data: d_data, ...(d_updates && { updates: d_updates }) };
      const first = { kind: 'gradient', dy } as const;
      await expectOutputs(driver, { ...call, derivative: first }, gradients);
      if (hvp === undefined) return;
      const second = { kind: 'second', dy, vData: hvp.v_data, vUpdates: hvp.v_updates } as const;
      const hessian = { data: hvp.h_data, updates: hvp.h_updates };
      await expectOutputs(driver, { ...call, derivative: second }, hessian);
    },
  );
}

function testLosses(folder: string): void {
  const text = readFileSync(join(folder, 'losses.json'), 'utf8');
  const { cases } = JSON.parse(text) as { cases: LossVector[] };

  // Half floats hold none of them.
  describeOnEachBackendOnce('loss vectors', (driver) => {
    const rows = cases.flatMap((each, i) =>
      each.logits.shape.map(
        (_, axis) => [`case ${i}, classes on axis ${axis}`, { each, axis }] as const,
      ),
    );
    testRows('%s', rows, ({ each, axis }) => expectVector(driver, each, axis));

    test('the file has cases', () => {
      expect(cases).toHaveLength(63);
    });
  });
}

const folder = process.env.CONFORMANCE_VECTORS;

if (folder === undefined) {
  test('no vectors are given: CONFORMANCE_VECTORS is unset', () => {
    expect(process.env).not.toHaveProperty('CONFORMANCE_VECTORS');
  });
} else {
  testConformance(folder);
  testGradients(folder);
  testLosses(folder);
}
