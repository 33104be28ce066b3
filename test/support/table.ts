/** Runs a table of cases on every backend, and checks the table itself against the oracle. */
import type { OpCase } from '../conformance/cases/op_case.js';
import type { ForwardCall, Outcome } from './call.js';
import { expectFailure, expectResult, SAME_BITS, type Tolerance } from './compare.js';
import { casesFor, type Driver } from './driver.js';
import { forward, OutOfBounds } from './oracle.js';
import { toleranceOn } from './precision.js';
import { describeWithoutBackend } from './project.js';
import { named, testRows } from './rows.js';

function callOf({ form, op, inputs, options }: OpCase): ForwardCall {
  return { form, op, inputs, options, kind: 'forward' };
}

function expectFragments(row: OpCase, message: string, fragments: string[]): void {
  const missing = fragments.filter((part) => !message.toLowerCase().includes(part.toLowerCase()));
  if (missing.length > 0) {
    throw new Error(
      `"${row.name}": the message does not contain ${missing.join(' and ')}: ${message}`,
    );
  }
}

export function testTable(driver: Driver, cases: OpCase[], tolerance?: Tolerance): void {
  const rows = casesFor(driver, cases);
  if (rows.length === 0) {
    // cpu can hold everything.
    test('the backend cannot hold these cases', () => {
      expect(driver.backend).not.toBe('cpu');
    });
    return;
  }
  testRows('%s', named(rows), async (row) => {
    const call = callOf(row);
    const outcome = await driver.run(call);
    if ('error' in row) {
      expectFragments(row, expectFailure(call, outcome), row.error);
    } else {
      const wanted = toleranceOn(driver.precision, tolerance ?? SAME_BITS, call);
      expectResult(call, outcome, row.expected, wanted);
    }
  });
}

function oracleOutcome(call: ForwardCall): Outcome {
  const outputs = { result: forward(call) };
  return { outputs, inputsUnchanged: true, tensorsHeld: 1, tensorsLeft: 0 };
}

/** Errors in the table must be about index values. */
export function testTableAgainstOracle(cases: OpCase[], tolerance = SAME_BITS): void {
  describeWithoutBackend(() => {
    test.each(cases.map((row) => [row.name, row] as const))('oracle: %s', (_, row) => {
      const call = callOf(row);
      if ('error' in row) {
        expect(() => forward(call)).toThrow(OutOfBounds);
      } else {
        expectResult(call, oracleOutcome(call), row.expected, tolerance);
      }
    });
  });
}
