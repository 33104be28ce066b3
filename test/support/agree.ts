/** Compares a call's outcome on a backend with the oracle's. */
import type { OpUse, TensorData } from './call.js';
import { expectFailure, expectResult, SAME_BITS, SAME_NUMBER } from './compare.js';
import { type Driver } from './driver.js';
import { forward, OutOfBounds, ruleOf } from './oracle.js';
import { staysExact, toleranceOn } from './precision.js';

/** The oracle's result, or undefined where the call must fail. */
export function verdict(use: OpUse): TensorData | undefined {
  try {
    return forward(use);
  } catch (error) {
    if (error instanceof OutOfBounds) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Runs a call and throws unless it returns what the oracle says, or fails where the oracle does.
 * Calls whose values a backend cannot hold exactly are 'beyond' it.
 */
export async function agree(driver: Driver, use: OpUse): Promise<'value' | 'error' | 'beyond'> {
  if (!staysExact(driver.precision, use)) return 'beyond';
  const call = { ...use, kind: 'forward' } as const;
  const outcome = await driver.run(call);
  const expected = verdict(use);
  if (expected === undefined) {
    expect(expectFailure(call, outcome)).toContain(`${use.op}: `);
    return 'error';
  }
  const copies = ruleOf(use).reduction === 'none';
  const tolerance = toleranceOn(driver.precision, copies ? SAME_BITS : SAME_NUMBER, use);
  expectResult(call, outcome, expected, tolerance);
  return 'value';
}
