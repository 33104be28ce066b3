/**
 * A gradient call as the code for its reduction sees it. The backend's loops visit the sites; everything else
 * walks arrays in order. No loop branches on values: the processor would mispredict every second branch.
 */
import type { Numbers } from '../contract/dtypes.js';
import type { Combination } from '../contract/reductions.js';

/** Four-byte numbers: bool as int32 0 and 1. */
export type Words = Float32Array | Int32Array;

/** The values of the scatter's call. */
export type Scattered = Record<'data' | 'updates' | 'output', Words>;

/** An array of data's size, and one of the updates' size. */
type Both<Values> = Record<'data' | 'updates', Values>;

export interface GradientCall {
  includeSelf: boolean;
  dy: Float32Array;
  /** Null if the gradients depend on dy alone. */
  scattered: Scattered | null;
  /** The gradients to fill, null if not requested; uninitialised. */
  to: Both<Float32Array | null>;
  /** Work space; uninitialised. */
  scratch: Both<Float32Array>;
  /** Gathers into `out`; dropped sites get `fill`, by default 0. */
  gather(ofPlaces: Words, out: Words, fill?: number): void;
  /** Combines updates with their places. */
  combine(combination: Combination, updates: Words, out: Words): void;
  /** Writes zeros where updates land. */
  clear(values: Numbers): void;
}

/** Fills the requested gradients. */
export type GradientLoops = (call: GradientCall) => void;

/** Writes dy to data's gradient, and zeros where updates land. */
export function keepUntouched(call: GradientCall, toData: Float32Array): void {
  toData.set(call.dy);
  call.clear(toData);
}

/** Returns a mask of all ones if an integer is 0, else 0. */
export function maskOfZero(x: number): number {
  return ~((x | -x) >> 31);
}
