/**
 * Checks that options are a plain object. Other values, such as a bare axis as in tf.gather, would be
 * ignored silently.
 */
import { show, wrong } from './errors.js';

/**
 * Throws unless the argument is a plain object. The message shows an example for each of `keys`, or if all
 * are required, one with all of them.
 */
export function checkPlainObject(
  argument: string,
  value: unknown,
  keys: readonly string[],
  areRequired = false,
): asserts value is object {
  if (isPlainObject(value)) return;
  const examples = areRequired
    ? `{${keys.join(', ')}}`
    : keys.map((key) => `{${key}: ${exampleOf(key, value)}}`).join(' or ');
  throw wrong(`${argument} is ${describe(value)}`, `a plain object such as ${examples}`);
}

/** Returns whether a value inherits from nothing, or only from Object, possibly of another realm. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'hasOwnProperty');
}

/** Returns an example value for an option: the given one if it has the option's type. */
function exampleOf(key: string, value: unknown): string {
  const isWord = key === 'reduction' || key === 'outOfBounds';
  if (typeof value === (isWord ? 'string' : 'number')) return show(value);
  return isWord ? "'drop'" : '1';
}

function describe(value: unknown): string {
  const shown = show(value);
  // An object without a class is plain unless it inherits from another object.
  return shown === 'an object' ? 'an object that inherits properties' : shown;
}
