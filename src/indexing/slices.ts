/**
 * Slices in Python's notation.
 */
import { CallError, show, wrong } from '../../kernels/call/errors.js';

/** The positions start, start + step, and so on, `count` of them. */
export interface Slice {
  start: number;
  step: number;
  count: number;
  /** Whether these are all positions of the axis, in order. */
  isWhole: boolean;
}

const NOTATION = /^\s*(-?\d+)?\s*:\s*(-?\d+)?\s*(?::\s*(-?\d+)?\s*)?$/;

/** Returns the positions that a slice takes of an axis. Messages call it `name`. */
export function sliceOf(name: string, text: string, size: number): Slice {
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

/** Makes the error for an argument of `at` that is no index. */
export function wrongIndex(name: string, what: string): CallError {
  const slices = "a slice such as '1:-1', ':' or '...'";
  return wrong(`${name} is ${what}`, `an integer, indices of int32, a mask, or ${slices}`);
}
