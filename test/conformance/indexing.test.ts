/** Literal cases of /indexing. */
import { indexingCases, indexingErrors } from './cases/indexing.js';
import type { IndexingCall, IndexingUse, Outcome } from '../support/call.js';
import {
  CLOSE,
  expectFailure,
  expectResult,
  expectSuccess,
  expectTensor,
  SAME_NUMBER,
} from '../support/compare.js';
import { casesFor, describeOnEachBackendOnce, type Driver } from '../support/drivers.js';
import { toleranceOn } from '../support/precision.js';
import { named, testRows } from '../support/rows.js';
import { f32, i32 } from '../support/values.js';

const run = (driver: Driver, use: IndexingUse, derivative?: IndexingCall['derivative']) => {
  const call: IndexingCall = { ...use, kind: 'indexing', derivative };
  return driver.run(call).then((outcome): [IndexingCall, Outcome] => [call, outcome]);
};

describeOnEachBackendOnce('indexing', (driver) => {
  // casesFor only reads the usual inputs.
  const held = indexingCases.filter(
    ({ inputs, expected }) => casesFor(driver, [{ op: 'gatherND', inputs, expected }]).length > 0,
  );
  testRows(
    '%s: %s',
    held.map((row) => [row.op, row.name, row] as const),
    async (row) => {
      const { name, expected, ...use } = row;
      expect(name).not.toBe('');
      const [call, outcome] = await run(driver, use);
      expectResult(call, outcome, expected, toleranceOn(driver.precision, SAME_NUMBER));
    },
  );

  testRows('rejects: %s', named(indexingErrors), async ({ name, error, ...use }) => {
    expect(name).not.toBe('');
    const message = expectFailure(...(await run(driver, use)));
    for (const part of error) expect(message).toContain(part);
  });

  test('data that takeAlongAxis repeats gets the sum of gradients', async () => {
    const inputs = { data: f32([1, 3], [1, 2, 3]), indices: i32([2, 2], [2, 0, 1, -1]) };
    const dy = f32([2, 2], [1, 2, 3, 4]);
    const use: IndexingUse = { op: 'takeAlongAxis', inputs };
    const [call, outcome] = await run(driver, use, { kind: 'gradient', dy });
    const { data } = expectSuccess(call, outcome).outputs;
    expectTensor(call, data, f32([1, 3], [2, 3, 5]), toleranceOn(driver.precision, CLOSE));
  });
});
