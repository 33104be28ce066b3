/**
 * The check of options: others than plain objects would be ignored silently, such as the axis that
 * tf.gather takes as a number.
 */
import { show } from './messages.js';

/** Throws for an argument that is no plain object, and shows how `keys` would be written in one. */
export function checkPlainObject(
  caller: string,
  argument: string,
  value: unknown,
  keys: readonly string[],
): asserts value is object {
  if (isPlainObject(value)) return;
  const examples = keys.map((key) => `{${key}: ${exampleOf(key, value)}}`).join(' or ');
  throw new Error(
    `${caller}: ${argument} is ${describe(value)}, expected a plain object such as ${examples}.`,
  );
}

/** Returns whether a value inherits from Object alone, that of another realm included, or from nothing. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'hasOwnProperty');
}

/** Returns a value for an option: the one that was given, if it is of the option's type. */
function exampleOf(key: string, value: unknown): string {
  const isWord = key === 'reduction' || key === 'outOfBounds';
  if (typeof value === (isWord ? 'string' : 'number')) return show(value);
  return isWord ? "'drop'" : '1';
}

function describe(value: unknown): string {
  const shown = show(value);
  // An object of no class is plain, unless it inherits from another one.
  return shown === 'an object' ? 'an object that inherits properties' : shown;
}
