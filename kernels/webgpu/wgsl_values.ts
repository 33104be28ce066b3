/**
 * WGSL for the values at the sites: how threads share them, and how they are read.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';

import type { Plan } from '../contract/plan.js';

/** The units that the values at the sites are cut into, of one value or four, one for each thread. */
export interface Units {
  /** The values of a unit. */
  width: 1 | 4;
  /** The units of a slice. */
  perSlice: number;
}

/** A unit for each site, whatever its slice is: for what is asked of sites alone. */
export const ONE_UNIT: Units = { width: 1, perSlice: 1 };

/** Cuts slices, or their heads, into units of four values where they can be. */
export function unitsOf(plan: Plan): Units {
  const { sliceSize } = plan.geometry;
  const heads = plan.kind === 'scatter' ? (plan.gathered?.heads ?? 1) : 1;
  const width = (sliceSize / heads) % 4 === 0 ? 4 : 1;
  return { width, perSlice: sliceSize / width };
}

/** Cuts slices into single values, as atomics need it. */
export function singlesOf({ geometry: { sliceSize } }: Plan): Units {
  return { width: 1, perSlice: sliceSize };
}

/** The indices as an input, unless the call has none: an empty buffer cannot be bound. */
export function indexInputs({ geometry, indices }: Plan): Record<string, TensorInfo> {
  return geometry.indexSizes.length > 0 ? { indices } : {};
}

/**
 * Writes an expression of the bits of a tensor's value or four: a copy keeps NaNs, denormals and -0
 * by them. Booleans become 0 and 1.
 */
export function bitsOf(
  name: string,
  place: string,
  { dtype }: TensorInfo,
  { width }: Units,
): string {
  const value = `${name}[${place}]`;
  const type = width === 4 ? 'vec4<i32>' : 'i32';
  if (dtype === 'float32') return `bitcast<${type}>(${value})`;
  return dtype === 'bool' ? `select(${type}(0), ${type}(1), ${value} != ${type}(0))` : value;
}
