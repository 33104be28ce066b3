/** Compares outcomes with expectations, and shows the call in every failure. */
import {
  isFailure,
  type OpCall,
  type Outcome,
  type Success,
  type TensorData,
  type Value,
} from './call.js';
import type { Sum } from './oracle_derivatives.js';
import { decodeNumber, encodeNumber, normalize } from './values.js';

export interface Tolerance {
  /** |a - b| may be up to this times max(unit, |b|); 0 requires the same bits. */
  relative: number;
  /** Default: 1. */
  unit?: number;
  /** Whether 0 and -0 differ. */
  signOfZero: boolean;
  /** 0 matches any number below this. */
  smallest?: number;
}

export const SAME_BITS: Tolerance = { relative: 0, signOfZero: true };
export const SAME_NUMBER: Tolerance = { relative: 0, signOfZero: false };
export const CLOSE: Tolerance = { relative: 1e-5, signOfZero: false };

function fail(call: OpCall, what: string): never {
  throw new Error(`${what}\ncall: ${JSON.stringify(call)}`);
}

/** Checks every call: it succeeded, did not change its inputs, and leaked nothing. */
export function expectSuccess(call: OpCall, outcome: Outcome): Success {
  if (isFailure(outcome)) {
    return fail(call, `failed: ${outcome.error}`);
  }
  if (!outcome.inputsUnchanged) {
    fail(call, 'it changed an input');
  }
  const outputs = Object.keys(outcome.outputs).length;
  if (outcome.tensorsHeld !== outputs || outcome.tensorsLeft !== 0) {
    const { tensorsHeld, tensorsLeft } = outcome;
    fail(call, `${outputs} outputs, but tensors held: ${tensorsHeld}, left: ${tensorsLeft}`);
  }
  return outcome;
}

export function expectFailure(call: OpCall, outcome: Outcome): string {
  if (!isFailure(outcome)) {
    return fail(call, `should have failed; returned ${JSON.stringify(outcome.outputs)}`);
  }
  // When a gradient function throws, tfjs keeps the tensors that outer tapes had saved.
  const isThird = 'derivative' in call && call.derivative?.kind === 'third';
  const leaves = outcome.tensorsLeft !== 0 && !isThird;
  if (!outcome.inputsUnchanged || leaves) {
    fail(call, `failed as expected, but changed an input or leaked tensors: ${outcome.error}`);
  }
  if (/^not an Error|Cannot read prop|is not a function|Maximum call stack/.test(outcome.error)) {
    fail(call, `failed with an unintended error: ${outcome.error}`);
  }
  return outcome.error;
}

function closeNumbers(a: number, b: number, tolerance: Tolerance): boolean {
  const { relative, unit = 1, signOfZero, smallest = 0 } = tolerance;
  return (
    Object.is(a, b) ||
    (!signOfZero && a === b) ||
    Math.abs(a - b) < smallest ||
    (Number.isFinite(b) && Math.abs(a - b) <= relative * Math.max(unit, Math.abs(b)))
  );
}

/** Expects the dtype and shape of a tensor, and values that are all close to the wanted ones. */
function expectClose(
  call: OpCall,
  actual: TensorData | undefined,
  wanted: TensorData,
  isClose: (found: Value, i: number) => boolean,
): void {
  const signature = (tensor?: TensorData) =>
    `${tensor?.dtype} [${tensor?.shape.join(', ')}] of ${tensor?.values.length} values`;
  if (actual === undefined || signature(actual) !== signature(wanted)) {
    return fail(call, `got ${signature(actual)}, expected ${signature(wanted)}`);
  }
  const i = actual.values.findIndex((found, at) => !isClose(found, at));
  if (i >= 0) {
    const [found, value] = [actual.values[i], wanted.values[i]].map((x) => JSON.stringify(x));
    fail(
      call,
      `element ${i} is ${found}, expected ${value}\n` +
        `got: ${JSON.stringify(actual.values)}\nexpected: ${JSON.stringify(wanted.values)}`,
    );
  }
}

export function expectTensor(
  call: OpCall,
  actual: TensorData | undefined,
  expected: TensorData,
  tolerance: Tolerance,
): void {
  const { dtype, shape, values } = normalize(expected);
  const isExact = dtype !== 'float32' && dtype !== 'complex64';
  const numbers = (value: Value) => [value].flat().map(decodeNumber);
  expectClose(call, actual, { dtype, shape, values }, (found, i) => {
    if (isExact) return found === values[i];
    const parts = numbers(found);
    return numbers(values[i]).every((wanted, j) => closeNumbers(parts[j], wanted, tolerance));
  });
}

/** Expects a float32 tensor with each value correct up to rounding of its terms. */
export function expectSums(
  call: OpCall,
  actual: TensorData | undefined,
  shape: number[],
  expected: Sum[],
  relative: number,
): void {
  const values = expected.map(({ value }) => encodeNumber(Math.fround(value)));
  expectClose(call, actual, { dtype: 'float32', shape, values }, (x, i) => {
    const [found, { value, scale }] = [decodeNumber(x), expected[i]];
    return Object.is(found, value) || Math.abs(found - value) <= relative * Math.max(1, scale);
  });
}
