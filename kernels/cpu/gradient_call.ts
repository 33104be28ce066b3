/**
 * A call of a gradient kernel as its reduction sees it. The host's loops, or those that a backend puts in
 * front of them, go over the sites; between them values are taken in order. No loop branches on values:
 * the processor would guess every other one wrong.
 */
import type { Numbers } from '../contract/dtypes.js';
import type { Combination, FloatCombination } from '../contract/reductions.js';

/** Numbers of four bytes: bool as 0 and 1 in an array of int32. */
export type Words = Float32Array | Int32Array;

/** The values of the scatter's call. */
export type Scattered = Record<'data' | 'updates' | 'output', Words>;

/** Arrays of data's and of updates' size. */
type Both<Values> = Record<'data' | 'updates', Values>;

export interface GradientCall {
  includeSelf: boolean;
  dy: Float32Array;
  /** Null where the gradients depend on dy alone. */
  scattered: Scattered | null;
  /** The gradients, null where they are not wanted; they hold any values. */
  to: Both<Float32Array | null>;
  /** Room to work in; it holds any values. */
  scratch: Both<Float32Array>;
  /** Writes to each value at the sites what its place holds, at dropped ones `fill`, or else 0. */
  gather(ofPlaces: Words, out: Words, fill?: number): void;
  /** Combines floats with their places, integers only by 'replace'. */
  combine(combination: FloatCombination & Combination, updates: Words, out: Words): void;
  /** Puts zeros where updates land. */
  clear(values: Numbers): void;
}

/** Fills the gradients that are wanted. */
export type GradientLoops = (call: GradientCall) => void;

/** Writes dy to data's gradient, and zeros where updates land. */
export function keepUntouched(call: GradientCall, toData: Float32Array): void {
  toData.set(call.dy);
  call.clear(toData);
}

/** Returns all ones if an integer is 0, else 0. */
export function maskOfZero(x: number): number {
  return ~((x | -x) >> 31);
}
