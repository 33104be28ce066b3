/**
 * The attributes of a call: one set of names, defaults and checks. They come from the options of a
 * public function, or from a kernel that is called directly.
 */
import type { NamedAttrMap } from '@tensorflow/tfjs-core';

import { isOneOf, oneOf, show } from './messages.js';
import type { Op } from './ops.js';
import { checkPlainObject } from './plain_object.js';
import { reductionNamed, REDUCTIONS } from './reductions.js';
import type { KernelReduction, Reduction } from './reductions.js';

/** The ways to treat an index outside `[-size, size - 1]`. */
export const OUT_OF_BOUNDS = ['error', 'drop', 'clamp'] as const;

/**
 * The treatment of an index outside `[-size, size - 1]`. `'error'` throws, `'drop'` leaves the site
 * out (a gather gives 0, false or '', or a number of your own), and `'clamp'` takes the nearest index in
 * bounds.
 */
export type OutOfBounds = (typeof OUT_OF_BOUNDS)[number];

/** The attributes of a call, complete and checked. */
export interface Attributes {
  /** The name of the public function that was called, or else of the op; for messages. */
  caller: string;
  /** The attribute of the op's addressing; its range is checked with the shapes. */
  axisOrBatchDims: number;
  outOfBounds: OutOfBounds;
  /** The number that a gather gives at dropped sites. */
  fill: number;
  reduction: KernelReduction;
  /** The reduction by the name that the caller wrote. */
  reductionName: Reduction;
  includeSelf: boolean;
  /** Whether negative indices count from the end; tfjs' own ops take them for out of bounds. */
  wrapNegatives: boolean;
  /** Whether a scatter may give its data back, changed: for kernels whose data nobody else has. */
  intoData: boolean;
  /** Whether data has one value throughout: for kernels that filled it. */
  isUniform: boolean;
}

/** Attributes that kernels take and public functions do not. */
const KERNEL_ONLY = ['caller', 'wrapNegatives', 'intoData', 'isUniform'];

/**
 * Returns the attributes with which a public function of this name calls its kernel: its options, and
 * those of its own that are no options.
 */
export function toAttributes(
  caller: string,
  op: Op,
  options: unknown,
  own?: NamedAttrMap,
): NamedAttrMap {
  checkPlainObject(caller, 'options', options, [likelyOption(op, options)]);
  const foreign = KERNEL_ONLY.find((name) => name in options);
  if (foreign !== undefined) throw unknownOption(caller, foreign, optionNames(op));
  // V8 is slow to add a key to a spread object.
  return { caller, ...own, ...options };
}

/** Reads the attributes that a kernel was called with. */
export function readAttributes(op: Op, attrs: NamedAttrMap = {}): Attributes {
  const { caller: name, wrapNegatives, intoData, isUniform, ...rest } = attrs;
  const options: Record<string, unknown> = rest;
  const caller = typeof name === 'string' ? name : op.name;
  checkKnown(caller, options, optionNames(op));
  const refuse = (option: string, expected: string) =>
    unfit(caller, option, options[option], expected);

  const { attribute } = op.addressing;
  // null is refused: NumPy's axis None means another thing than axis 0.
  const {
    [attribute]: axisOrBatchDims = 0,
    outOfBounds = 'error',
    fill = 0,
    reduction: reductionName = 'none',
    includeSelf = true,
  } = options;
  if (typeof axisOrBatchDims !== 'number') throw refuse(attribute, 'an integer');
  if (!isOneOf(outOfBounds, OUT_OF_BOUNDS)) throw refuse('outOfBounds', oneOf(OUT_OF_BOUNDS));
  if (typeof fill !== 'number') throw refuse('fill', 'a number');
  if (options.fill !== undefined && outOfBounds !== 'drop') {
    throw refuse('fill', "outOfBounds 'drop' beside it, as only dropped sites are filled");
  }
  if (!isOneOf(reductionName, REDUCTIONS)) throw refuse('reduction', oneOf(REDUCTIONS));
  if (typeof includeSelf !== 'boolean') throw refuse('includeSelf', 'true or false');
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
    isUniform: isUniform === true,
  };
}

/** The option that a value may be meant for. */
function likelyOption({ addressing, scatters }: Op, value: unknown): string {
  if (typeof value !== 'string') return addressing.attribute;
  return scatters ? 'reduction' : 'outOfBounds';
}

/** The options that an op takes. */
function optionNames({ addressing, scatters }: Op): string[] {
  const names = [addressing.attribute, 'outOfBounds'];
  return [...names, ...(scatters ? ['reduction', 'includeSelf'] : ['fill'])];
}

/** Throws unless options are a plain object with known ones alone; the first is the likeliest. */
export function checkOptions(caller: string, options: unknown, known: readonly string[]): void {
  const likely = typeof options === 'string' ? 'outOfBounds' : known[0];
  checkPlainObject(caller, 'options', options, [likely]);
  checkKnown(caller, options, known);
}

/** Throws if an options object has any but the known ones. */
function checkKnown(caller: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  if (unknown !== undefined) throw unknownOption(caller, unknown, known);
}

function unknownOption(caller: string, name: string, known: readonly string[]): Error {
  return new Error(`${caller}: there is no option ${show(name)}, expected ${oneOf(known)}.`);
}

/** Returns the error of an option whose value does not fit. */
export function unfit(caller: string, option: string, value: unknown, expected: string): Error {
  return new Error(`${caller}: ${option} is ${show(value)}, expected ${expected}.`);
}
