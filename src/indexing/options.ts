import type { GatherElementsOptions } from '../ops/options.js';

/** Options of `indexSelect`. */
export type IndexSelectOptions = GatherElementsOptions;

/** Options of `indexAdd`, `indexCopy` and `indexFill`. */
export type IndexOptions = Omit<IndexSelectOptions, 'fill'>;

/** Options of `at`. */
export type AtOptions = Omit<IndexSelectOptions, 'axis'>;

/** Options of `takeAlongAxis`. */
export interface TakeAlongAxisOptions extends AtOptions {
  /** The axis of data that indices address; a negative one counts from the end. Default -1. */
  axis?: number;
}
