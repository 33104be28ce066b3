/** Runs a table of fused products on a backend. */
import type { SparseCase } from '../conformance/cases/sparse.js';
import type { SparseCall, SparseUse, TensorData } from './call.js';
import { CLOSE, expectResult } from './compare.js';
import type { Driver } from './driver.js';
import { canHold, toleranceOn } from './precision.js';
import { named, testRows } from './rows.js';
import { holdsValues } from './segment_table.js';

/** Returns whether the backend can hold a call's inputs. */
export const holdsInputs = ({ precision, dtypes }: Driver, { inputs }: SparseUse): boolean =>
  Object.values<TensorData | undefined>(inputs).every(
    (input) => !input || (canHold(precision, input) && dtypes.includes(input.dtype)),
  );

export function testSparseTable(driver: Driver, cases: SparseCase[]): void {
  const held = cases.filter(
    (each) => holdsInputs(driver, each) && holdsValues(driver, each.expected),
  );
  testRows('%s', named(held), async ({ name, expected, ...use }) => {
    expect(name).not.toBe('');
    const call: SparseCall = { ...use, kind: 'sparse' };
    expectResult(call, await driver.run(call), expected, toleranceOn(driver.precision, CLOSE));
  });
}
