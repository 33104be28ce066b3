/**
 * The arguments of `at`: what each says about the axes that it covers.
 */
import type { BackendValues, TensorLike } from '@tensorflow/tfjs-core';

import { type CallError, isOfIndex, show, wrong, wrongShape } from '../../kernels/call/errors.js';
import { Tensor, tensor1d } from '../../kernels/tfjs/seam.js';
import type { BoundsPolicy } from '../../kernels/call/attributes.js';
import { checkDtype, shapesFit, sizeOf } from '../../kernels/call/shapes.js';
import { checkKnown, isOnGpu, knownValues } from '../backends.js';
import { isValues, toTensor } from '../ops/convert.js';

/**
 * One index of `at`: an integer, an array or a tensor of indices, a mask, or a slice such as '1:-1'. A single boolean is
 * not a mask.
 */
export type Index = Tensor | Exclude<TensorLike, boolean>;

/** The positions start, start + step, and so on, `count` of them. */
export interface Slice {
  start: number;
  step: number;
  count: number;
  /** Whether these are all positions of the axis, in order. */
  isWhole: boolean;
}

/**
 * An argument, for the axes that it covers: slices of each; positions on one, which broadcast to those of others, an
 * integer with rank 0; or a mask of bool.
 */
export type Indexer = Slice[] | Tensor;

const REST = '...';

/** A slice in Python's notation. */
const NOTATION = /^\s*(-?\d+)?\s*:\s*(-?\d+)?\s*(?::\s*(-?\d+)?\s*)?$/;

/** Reads the arguments for data of a shape. Axes that none covers are taken whole. */
export function readIndexers(indices: readonly Index[], shape: number[]): Indexer[] {
  const entries = indices.map((index, i) => entryOf(index, `indices[${i}]`));
  const axesOf = (entry: string | Tensor) => {
    if (typeof entry === 'string') return entry === REST ? 0 : 1;
    return entry.dtype === 'bool' ? entry.rank : 1;
  };
  const covered = entries.reduce((sum, entry) => sum + axesOf(entry), 0);
  if (covered > shape.length) {
    const expected = `at most ${shape.length}, the rank of data (shape ${show(shape)})`;
    throw wrong(`indices address ${covered} axes`, expected);
  }
  const rests = entries.filter((entry) => entry === REST).length;
  if (rests > 1) throw wrong(`indices hold '...' ${rests} times`, 'it once');
  if (rests === 0) entries.push(REST);
  let axis = 0;
  return entries.map((entry, i) => {
    const name = `indices[${i}]`;
    const first = axis;
    axis += entry === REST ? shape.length - covered : axesOf(entry);
    const sizes = shape.slice(first, axis);
    if (typeof entry === 'string') {
      return sizes.map((size) => sliceOf(name, entry === REST ? ':' : entry, size));
    }
    if (entry.dtype === 'float32') {
      const ways = ': .toBool() makes it a mask, and .toInt() indices';
      throw wrong(`${name} has dtype float32`, `bool or int32${ways}`);
    }
    if (entry.dtype !== 'bool') {
      checkDtype(name, entry.dtype, 'int32');
    } else if (!shapesFit(entry.shape, sizes)) {
      const expected = `${show(sizes)}, the lengths of the axes of data from ${first} on`;
      throw wrongShape(`the mask ${name}`, entry.shape, expected);
    }
    return entry;
  });
}

function entryOf(index: unknown, name: string): string | Tensor {
  if (typeof index === 'string') return index;
  if (typeof index !== 'number' && !isValues(index)) throw wrongIndex(name, show(index));
  if (Array.isArray(index) && index.some((each) => each instanceof Tensor)) {
    const expected = 'one argument per axis, such as at(x, rows, columns)';
    throw wrong(`${name} is a list that holds tensors`, expected);
  }
  const entry = toTensor<Tensor>(name, index as Index, isMask(index) ? 'bool' : 'int32');
  if (entry.dtype === 'bool' && entry.rank === 0) throw wrongIndex(name, 'a scalar of bool');
  return entry;
}

/** Returns the positions that a slice takes of an axis. Messages call it `name`. */
function sliceOf(name: string, text: string, size: number): Slice {
  const parts = NOTATION.exec(text);
  if (!parts) throw wrongIndex(name, show(text));
  // A part that is left out is undefined, which the types do not say.
  const [start, stop, step = 1] = parts
    .slice(1)
    .map((part: string | undefined) => (part === undefined ? undefined : Number(part)));
  if (step === 0) throw wrong(`the slice '${text}' has step 0`, 'another step');
  // Going down, the position before the first one is the last that a bound can mean.
  const [lowest, highest] = step > 0 ? [0, size] : [-1, size - 1];
  const bound = (at: number | undefined, otherwise: number) =>
    at === undefined ? otherwise : Math.min(Math.max(at < 0 ? at + size : at, lowest), highest);
  const [from, to] = step > 0 ? [lowest, highest] : [highest, lowest];
  const first = bound(start, from);
  const count = Math.max(Math.ceil((bound(stop, to) - first) / step), 0);
  return { start: first, step, count, isWhole: step === 1 && count === size };
}

function wrongIndex(name: string, what: string): CallError {
  const slices = "a slice such as '1:-1', ':' or '...'";
  return wrong(`${name} is ${what}`, `an integer, indices of int32, a mask, or ${slices}`);
}

/** Returns whether the first element of an array is true or false. */
function isMask(index: unknown): boolean {
  return Array.isArray(index) ? isMask(index[0]) : typeof index === 'boolean';
}

/** Returns the positions of a mask's true values on each axis, in row-major order. */
export function positionsOf(mask: Tensor): Tensor[] {
  const known = knownValues(mask);
  if (!known) {
    throw wrong(
      'the values of the mask are only on the GPU',
      'a mask that the host knows: how many values it picks must be known',
      ' Use await tf.booleanMaskAsync(x, mask), or await mask.data() before the call.',
    );
  }
  const places = placesIn(known).filter((place) => place >= 0);
  return mask.shape.map((size, d) => {
    const stride = sizeOf(mask.shape.slice(d + 1));
    return tensor1d(places.map((place) => Math.floor(place / stride) % size));
  });
}

/** Returns the position of each true value of a mask, and -1 for each false one. */
export function placesIn(mask: BackendValues): Int32Array {
  return Int32Array.from(mask as Uint8Array, (value, i) => (value ? i : -1));
}

/** Checks the values of indices into one axis, if they are known. */
export function checkValues(
  indices: Tensor,
  dataShape: number[],
  axis: number,
  { outOfBounds = 'error', wrapNegatives = true }: Partial<BoundsPolicy>,
): void {
  const geometry = { indexSizes: [dataShape[axis]], indexAxes: [axis] };
  // The kernel refuses indices of another dtype.
  if (indices.dtype === 'int32') checkKnown({ outOfBounds, wrapNegatives, geometry, indices });
}

/**
 * Runs a kernel on indices made from others. Its own error would name a position that does not exist in the caller's
 * indices, so `check` words it. On a GPU, only the caller's are known, and for values of an empty shape there are no
 * others. Then `check` checks them first, unless the kernel gets these `asTheyAre`, only reshaped.
 */
export function runChecked<T>(
  check: () => void,
  asTheyAre: boolean,
  valuesShape: number[],
  run: () => T,
): T {
  if (!asTheyAre && (isOnGpu() || sizeOf(valuesShape) === 0)) check();
  try {
    return run();
  } catch (error) {
    if (isOfIndex(error)) check();
    throw error;
  }
}
