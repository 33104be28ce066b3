import type { OutOfBounds } from '../../kernels/call/attributes.js';
import type { Reduction } from '../../kernels/call/reductions.js';

/** Options of `gatherElements`. */
export interface GatherElementsOptions {
  /** The axis of data that indices address; a negative one counts from the end. Default 0. */
  axis?: number | undefined;
  /** What to do with an index out of bounds. Default 'error'. */
  outOfBounds?: OutOfBounds | undefined;
  /**
   * Whether negative indices count from the end. If not, they are out of bounds: with outOfBounds 'drop',
   * they are padding. Default true.
   */
  wrapNegatives?: boolean | undefined;
  /** The value for an index out of bounds, with outOfBounds 'drop' and numeric data. Default 0. */
  fill?: number | undefined;
}

/** Options of `gatherND`. */
export interface GatherNDOptions extends Omit<GatherElementsOptions, 'axis'> {
  /** The number of leading dimensions that data and indices share, paired one to one. Default 0. */
  batchDims?: number | undefined;
}

/** Options of `scatterElements`. */
export interface ScatterElementsOptions extends Omit<GatherElementsOptions, 'fill'> {
  /** How to combine updates. Default 'none': the last one in row-major order wins. */
  reduction?: Reduction | undefined;
  /** Whether data's own value takes part in the reduction where updates land. Default true. */
  includeSelf?: boolean | undefined;
}

/** Options of `scatterND`. */
export interface ScatterNDOptions
  extends Omit<GatherNDOptions, 'fill'>, Omit<ScatterElementsOptions, 'axis'> {}

/** Options of `scatterNDUpdate`, the same as for `scatterND`. */
export type ScatterNDUpdateOptions = ScatterNDOptions;

/** Options of `checkIndices`: `axis` for the Elements ops, or `batchDims` for the ND ops. */
export type CheckIndicesOptions = Pick<GatherElementsOptions, 'wrapNegatives'> &
  (
    | { axis?: number | undefined; batchDims?: undefined }
    | { axis?: undefined; batchDims?: number | undefined }
  );
