/** float32 results that match the cpu kernels bit for bit, with many duplicates. */
import * as tf from '@tensorflow/tfjs';
import fc from 'fast-check';
import type { ForwardCall } from '../support/call.js';
import { expectSuccess, expectTensor, SAME_NUMBER } from '../support/compare.js';
import { execute } from '../support/execute.js';
import { seed } from '../support/seed.js';
import { encodeNumber, f32, i32 } from '../support/values.js';
import { describeInPage, DRAWN, SCANNED, WEBGL_1 } from '../support/page/describe.js';

const PLACES = 300;
const UPDATES = 2000;

/** Floats of all magnitudes except denormals, which hardware may flush. */
const floats = fc
  .tuple(fc.double({ min: -2, max: 2, noNaN: true }), fc.integer({ min: -40, max: 40 }))
  .map(([x, e]) => Math.fround(x * 2 ** e))
  .filter((x) => Math.abs(x) > 2 ** -100);

function callsOf(slice: number): ForwardCall[] {
  const take = <T>(values: fc.Arbitrary<T>, size: number, salt: number) =>
    fc.sample(fc.array(values, { minLength: size, maxLength: size }), {
      seed: seed + salt,
      numRuns: 1,
    })[0];
  const shape = slice === 1 ? [] : [slice];
  const data = f32([PLACES, ...shape], take(floats, PLACES * slice, 1).map(encodeNumber));
  const updates = f32([UPDATES, ...shape], take(floats, UPDATES * slice, 2).map(encodeNumber));
  const places = fc.integer({ min: -PLACES, max: PLACES - 1 });
  const indices = i32([UPDATES, 1], take(places, UPDATES, 3));
  const inputs = { data, indices, updates };
  return ['none', 'add', 'max', 'min'].flatMap((reduction) =>
    [true, false].map((includeSelf) => ({
      kind: 'forward',
      op: 'scatterND',
      inputs,
      options: { reduction, includeSelf },
    })),
  );
}

describe.each([
  ['drawn', DRAWN],
  ['scanned', SCANNED],
  ['webgl 1', WEBGL_1],
])('%s', (_, flags) => {
  describeInPage('bit for bit', { flags }, (page) => {
    beforeAll(() => tf.setBackend('cpu'));

    test.each([1, 5])(`slices of %i (seed ${seed})`, async (slice) => {
      const calls = callsOf(slice);
      const outcomes = await page().run(calls);
      for (const [i, call] of calls.entries()) {
        const { outputs } = expectSuccess(call, await execute(call));
        const { result } = expectSuccess(call, outcomes[i]).outputs;
        expectTensor(call, result, outputs.result, SAME_NUMBER);
      }
    });
  });
});
