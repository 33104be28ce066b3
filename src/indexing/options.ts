import type { OutOfBounds } from '../../kernels/contract/attributes.js';

/** Options of `indexAdd`, `indexCopy` and `indexFill`. */
export interface IndexOptions {
  /** The axis of data that indices address; a negative one counts from the end. Default 0. */
  axis?: number;
  /** What to do with an index out of range. Default 'error'. */
  outOfBounds?: OutOfBounds;
}

/** Options of `at`. */
export interface AtOptions extends Pick<IndexOptions, 'outOfBounds'> {
  /** The value to read for an index out of range, for outOfBounds 'drop' and numeric data. Default 0. */
  fill?: number;
}

/** Options of `indexSelect`. */
export interface IndexSelectOptions extends IndexOptions, AtOptions {}

/** Options of `takeAlongAxis`. */
export interface TakeAlongAxisOptions extends AtOptions {
  /** The axis of data that indices address; a negative one counts from the end. Default -1. */
  axis?: number;
}
