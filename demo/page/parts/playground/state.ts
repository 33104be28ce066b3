/** The state of the playground, which the address keeps. */
import { addressState, flag, oneOf, whole, type Settings } from '../../shared/address.js';
import { BACKENDS, type BackendName } from '../../shared/backends.js';
import { assignOf, BOUNDS, OP_NAMES, outputShapeOf, REDUCTION_NAMES, type Call } from './call.js';
import { cells, shapeText, sizeOf, type Cells } from './cells.js';
import { OPENING } from './presets.js';
import type { Answer } from './service.js';

/** Numbers of values in data whose times can be compared. The largest take 4 MB. */
export const SIZES = ['1000', '100000', '1000000'] as const;

export interface State extends Call {
  readonly inPlace: boolean;
  readonly size: (typeof SIZES)[number];
  readonly gradients: boolean;
  /** The gradient at the output. If its shape does not fit, 1, 2, 3 … replaces it. */
  readonly dy: Cells;
  readonly backend: BackendName;
}

/** A state and what was computed for it. */
export type Shown = Readonly<Answer> & { readonly state: State };

const settings: Settings<State> = {
  op: oneOf(OP_NAMES, OPENING.op),
  data: cells(OPENING.data),
  indices: cells(OPENING.indices),
  updates: cells(OPENING.updates),
  // More than any op accepts: the package explains an invalid axis.
  axis: whole(-9, 9, 0),
  batchDims: whole(-9, 9, 0),
  reduction: oneOf(REDUCTION_NAMES, OPENING.reduction),
  includeSelf: { ...flag, fallback: true },
  outOfBounds: oneOf(BOUNDS, 'error'),
  inPlace: flag,
  size: oneOf(SIZES, '1000000'),
  gradients: flag,
  dy: cells({ shape: [], values: [1] }),
  // Examples are small, so the simplest backend is the fastest.
  backend: oneOf(BACKENDS, 'cpu'),
};

export const address = addressState('playground', settings);

/** An assignment has no gradients. */
export const hasGradients = (state: State) => state.gradients && assignOf(state) === undefined;

/** Values that differ from each other show which gradient comes from where. */
export function dyOf(state: State): Cells {
  const shape = outputShapeOf(state);
  if (shapeText(shape) === shapeText(state.dy.shape)) return state.dy;
  return { shape, values: Array.from({ length: sizeOf(shape) }, (_, i) => i + 1) };
}
