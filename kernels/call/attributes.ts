/** A call's attributes, from a public function's options or a direct call to a kernel: names, defaults and checks. */
import type { NamedAttrMap } from '@tensorflow/tfjs-core';

import { invalidOption, isOneOf, oneOf, show, wrong } from './errors.js';
import { Tensor } from '../tfjs/seam.js';
import { MEANINGS, type Reducing, REDUCTIONS } from './reductions.js';

/** All values of {@link OutOfBounds}. */
export const OUT_OF_BOUNDS = ['error', 'drop', 'clamp'] as const;

/**
 * How to treat an index outside `[-size, size - 1]`. `'error'` throws, `'drop'` skips the site (a gather
 * returns 0, false, '' or a number that you choose), and `'clamp'` uses the nearest index in bounds.
 */
export type OutOfBounds = (typeof OUT_OF_BOUNDS)[number];

/** What becomes of indices out of bounds. */
export interface BoundsPolicy {
  outOfBounds: OutOfBounds;
  /** Whether negative indices count from the end; if not, they are out of bounds, as in tfjs' own ops. */
  wrapNegatives: boolean;
  /** The number that is read at dropped sites. */
  fill: number;
}

/** The attributes of a call, checked and with defaults filled in. */
export interface Attributes extends BoundsPolicy, Reducing {
  /** Which dimensions of data indices address. Each way of addressing reads one of these, and checks it. */
  axis: number;
  batchDims: number;
}

/** Reads a kernel's attributes and checks their values. Public functions and direct calls have checked the names. */
export function readAttributes(attrs: NamedAttrMap = {}): Attributes {
  const read: Record<string, unknown> = attrs;
  const invalid = (name: string, expected: string) => invalidOption(name, read[name], expected);
  // null is an error: in NumPy, axis None does not mean axis 0.
  const {
    axis = 0,
    batchDims = 0,
    outOfBounds = 'error',
    fill = 0,
    reduction: reductionName = 'none',
    includeSelf = true,
    wrapNegatives = true,
  } = read;
  if (typeof axis !== 'number') throw invalid('axis', 'an integer');
  if (typeof batchDims !== 'number') throw invalid('batchDims', 'an integer');
  if (!isOneOf(outOfBounds, OUT_OF_BOUNDS)) throw invalid('outOfBounds', oneOf(OUT_OF_BOUNDS));
  if (typeof fill !== 'number') throw invalid('fill', 'a number');
  if (read.fill !== undefined && outOfBounds !== 'drop') {
    throw invalid('fill', "it only with outOfBounds 'drop'");
  }
  if (!isOneOf(reductionName, REDUCTIONS)) throw invalid('reduction', oneOf(REDUCTIONS));
  if (typeof includeSelf !== 'boolean') throw invalid('includeSelf', 'true or false');
  if (typeof wrapNegatives !== 'boolean') throw invalid('wrapNegatives', 'true or false');
  return {
    axis,
    batchDims,
    outOfBounds,
    fill,
    reduction: MEANINGS[reductionName],
    reductionName,
    includeSelf,
    wrapNegatives,
  };
}

/** The options that are not numbers. */
const WORDS: readonly string[] = ['reduction', 'outOfBounds', 'mode'];
const FLAGS: readonly string[] = ['adjointA', 'adjointB', 'includeSelf', 'wrapNegatives'];
const TENSORS: readonly string[] = ['weights', 'classWeights'];

/** Throws unless options are a plain object with known keys. For a bare value it suggests a key. */
export function checkOptions(
  options: unknown,
  known: readonly string[],
): asserts options is object {
  checkPlainObject('options', options, () => exampleOf(likelyOption(options, known), options));
  checkNames(options, known);
}

/** Returns the option that a bare value was probably meant for. */
function likelyOption(value: unknown, known: readonly string[]): string {
  const isReduction = known.includes('reduction') && !isOneOf(value, OUT_OF_BOUNDS);
  const fits = (option: string) => {
    if (typeof value === 'string') {
      return option === (isReduction ? 'reduction' : 'outOfBounds') || option === 'mode';
    }
    if (hasValues(value)) return TENSORS.includes(option);
    return typeof value === 'number' && ![...WORDS, ...FLAGS, ...TENSORS].includes(option);
  };
  return known.find(fits) ?? known[0];
}

const hasValues = (value: unknown) =>
  Array.isArray(value) || ArrayBuffer.isView(value) || value instanceof Tensor;

/** Throws for the first option that has a value and is not in `known`. */
export function checkNames(options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find(
    (key) => !known.includes(key) && Reflect.get(options, key) !== undefined,
  );
  if (unknown !== undefined) throw wrong(`there is no option ${show(unknown)}`, oneOf(known));
}

/**
 * Throws unless the argument is a plain object: other values, such as a bare axis as in tf.gather, would be ignored
 * silently.
 */
export function checkPlainObject(
  argument: string,
  value: unknown,
  example: () => string,
): asserts value is object {
  if (typeof value === 'object' && value !== null) {
    // It inherits from nothing, or only from Object, which may be another realm's.
    const prototype = Object.getPrototypeOf(value) as object | null;
    if (prototype === null || Object.hasOwn(prototype, 'hasOwnProperty')) return;
  }
  const shown = show(value);
  // It has no class, but inherits from another object.
  const found = shown === 'an object' ? 'an object that inherits properties' : shown;
  throw wrong(`${argument} is ${found}`, `a plain object such as ${example()}`);
}

/** Returns an object with an option, for messages: with the given value if it has the option's type. */
export function exampleOf(key: string, value: unknown): string {
  const [type, example] = WORDS.includes(key)
    ? ['string', key === 'reduction' ? "'sum'" : key === 'mode' ? "'circular'" : "'drop'"]
    : FLAGS.includes(key)
      ? ['boolean', 'true']
      : ['number', '1'];
  if (TENSORS.includes(key)) return Array.isArray(value) ? `{${key}: ${show(value)}}` : `{${key}}`;
  return `{${key}: ${typeof value === type ? show(value) : example}}`;
}
