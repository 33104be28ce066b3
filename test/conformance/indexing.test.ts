/** Literal cases of /indexing. */
import { indexingCases, indexingErrors } from './cases/indexing.js';
import type { IndexingCall } from '../support/call.js';
import { SAME_NUMBER } from '../support/compare.js';
import { casesFor, describeOnEachBackendOnce } from '../support/drivers.js';
import { expectOutputs, testCases } from '../support/table.js';
import { f32, i32 } from '../support/values.js';

describeOnEachBackendOnce('indexing', (driver) => {
  testCases(driver, casesFor(driver, indexingCases), SAME_NUMBER);
  testCases(driver, indexingErrors);

  test('data that takeAlongAxis repeats gets the sum of gradients', async () => {
    const inputs = { data: f32([1, 3], [1, 2, 3]), indices: i32([2, 2], [2, 0, 1, -1]) };
    const derivative = { kind: 'gradient', dy: f32([2, 2], [1, 2, 3, 4]) } as const;
    const call: IndexingCall = { kind: 'indexing', op: 'takeAlongAxis', inputs, derivative };
    await expectOutputs(driver, call, { data: f32([1, 3], [2, 3, 5]) });
  });
});
