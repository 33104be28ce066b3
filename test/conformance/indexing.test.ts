/** Literal cases of /indexing. */
import { indexingCases, indexingErrors } from './cases/indexing.js';
import type { IndexingCall } from '../support/call.js';
import { SAME_NUMBER } from '../support/compare.js';
import { casesFor, describeOnEachBackendOnce } from '../support/drivers.js';
import { expectOutputs, intoVariables, testCases } from '../support/table.js';
import { f32, i32 } from '../support/values.js';

describeOnEachBackendOnce('indexing', (driver) => {
  for (const cases of [indexingCases, intoVariables(indexingCases)]) {
    testCases(driver, casesFor(driver, cases), SAME_NUMBER);
  }
  testCases(driver, [...indexingErrors, ...intoVariables(indexingErrors)]);

  test('data that takeAlongAxis repeats gets the sum of gradients', async () => {
    const inputs = { data: f32([1, 3], [1, 2, 3]), indices: i32([2, 2], [2, 0, 1, -1]) };
    const derivative = { kind: 'gradient', dy: f32([2, 2], [1, 2, 3, 4]) } as const;
    const call: IndexingCall = { kind: 'indexing', op: 'takeAlongAxis', inputs, derivative };
    await expectOutputs(driver, call, { data: f32([1, 3], [2, 3, 5]) });
  });

  test('updates that putAlongAxis repeats get the sum of gradients, of both orders', async () => {
    const inputs = {
      data: f32([2, 3], [10, 30, 20, 60, 40, 50]),
      indices: i32([1, 2], [2, 0]),
      updates: f32([2, 1], [7, 8]),
    };
    const dy = f32([2, 3], [1, 2, 4, 8, 16, 32]);
    const call = { kind: 'indexing', op: 'putAlongAxis', inputs } as const;
    const first = { data: f32([2, 3], [0, 2, 0, 0, 16, 0]), updates: f32([2, 1], [5, 40]) };
    await expectOutputs(driver, { ...call, derivative: { kind: 'gradient', dy } }, first);
    // Gradients do not depend on data and updates, and the sum of their products with vData and vUpdates is linear in dy.
    const vData = f32([2, 3], [1, 1, 1, 1, 2, 1]);
    const vUpdates = f32([2, 1], [3, 5]);
    const second = { kind: 'second', dy, vData, vUpdates } as const;
    await expectOutputs(
      driver,
      { ...call, derivative: second },
      {
        data: f32([2, 3], [0, 0, 0, 0, 0, 0]),
        updates: f32([2, 1], [0, 0]),
        dy: f32([2, 3], [3, 1, 3, 5, 2, 5]),
      },
    );
  });

  test('of updates that putAlongAxis puts in one place, the last gets the gradient', async () => {
    const inputs = {
      data: f32([1, 3], [1, 2, 3]),
      indices: i32([2, 2], [2, 0, 1, -1]),
      updates: f32([2, 2], [4, 5, 6, 7]),
    };
    const derivative = { kind: 'gradient', dy: f32([1, 3], [1, 2, 4]) } as const;
    const call: IndexingCall = { kind: 'indexing', op: 'putAlongAxis', inputs, derivative };
    await expectOutputs(driver, call, {
      data: f32([1, 3], [0, 0, 0]),
      updates: f32([2, 2], [0, 1, 2, 4]),
    });
  });
});
