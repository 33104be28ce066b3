/** What a call of TensorScatter is: its checks, for the public function, its layer and the kernel. */
import type { NamedAttrMap, NamedTensorInfoMap, TensorInfo } from '@tensorflow/tfjs-core';

import { invalidOption, isInteger, isOneOf, oneOf, show, wrong, wrongShape } from './errors.js';
import { checkDtype, exceeds, fits, type Length, requiredInput, shapesFit } from './shapes.js';

/** All values of {@link TensorScatterMode}. */
const MODES = ['linear', 'circular'] as const;

export type TensorScatterMode = (typeof MODES)[number];

/** Its names. The kernel is for direct calls: the public function runs a ScatterND. */
export const TENSOR_SCATTER = {
  name: 'tensorScatter',
  kernelName: 'TensorScatter',
  inputs: ['pastCache', 'update', 'writeIndices'],
  options: ['axis', 'mode'],
} as const;

/** A checked call. */
export interface TensorScatterCall {
  /** Null if every sample is written from position 0 on. */
  writeIndices: TensorInfo | null;
  /** The lengths of pastCache before the axis of positions, the batch first. */
  prefix: number[];
  /** The number of positions, and how many of them each sample writes. */
  positions: number;
  count: number;
  /** The attributes of the ScatterND that computes the call. Errors are found before. */
  attrs: { batchDims: number; wrapNegatives: boolean; outOfBounds: 'drop' };
}

export function readTensorScatter(
  inputs: NamedTensorInfoMap,
  attrs: NamedAttrMap = {},
): TensorScatterCall {
  const { axis, mode } = readTensorScatterAttributes(attrs);
  const [pastCache, update] = ['pastCache', 'update'].map((name) => requiredInput(inputs, name));
  // Direct calls may also leave it undefined or null.
  const writeIndices = (inputs as Partial<typeof inputs>).writeIndices ?? null;
  checkUpdateDtype(pastCache, update);
  if (writeIndices) checkDtype('writeIndices', writeIndices.dtype, 'int32');
  const { shape } = pastCache;
  const along = checkTensorScatterShapes(axis, shape, update.shape, writeIndices?.shape);
  return {
    writeIndices,
    prefix: shape.slice(0, along),
    positions: shape[along],
    count: update.shape[along],
    attrs: { batchDims: along, wrapNegatives: mode === 'circular', outOfBounds: 'drop' },
  };
}

/** Checks the values of the options. The axis stays undefined for the default, whose error says so. */
export function readTensorScatterAttributes(attrs: NamedAttrMap): {
  axis: number | undefined;
  mode: TensorScatterMode;
} {
  const { axis, mode = 'linear' }: Record<string, unknown> = attrs;
  if (axis !== undefined && !isInteger(axis)) throw invalidOption('axis', axis, 'an integer');
  if (!isOneOf(mode, MODES)) throw invalidOption('mode', mode, oneOf(MODES));
  return { axis, mode };
}

export function checkUpdateDtype(
  pastCache: Pick<TensorInfo, 'dtype'>,
  update: Pick<TensorInfo, 'dtype'>,
): void {
  checkDtype('update', update.dtype, pastCache.dtype, ', the dtype of pastCache');
}

/** The axis of positions that ONNX takes by default. */
export const POSITIONS_AXIS = -2;

/** Checks shapes, and returns the axis of positions, counted from the start. */
export function checkTensorScatterShapes(
  axis: number | undefined,
  pastCache: Length[],
  update: Length[],
  writeIndices?: Length[],
): number {
  const along = axisOfPositions(axis, pastCache);
  const most = pastCache[along];
  const fitsAt = (length: Length, d: number) =>
    d === along ? !exceeds(length, most) : fits(length, pastCache[d]);
  if (update.length !== pastCache.length || !update.every(fitsAt)) {
    const positions = `at most ${show(most)} positions on axis ${along}`;
    throw wrongShape('update', update, `pastCache's shape, ${show(pastCache)}, with ${positions}`);
  }
  const batch = pastCache.slice(0, 1);
  if (writeIndices && !shapesFit(writeIndices, batch)) {
    const expected = `${show(batch)}: one index for each sample of the batch`;
    throw wrongShape('writeIndices', writeIndices, expected);
  }
  return along;
}

function axisOfPositions(axis: number | undefined, shape: Length[]): number {
  const { length: rank } = shape;
  if (rank < 2) {
    throw wrongShape('pastCache', shape, 'a batch and an axis of positions: rank 2 or more');
  }
  const given = axis ?? POSITIONS_AXIS;
  const along = given < 0 ? given + rank : given;
  if (along > 0 && along < rank) return along;
  const expected = rank === 2 ? '1 or -1' : `an integer in [${1 - rank}, ${rank - 1}] other than 0`;
  const isBatch = along === 0 ? ', which is the batch' : '';
  const found = `axis is ${show(given)}${axis === undefined ? ' by default' : ''}${isBatch}`;
  throw wrong(found, `${expected}: pastCache has rank ${rank} (shape ${show(shape)})`);
}
