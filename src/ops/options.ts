/**
 * The options of the public functions.
 */
import type { OutOfBounds } from '../../kernels/contract/attributes.js';
import type { Reduction } from '../../kernels/contract/reductions.js';

/** Options of `gatherElements`. */
export interface GatherElementsOptions {
  /** The axis of data that indices address; a negative one counts from the end. Default 0. */
  axis?: number;
  /** The treatment of an index out of range. Default 'error'. */
  outOfBounds?: OutOfBounds;
  /** The value of dropped sites, for outOfBounds 'drop' and data of numbers. Default 0. */
  fill?: number;
}

/** Options of `gatherND`. */
export interface GatherNDOptions {
  /** The number of leading dimensions that data and indices share, paired one to one. Default 0. */
  batchDims?: number;
  /** The treatment of an index out of range. Default 'error'. */
  outOfBounds?: OutOfBounds;
  /** The value of dropped sites, for outOfBounds 'drop' and data of numbers. Default 0. */
  fill?: number;
}

/** Options of `scatterElements`. */
export interface ScatterElementsOptions extends Omit<GatherElementsOptions, 'fill'> {
  /** The way to combine updates. Default 'none': the last one in row-major order wins. */
  reduction?: Reduction;
  /** Whether data's own value takes part in the reduction where updates land. Default true. */
  includeSelf?: boolean;
}

/** Options of `scatterND`. */
export interface ScatterNDOptions extends Omit<GatherNDOptions, 'fill'> {
  /** The way to combine updates. Default 'none': the last one in row-major order wins. */
  reduction?: Reduction;
  /** Whether data's own value takes part in the reduction where updates land. Default true. */
  includeSelf?: boolean;
}

/** Options of `scatterNDUpdate`: those of `scatterND`. */
export type ScatterNDUpdateOptions = ScatterNDOptions;

/** Options of `checkIndices`: `axis` as the Elements ops take it, or `batchDims` as the ND ops do. */
export type CheckIndicesOptions =
  { axis?: number; batchDims?: undefined } | { axis?: undefined; batchDims?: number };
