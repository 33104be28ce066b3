/** Runs calls, and tables of them, on a backend; checks tables against the oracle. */
import type { OpCase } from '../conformance/cases/op_case.js';
import type { SegmentCase } from '../conformance/cases/segments.js';
import type { SparseCase } from '../conformance/cases/sparse.js';
import { assignNameOf, type OpCall, type OpUse, type Success, type TensorData } from './call.js';
import {
  CLOSE,
  expectFailure,
  expectSuccess,
  expectTensor,
  SAME_BITS,
  SAME_NUMBER,
  type Tolerance,
} from './compare.js';
import { casesFor, type Driver } from './driver.js';
import { forward, ruleOf, unlessOutOfBounds } from './oracle.js';
import { canHold, staysExact, toleranceOn } from './precision.js';
import { describeWithoutBackend } from './project.js';
import { testRows } from './rows.js';

/** The outputs of a call that must succeed. */
export async function outputsOf({ run }: Driver, call: OpCall): Promise<Success['outputs']> {
  return expectSuccess(call, await run(call)).outputs;
}

/** Runs a call and expects these of its outputs, as precisely as the backend computes such an op. */
export async function expectOutputs(
  driver: Driver,
  call: OpCall,
  expected: Record<string, TensorData>,
  requested: Tolerance = CLOSE,
  use: OpUse | undefined = call.kind === 'forward' && !call.derivative ? call : undefined,
): Promise<void> {
  const outputs = await outputsOf(driver, call);
  const tolerance = toleranceOn(driver.precision, requested, use);
  for (const [name, tensor] of Object.entries(expected)) {
    expectTensor(call, outputs[name], tensor, tolerance);
  }
}

/** Runs a call that must fail, with all parts in its message. */
export async function expectError(
  { run }: Driver,
  call: OpCall,
  parts: readonly string[],
): Promise<void> {
  const message = expectFailure(call, await run(call));
  for (const part of parts) expect(message).toContain(part);
}

/**
 * Runs a call, or another way to make it, and throws unless it returns what the oracle says, or fails where
 * the oracle does. Calls whose values a backend cannot hold exactly are 'beyond' it.
 */
export async function agree(
  driver: Driver,
  use: OpUse,
  call: OpCall & { op: string } = { ...use, kind: 'forward' },
): Promise<'value' | 'error' | 'beyond'> {
  if (!staysExact(driver.precision, use)) return 'beyond';
  const result = unlessOutOfBounds(() => forward(use));
  if (result === undefined) {
    const name = 'form' in call && call.form === 'assign' ? assignNameOf(call.op) : call.op;
    await expectError(driver, call, [`${name}: indices has the value `]);
    return 'error';
  }
  const copies = ruleOf(use).reduction === 'none';
  await expectOutputs(driver, call, { result }, copies ? SAME_BITS : SAME_NUMBER, use);
  return 'value';
}

type Case = OpCall & { name: string } & ({ expected: TensorData } | { error: string | string[] });

/** A test for each case. */
export function testCases(driver: Driver, cases: readonly Case[], tolerance?: Tolerance): void {
  const rows = cases.map((each) => ['error' in each ? 'rejects: ' : '', each.name, each] as const);
  testRows('%s%s', rows, (each) =>
    'error' in each
      ? expectError(driver, each, [each.error].flat())
      : expectOutputs(driver, each, { result: each.expected }, tolerance),
  );
}

/** The same for cases of ops, of which a backend may hold none. */
export function testTable(driver: Driver, cases: OpCase[], tolerance = SAME_BITS): void {
  const rows = casesFor(driver, cases);
  if (rows.length > 0) {
    testCases(driver, rows, tolerance);
    return;
  }
  // cpu can hold everything.
  test('the backend cannot hold these cases', () => {
    expect(driver.backend).not.toBe('cpu');
  });
}

/** Returns the scatters among cases, into variables. */
export function intoVariables<Use extends { op: string; name: string; error?: string[] }>(
  cases: readonly Use[],
) {
  const assigns = ({ op, error }: Use) =>
    /^(scatter(Elements|ND)|at\.(?!get).*)$/.test(op) &&
    // What looks like the arguments of tf.scatterND has no variable.
    !error?.includes('tf.scatterND');
  return cases.filter(assigns).map((use) => ({
    ...use,
    name: `into a variable: ${use.name}`,
    form: 'assign' as const,
    ...(use.error && {
      error: use.error.map((part) => part.replace(`${use.op}: `, `${assignNameOf(use.op)}: `)),
    }),
  }));
}

/** Half floats cannot even keep infinities. */
function isInRange({ precision: { largest } }: Driver, { values }: TensorData): boolean {
  return largest === Infinity || values.every((value) => Math.abs(Number(value)) < largest);
}

/** Returns whether the backend can hold these values, without flushing any to 0. */
export function holdsValues(driver: Driver, x: TensorData): boolean {
  const { dtypes, precision } = driver;
  return (
    dtypes.includes(x.dtype) &&
    canHold(precision, x) &&
    isInRange(driver, x) &&
    x.values.every((value) => value === 0 || !(Math.abs(Number(value)) < precision.smallest))
  );
}

export function testSegmentTable(driver: Driver, cases: SegmentCase[]): void {
  const held = cases.filter(
    ({ inputs: { x }, expected }) => holdsValues(driver, x) && isInRange(driver, expected),
  );
  testCases(driver, held, { ...CLOSE, unit: 0 });
}

export function testSparseTable(driver: Driver, cases: SparseCase[]): void {
  const held = casesFor(driver, cases);
  testCases(
    driver,
    held.filter(({ expected }) => holdsValues(driver, expected)),
  );
}

/** Errors in the table must be about index values. */
export function testTableAgainstOracle(cases: OpCase[], tolerance = SAME_BITS): void {
  describeWithoutBackend(() => {
    test.each(cases.map((row) => [row.name, row] as const))('oracle: %s', (_, row) => {
      const result = unlessOutOfBounds(() => forward(row));
      if ('error' in row) expect(result).toBeUndefined();
      else expectTensor(row, result, row.expected, tolerance);
    });
  });
}
