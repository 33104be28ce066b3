/**
 * A gradient call as the code for its reduction sees it. The backend's loops visit the sites; everything else
 * walks arrays in order. Loops do not branch on values, because the processor would mispredict every second
 * branch.
 */
import type { Numbers } from '../call/dtypes.js';
import type { GradientName } from '../call/gradient_plan.js';
import type { Combination } from '../call/reductions.js';

/** Four-byte numbers: bool as int32 0 and 1. */
export type Words = Float32Array | Int32Array;

export interface GradientCall {
  includeSelf: boolean;
  wanted: readonly GradientName[];
  dy: Float32Array;
  /** The values of the scatter's call; null if the gradients depend on dy alone. */
  scattered: Record<'data' | 'updates' | 'output', Words> | null;
  /** The gradients to fill; uninitialised. Those that are not wanted may hold anything. */
  to: Record<'data' | 'updates', Float32Array>;
  /** Work space of data's size, and of the updates' size; uninitialised. */
  scratch: { places: Float32Array; sites: readonly Float32Array[] };
  /** Gathers into `out`; dropped sites get `fill`, by default 0. */
  gather(ofPlaces: Words, out: Words, fill?: number): void;
  /** Combines updates with their places. */
  combine(combination: Combination, updates: Words, out: Words): void;
  /** Writes a number where updates land. */
  fill(value: number, values: Numbers): void;
  /** Divides each value by the number of terms of the mean at its place. */
  average(values: Float32Array): void;
}

/** Fills the gradients. */
export type GradientLoops = (call: GradientCall) => void;

/** Writes data's gradient if updates replace data: dy, and zeros where updates land. */
export function keepUntouched(call: GradientCall): void {
  const { data } = call.to;
  data.set(call.dy);
  call.fill(0, data);
}
