/** Runs the tables of cases in Node's own test runner, with the few globals of jest that they use. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { format, isDeepStrictEqual } from 'node:util';

/** Titles have `%s` for the first arguments. */
const each = (define) => (rows) => (title, body) => {
  for (const row of rows) {
    const args = [row].flat();
    const shown = args.slice(0, title.split('%s').length - 1);
    define(format(title, ...shown), () => body(...args));
  }
};

const matchers = (value, isNot) => {
  const matcher = (matches) => (expected) => {
    assert.notEqual(matches(expected), isNot, format('got %o, expected %o', value, expected));
  };
  return {
    toBe: matcher((expected) => Object.is(value, expected)),
    toBeFalsy: matcher(() => !value),
    toBeGreaterThan: matcher((expected) => value > expected),
    toBeUndefined: matcher(() => value === undefined),
    toContain: matcher((expected) => value.includes(expected)),
    toEqual: matcher((expected) => isDeepStrictEqual(value, expected)),
    toHaveLength: matcher((expected) => value.length === expected),
  };
};

Object.assign(globalThis, {
  describe: Object.assign(describe, { each: each(describe) }),
  // Node passes a context, which jest would take for a callback.
  test: Object.assign((title, body) => test(title, () => body()), { each: each(test) }),
  beforeAll: (body) => before(body),
  afterAll: (body) => after(body),
  expect: (value) => ({ ...matchers(value, false), not: matchers(value, true) }),
});

await import('../../test/conformance/counting.test.ts');
await import('../../test/conformance/gradient_cases.test.ts');
await import('../../test/conformance/indexing.test.ts');
await import('../../test/conformance/large_calls.test.ts');
await import('../../test/conformance/models.test.ts');
await import('../../test/conformance/own_cases.test.ts');
await import('../../test/conformance/segment_cases.test.ts');
await import('../../test/conformance/sparse.test.ts');
await import('../../test/conformance/spec_cases.test.ts');
