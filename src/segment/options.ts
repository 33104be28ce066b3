import type { GatherElementsOptions } from '../ops/options.js';

/** Options of all segment ops. */
export interface SegmentOptions {
  /**
   * What to do with an id of numSegments or more. `'error'`, the default, throws, or drops its slice if
   * only a GPU knows the id. `'drop'` always drops its slice.
   */
  outOfBounds?: 'error' | 'drop' | undefined;
  /**
   * How many leading dimensions of x are a batch of examples, such as 1 for x of shape `[batch, nodes, ...]`. Each
   * example has its own segments. Indices of rank 1 are for all examples; others begin with the batch. Default 0: all
   * of x is one example.
   */
  batchDims?: number | undefined;
}

/** Options of segment ops that compute a maximum or minimum. */
export interface SegmentExtremumOptions extends SegmentOptions {
  /** The result for an empty segment: a number that the result's dtype can hold. */
  empty?: number | undefined;
}

/** The number of segments and the options of a call, checked. The dtype of x is not known yet. */
export interface Settings
  extends SegmentExtremumOptions, Pick<GatherElementsOptions, 'wrapNegatives'> {
  outOfBounds: 'error' | 'drop';
  numSegments: number;
  /** The argument that says it. Default: 'numSegments'. */
  countedBy?: string;
  /** Whether indices of rank 1 are for every example of the batch. */
  shares?: boolean;
}
