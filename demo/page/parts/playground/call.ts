/** A call of one of the package's ops, as the page holds it, and its choices. */
import type { OutOfBounds, Reduction } from 'tfjs-gather-scatter';
import { cellsOf, type Cells, type Nested } from './cells.js';
import type { Dtype } from './dtypes.js';

interface Op {
  /** The option that says where indices point; ops that share it take the same data and indices. */
  axisOption: 'axis' | 'batchDims';
  /** Whether the op takes updates and a reduction. */
  scatters: boolean;
}

export const OPS = {
  scatterElements: { axisOption: 'axis', scatters: true },
  scatterND: { axisOption: 'batchDims', scatters: true },
  scatterNDUpdate: { axisOption: 'batchDims', scatters: true },
  gatherElements: { axisOption: 'axis', scatters: false },
  gatherND: { axisOption: 'batchDims', scatters: false },
} as const satisfies Record<string, Op>;

export type OpName = keyof typeof OPS;
export const OP_NAMES: readonly OpName[] = Object.keys(OPS) as OpName[];

export function isScatter(op: OpName): boolean {
  return OPS[op].scatters;
}

export interface Call extends Options {
  readonly op: OpName;
  readonly data: Cells;
  readonly indices: Cells;
  /** Cells without meaning for a gather. */
  readonly updates: Cells;
}

/** All of a call that has a default. */
export interface Options {
  /** The dtype of data and of updates. */
  readonly dtype: Dtype;
  /** The value of axis or batchDims: the option that the op has. */
  readonly axisOrBatchDims: number;
  readonly reduction: Reduction;
  readonly includeSelf: boolean;
  readonly outOfBounds: OutOfBounds;
}

export const DEFAULT_OPTIONS: Options = {
  dtype: 'float32',
  axisOrBatchDims: 0,
  reduction: 'none',
  includeSelf: true,
  outOfBounds: 'error',
};

/** State that the address keeps. */
export interface State extends Call {
  readonly arrows: boolean;
  readonly gradients: boolean;
  /** The gradient that flows back into the output; ones take its part if its shape does not fit. */
  readonly dy: Cells;
}

export const NO_CELLS: Cells = { shape: [0], texts: [] };

/** A call in the form in which examples are written; options left out have their default. */
export interface WrittenCall extends Partial<Options> {
  op: OpName;
  data: Nested;
  indices: Nested;
  updates?: Nested;
}

export function callOf(written: WrittenCall): Call {
  const { data, indices, updates, ...options } = written;
  return {
    ...DEFAULT_OPTIONS,
    ...options,
    data: cellsOf(data),
    indices: cellsOf(indices),
    updates: updates === undefined ? NO_CELLS : cellsOf(updates),
  };
}
