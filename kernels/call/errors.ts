/**
 * Errors of calls. The check that finds a mistake says what is wrong; the function or kernel that the user called puts
 * its name before the sentence.
 */
import { shared } from '../tfjs/copies.js';

/** A function of one copy of the package may run a kernel of another. */
const calls = shared('calls', () => ({
  CallError: class extends Error {},
  /** What runs when the outermost function that names errors ends; null if none runs. It may run others, and kernels. */
  endings: null as (() => void)[] | null,
}));

/** What is wrong with a call: a sentence without the name of the function. */
export type CallError = InstanceType<typeof calls.CallError>;

/** Makes the error for what was found. `hint` follows the sentence. */
export function wrong(found: string, expected: string, hint = ''): CallError {
  return new calls.CallError(`${found}, expected ${expected}.${hint}`);
}

export function invalidOption(option: string, value: unknown, expected: string): CallError {
  return wrong(`${option} is ${show(value)}`, expected);
}

export function wrongShape(
  name: string,
  shape: readonly (number | null)[],
  expected: string,
  hint = '',
): CallError {
  return wrong(`${name} has shape ${show(shape)}`, expected, hint);
}

/** Makes the error for the value of an index. */
export function wrongIndex(found: string, expected: string, hint = ''): CallError {
  return Object.assign(wrong(found, expected, hint), { isOfIndex: true });
}

/** Returns whether an error is about the value of an index. */
export function isOfIndex(error: unknown): boolean {
  return error instanceof calls.CallError && 'isOfIndex' in error;
}

/**
 * Runs a call. The outermost function names its errors, and a hint of its own follows. Others, such as tfjs' own,
 * stay as they are.
 */
export function named<T>(name: string, run: () => T, hint = () => ''): T {
  if (calls.endings) return run();
  const endings: (() => void)[] = [];
  calls.endings = endings;
  try {
    return run();
  } catch (error) {
    throw error instanceof calls.CallError
      ? new Error(`${name}: ${error.message}${hint()}`, { cause: error })
      : error;
  } finally {
    calls.endings = null;
    for (const end of endings) end();
  }
}

/**
 * Returns what will run when the call in progress ends, a list of its own for each call; null outside of calls. No other
 * code runs until then, so a tensor whose values the host has seen keeps them.
 */
export function currentCall(): (() => void)[] | null {
  return calls.endings;
}

/** The maximum number of array elements in a message: more than any shape has. */
const MAX_SHOWN = 16;

/** Formats a value: shapes as [2, 3], strings quoted, objects by their kind. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return showArray(value);
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return showObject(value);
  return Object.is(value, -0) ? '-0' : String(value);
}

function showArray(elements: unknown[]): string {
  const shown = elements.slice(0, MAX_SHOWN).map(show).join(', ');
  return elements.length > MAX_SHOWN ? `[${shown}, …] of ${elements.length}` : `[${shown}]`;
}

function showObject(value: object): string {
  const { constructor }: { constructor: unknown } = value;
  const isInstance = typeof constructor === 'function' && constructor !== Object;
  return isInstance ? `an instance of ${constructor.name}` : 'an object';
}

/** Lists words as "'a', 'b' or 'c'". */
export function oneOf(words: readonly string[]): string {
  const quoted = words.map((word) => `'${word}'`);
  const last = quoted.pop() ?? '';
  return quoted.length > 0 ? `${quoted.join(', ')} or ${last}` : last;
}

export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

export function isOneOf<W extends string>(value: unknown, words: readonly W[]): value is W {
  return words.some((word) => word === value);
}
