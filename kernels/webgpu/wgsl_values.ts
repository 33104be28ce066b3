/**
 * WGSL for the values at the sites: how they are split among threads, and how they are read.
 */
import type { DataType, TensorInfo } from '@tensorflow/tfjs-core';

import type { NumericDtype } from '../call/dtypes.js';
import { indexedEndOf, type Plan } from '../call/plan.js';

/** The values at the sites are split into units of one value or four, one for each thread. */
export interface Units {
  /** The number of values in a unit. */
  width: 1 | 4;
  /** The number of units in a slice. */
  perSlice: number;
}

/** One unit per site, whatever its slice size: for programs that need only the sites. */
export const ONE_UNIT: Units = { width: 1, perSlice: 1 };

/** Splits slices, or their heads, into units of four values if possible, or of `widest`: 1 for atomics. */
export function unitsOf(plan: Plan, widest: 1 | 4 = 4): Units {
  const { sliceSize } = indexedEndOf(plan).geometry;
  const heads = plan.kind === 'scatter' ? (plan.factors?.heads ?? 1) : 1;
  const width = (sliceSize / heads) % 4 === 0 ? widest : 1;
  return { width, perSlice: sliceSize / width };
}

const SCALARS: Record<string, string> = { float32: 'f32', uint32: 'u32' };

/** Writes the type of a unit. */
export function typeOf(dtype: string, { width }: Units): string {
  const scalar = SCALARS[dtype] ?? 'i32';
  return width === 4 ? `vec4<${scalar}>` : scalar;
}

/** Returns the dtype of values where code stores them as what they are. */
export function storedType(dtype: DataType): 'float32' | 'int32' {
  return dtype === 'float32' ? dtype : 'int32';
}

/** Writes an expression for a tensor's unit, in its own type. Bools become 0 and 1. */
export function valueOf(name: string, place: string, { dtype }: TensorInfo, units: Units): string {
  const value = `${name}[${place}]`;
  const type = typeOf('int32', units);
  return dtype === 'bool' ? `select(${type}(0), ${type}(1), ${value} != ${type}(0))` : value;
}

/** Writes an expression for the bits of a unit: copied as bits, NaNs, denormals and -0 are kept. */
export function bitsOf(value: string, dtype: string, units: Units): string {
  return dtype === 'float32' ? `bitcast<${typeOf('int32', units)}>(${value})` : value;
}

/** Writes an expression for the unit that has some bits. */
export function ofBits(bits: string, dtype: string, units: Units): string {
  return dtype === 'float32' ? `bitcast<${typeOf(dtype, units)}>(${bits})` : bits;
}

/** Returns the bits of a number as an i32 uniform: WGSL can write neither Infinity nor NaN. */
export function bitsOfNumber(value: number, dtype: NumericDtype): number {
  return dtype === 'float32' ? new Int32Array(Float32Array.of(value).buffer)[0] : value;
}
