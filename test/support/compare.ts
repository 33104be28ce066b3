/** Compares outcomes with expectations, and shows the call in every failure. */
import { isFailure, type OpCall, type Outcome, type Success, type TensorData } from './call.js';
import type { Sum } from './oracle_derivatives.js';
import { decodeNumber, normalize } from './values.js';

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
  const leaves = outcome.tensorsLeft !== 0 && call.kind !== 'third';
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
    Math.abs(a - b) <= relative * Math.max(unit, Math.abs(b))
  );
}

function numeric(tensor: TensorData): boolean {
  return tensor.dtype === 'float32' || tensor.dtype === 'complex64';
}

function firstDifference(actual: TensorData, expected: TensorData, tolerance: Tolerance): number {
  if (!numeric(expected)) {
    return expected.values.findIndex((value, i) => actual.values[i] !== value);
  }
  return expected.values.findIndex((value, i) => {
    const [wanted, found] = [value, actual.values[i]].map((x) => (Array.isArray(x) ? x : [x]));
    return !wanted.every((part, j) =>
      closeNumbers(decodeNumber(found[j]), decodeNumber(part), tolerance),
    );
  });
}

export function expectTensor(
  call: OpCall,
  actual: TensorData | undefined,
  expected: TensorData,
  tolerance: Tolerance,
): void {
  const wanted = normalize(expected);
  const signature = (tensor?: TensorData) =>
    `${tensor?.dtype} [${tensor?.shape.join(', ')}] of ${tensor?.values.length} values`;
  if (actual === undefined || signature(actual) !== signature(wanted)) {
    return fail(call, `got ${signature(actual)}, expected ${signature(wanted)}`);
  }
  const i = firstDifference(actual, wanted, tolerance);
  if (i >= 0) {
    const [found, value] = [actual.values[i], wanted.values[i]].map((x) => JSON.stringify(x));
    fail(
      call,
      `element ${i} is ${found}, expected ${value}\n` +
        `got: ${JSON.stringify(actual.values)}\nexpected: ${JSON.stringify(wanted.values)}`,
    );
  }
}

export function expectResult(
  call: OpCall,
  outcome: Outcome,
  expected: TensorData,
  tolerance: Tolerance,
): void {
  expectTensor(call, expectSuccess(call, outcome).outputs.result, expected, tolerance);
}

/** Expects a float32 tensor of the input's shape, with each element correct up to rounding of its terms. */
export function expectSums(
  call: OpCall,
  actual: TensorData | undefined,
  shape: number[],
  expected: Sum[],
  relative = 1e-5,
): void {
  const values = expected.map(({ value }) => Math.fround(value));
  const wanted = `float32 [${shape.join(', ')}]`;
  if (actual === undefined || `${actual.dtype} [${actual.shape.join(', ')}]` !== wanted) {
    return fail(call, `got ${actual?.dtype} [${actual?.shape.join(', ')}], expected ${wanted}`);
  }
  const i = expected.findIndex(({ value, scale }, at) => {
    const found = decodeNumber(actual.values[at]);
    return !(Object.is(found, value) || Math.abs(found - value) <= relative * Math.max(1, scale));
  });
  if (i >= 0 || actual.values.length !== expected.length) {
    fail(
      call,
      `element ${i} differs\ngot: ${JSON.stringify(actual.values)}\nexpected: ${JSON.stringify(values)}`,
    );
  }
}
