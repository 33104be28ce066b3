/**
 * The options of the indexing functions.
 */
import type { OutOfBounds } from '../../kernels/contract/attributes.js';

/** Options of `indexAdd`, `indexCopy` and `indexFill`. */
export interface IndexOptions {
  /** The axis of data that indices address; a negative one counts from the end. Default 0. */
  axis?: number;
  /** The treatment of an index out of range. Default 'error'. */
  outOfBounds?: OutOfBounds;
}

/** Options of `indexSelect`. */
export interface IndexSelectOptions extends IndexOptions {
  /** The value of dropped slices, for outOfBounds 'drop' and data of numbers. Default 0. */
  fill?: number;
}

/** Options of `takeAlongAxis`. */
export interface TakeAlongAxisOptions {
  /** The axis of data that indices address; a negative one counts from the end. Default -1. */
  axis?: number;
  /** The treatment of an index out of range. Default 'error'. */
  outOfBounds?: OutOfBounds;
  /** The value of dropped sites, for outOfBounds 'drop' and data of numbers. Default 0. */
  fill?: number;
}

/** Options of `at`. */
export interface AtOptions {
  /** The treatment of an index out of range. Default 'error'. */
  outOfBounds?: OutOfBounds;
  /** What `get` gives for dropped places, for outOfBounds 'drop' and data of numbers. Default 0. */
  fill?: number;
}
