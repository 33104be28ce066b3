/**
 * A call of a gradient kernel as its loops see it.
 */
import type { Numbers } from '../contract/dtypes.js';
import type { GradientPlan } from '../contract/gradient_plan.js';

/** The values of the scatter's call, all of its dtype, where they lie. */
export type Scattered = Record<'data' | 'updates' | 'output', Numbers>;

export interface GradientCall {
  plan: GradientPlan;
  dy: Float32Array;
  indices: Int32Array;
  /** Null where the gradients depend on dy alone. */
  scattered: Scattered | null;
  /** The gradient of data, zeros that are to be written over; null where it is not wanted. */
  toData: Float32Array | null;
  /** The same of updates; at dropped sites its zeros stay. */
  toUpdates: Float32Array | null;
}

/** Fills the gradients that are wanted. */
export type GradientLoops = (call: GradientCall) => void;

/** The values of the scatter's call, where the plan has them. */
export function scatteredOf({ scattered }: GradientCall): Scattered {
  if (scattered) return scattered;
  throw new Error("A gradient that reads its scatter's values got none.");
}
