/**
 * Views of memory as integers or floats. Loops that only move values work on their bits: one loop then
 * serves float32 and int32, V8 keeps it fast, and a NaN keeps its bits.
 */
import type { Numbers } from '../call/dtypes.js';

/** Memory as integers: float32 as its bits, int32 and bool as they are. */
export type Bits = Int32Array | Uint8Array;

export function asBits(values: Numbers): Bits {
  return values instanceof Float32Array ? intsOf(values) : values;
}

export function intsOf({ buffer, byteOffset, length }: Float32Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length);
}

/** Normalises bool bytes in place: callers may have written any byte, and all but 0 become 1. */
export function toTruth(values: Numbers): Numbers {
  for (let i = 0; i < values.length; i++) values[i] = values[i] === 0 ? 0 : 1;
  return values;
}

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/**
 * Returns the bits of a number as stored in an array of this type.
 *
 * @public Used by other backends.
 */
export function bitsOf(value: number, like: Numbers): number {
  float[0] = value;
  return like instanceof Float32Array ? bits[0] : value;
}
