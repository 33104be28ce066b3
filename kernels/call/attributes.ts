/**
 * The names, defaults and checks of a call's attributes. They come from the options of a public
 * function, or from a direct call to a kernel.
 */
import type { NamedAttrMap } from '@tensorflow/tfjs-core';

import { isOneOf, oneOf, show } from './messages.js';
import type { Op } from './ops.js';
import { checkPlainObject } from './plain_object.js';
import { type Reducing, reductionNamed, REDUCTIONS } from './reductions.js';

/** All values of {@link OutOfBounds}. */
export const OUT_OF_BOUNDS = ['error', 'drop', 'clamp'] as const;

/**
 * How to treat an index outside `[-size, size - 1]`. `'error'` throws, `'drop'` skips the site (a gather
 * returns 0, false, '' or a number that you choose), and `'clamp'` uses the nearest index in bounds.
 */
export type OutOfBounds = (typeof OUT_OF_BOUNDS)[number];

/** The attributes of a call, checked and with defaults filled in. */
export interface Attributes extends CallAttributes {
  /** The op's `axis` or `batchDims`. Its range is checked with the shapes. */
  axisOrBatchDims: number;
  outOfBounds: OutOfBounds;
  /** The number that a gather returns at dropped sites. */
  fill: number;
  /** Whether negative indices count from the end; in tfjs' own ops they are out of bounds. */
  wrapNegatives: boolean;
}

/** Those that belong to a whole call, not to one of its ends. */
export interface CallAttributes extends Reducing {
  /** The name of the public function that was called, or else the op's name; used in messages. */
  caller: string;
  /** Whether a scatter may change its data in place: for callers that own it alone. */
  intoData: boolean;
  /** Whether data is known to hold only zeros, which a GPU then need not read. */
  dataIsZero: boolean;
}

/** Attributes that only kernels accept, not public functions. */
const KERNEL_ONLY = ['caller', 'wrapNegatives', 'intoData', 'dataIsZero'];

/** Attributes of a scatter into zeros that were made for it. */
export const INTO_ZEROS = { intoData: true, dataIsZero: true };

/**
 * Returns the attributes that a public function passes to its kernel: the user's options and the
 * function's own attributes.
 */
export function toAttributes(
  caller: string,
  op: Op,
  options: unknown,
  own?: NamedAttrMap,
): NamedAttrMap {
  checkOptions(caller, options, optionNames(op));
  // V8 is slow to add a key to a spread object.
  return { caller, ...own, ...options };
}

/** Reads and checks the attributes that a kernel was called with, which may include `others`. */
export function readAttributes(
  op: Op,
  attrs: NamedAttrMap = {},
  others: readonly string[] = [],
): Attributes {
  const options: Record<string, unknown> = attrs;
  const { caller: name, wrapNegatives, intoData, dataIsZero } = attrs;
  const caller = typeof name === 'string' ? name : op.name;
  checkKnown(caller, options, optionNames(op), [...KERNEL_ONLY, ...others]);
  const invalid = (option: string, expected: string) =>
    invalidOption(caller, option, options[option], expected);

  const { attribute } = op.addressing;
  // null is an error: in NumPy, axis None does not mean axis 0.
  const {
    [attribute]: axisOrBatchDims = 0,
    outOfBounds = 'error',
    fill = 0,
    reduction: reductionName = 'none',
    includeSelf = true,
  } = options;
  if (typeof axisOrBatchDims !== 'number') throw invalid(attribute, 'an integer');
  if (!isOneOf(outOfBounds, OUT_OF_BOUNDS)) throw invalid('outOfBounds', oneOf(OUT_OF_BOUNDS));
  if (typeof fill !== 'number') throw invalid('fill', 'a number');
  if (!op.scatters && options.fill !== undefined && outOfBounds !== 'drop') {
    throw invalid('fill', "it only with outOfBounds 'drop'");
  }
  if (!isOneOf(reductionName, REDUCTIONS)) throw invalid('reduction', oneOf(REDUCTIONS));
  if (typeof includeSelf !== 'boolean') throw invalid('includeSelf', 'true or false');
  return {
    caller,
    axisOrBatchDims,
    outOfBounds,
    fill,
    reduction: reductionNamed(reductionName),
    reductionName,
    includeSelf,
    wrapNegatives: wrapNegatives !== false,
    intoData: intoData === true,
    dataIsZero: dataIsZero === true,
  };
}

function optionNames({ addressing, scatters }: Op): string[] {
  const names = [addressing.attribute, 'outOfBounds'];
  return [...names, ...(scatters ? ['reduction', 'includeSelf'] : ['fill'])];
}

/** Throws unless options are a plain object with known keys. For a bare value it suggests a key. */
export function checkOptions(
  caller: string,
  options: unknown,
  known: readonly string[],
): asserts options is object {
  const isWord = typeof options === 'string';
  const isReduction = known.includes('reduction') && !isOneOf(options, OUT_OF_BOUNDS);
  const likely = isReduction ? 'reduction' : 'outOfBounds';
  checkPlainObject(caller, 'options', options, [isWord ? likely : known[0]]);
  checkKnown(caller, options, known);
}

/** Throws for an option that is neither in `known` nor in `others`. The message lists only `known`. */
function checkKnown(
  caller: string,
  options: object,
  known: readonly string[],
  others: readonly string[] = [],
): void {
  const unknown = Object.keys(options).find((key) => !known.includes(key) && !others.includes(key));
  if (unknown === undefined) return;
  throw new Error(`${caller}: there is no option ${show(unknown)}, expected ${oneOf(known)}.`);
}

/** Makes the error for an option with an invalid value. */
export function invalidOption(
  caller: string,
  option: string,
  value: unknown,
  expected: string,
): Error {
  return new Error(`${caller}: ${option} is ${show(value)}, expected ${expected}.`);
}
