/** Compares the outcome of a call of tfjs' own ops with tfjs' documentation. */
import { isFailure } from '../support/call.js';
import type { Driver } from '../support/driver.js';
import { numbersOf } from '../support/values.js';
import { linearInputs } from './call.js';
import type { BuiltinCall } from './call.js';
import { expectedOf } from './oracle.js';

/** Runs a call; `results` says whether to compare the result: some of tfjs' own are not as documented. */
export async function expectBuiltin(
  { run }: Driver,
  call: BuiltinCall,
  results = call.accelerated,
): Promise<void> {
  const outcome = await run(call);
  const fail = (what: string) => new Error(`${what}\ncall: ${JSON.stringify(call)}`);
  if (isFailure(outcome)) throw fail(`failed: ${outcome.error}`);
  const { outputs, inputsUnchanged, tensorsLeft } = outcome;
  if (call.accelerated && !inputsUnchanged) throw fail('an input was changed');
  if (tensorsLeft !== 0) throw fail(`${tensorsLeft} tensors are left`);
  const expected = expectedOf(call);
  const { dtype: dtypeOfResult } = call.inputs[linearInputs(call)[0]];
  for (const [name, found] of Object.entries(outputs)) {
    if (name === 'result' && !results) continue;
    const { shape, y } = expected[name];
    const dtype = name === 'result' ? dtypeOfResult : 'float32';
    const signature = `${found.dtype} [${found.shape.join(', ')}]`;
    if (signature !== `${dtype} [${shape.join(', ')}]`) {
      throw fail(`${name} is ${signature}, expected ${dtype} [${shape.join(', ')}]`);
    }
    const values = numbersOf(found);
    const isAlike = (value: number, at: number) =>
      value === values[at] || Object.is(value, values[at]);
    const i = y.findIndex((value, at) => !isAlike(value, at));
    if (i >= 0 || values.length !== y.length) {
      throw fail(`${name} is [${values.join(', ')}], expected [${y.join(', ')}]`);
    }
  }
}
