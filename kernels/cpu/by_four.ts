/**
 * The cpu backend's unrolled loops, four values per step. V8 checks an array's type and length at every
 * access, except for arrays that are constants of the module; four values share the remaining overhead. A loop that has
 * seen arrays of several types stays slow, so floats and bits have separate loops.
 */
import { type Bits, intsOf } from './memory.js';
import type { Combine } from './loops.js';
import { type EndSites, places, stepOf, termOf } from './sites.js';

// A constant of this module in CommonJS, too.
const block = places;

/** Adds the updates of a line of sites; returns the first site that is not added, or `end`. */
export function addLine(
  { end: at, indices }: EndSites,
  updates: Float32Array,
  begin: number,
  end: number,
  offset: number,
  out: Float32Array,
): number {
  const { size, stride } = termOf(at, 0);
  const step = stepOf(at.geometry);
  let i = begin;
  for (; i < end - 3; i += 4) {
    const a = indices[i];
    const b = indices[(i + 1) | 0];
    const c = indices[(i + 2) | 0];
    const d = indices[(i + 3) | 0];
    if (a >>> 0 >= size || b >>> 0 >= size || c >>> 0 >= size || d >>> 0 >= size) return i;
    out[(offset + Math.imul(a, stride)) | 0] += updates[i];
    offset = (offset + step) | 0;
    out[(offset + Math.imul(b, stride)) | 0] += updates[(i + 1) | 0];
    offset = (offset + step) | 0;
    out[(offset + Math.imul(c, stride)) | 0] += updates[(i + 2) | 0];
    offset = (offset + step) | 0;
    out[(offset + Math.imul(d, stride)) | 0] += updates[(i + 3) | 0];
    offset = (offset + step) | 0;
  }
  for (; i < end; i++) {
    if (indices[i] >>> 0 >= size) return i;
    out[(offset + Math.imul(indices[i], stride)) | 0] += updates[i];
    offset = (offset + step) | 0;
  }
  return end;
}

/** Gathers values from a row that is in the block; returns false if an index is out of range. */
export function gatherFromRow(
  { end: at, indices }: EndSites,
  begin: number,
  end: number,
  out: Bits,
): boolean {
  const { size } = termOf(at, 0);
  let i = begin;
  for (; i < end - 3; i += 4) {
    const a = indices[i];
    const b = indices[(i + 1) | 0];
    const c = indices[(i + 2) | 0];
    const d = indices[(i + 3) | 0];
    if (a >>> 0 >= size || b >>> 0 >= size || c >>> 0 >= size || d >>> 0 >= size) return false;
    out[i] = block[a];
    out[(i + 1) | 0] = block[b];
    out[(i + 2) | 0] = block[c];
    out[(i + 3) | 0] = block[d];
  }
  for (; i < end; i++) {
    if (indices[i] >>> 0 >= size) return false;
    out[i] = block[indices[i]];
  }
  return true;
}

/** Copies consecutive words of 64 bits. */
export function copyWords(
  from: BigInt64Array,
  at: number,
  to: BigInt64Array,
  begin: number,
  end: number,
): void {
  let i = begin;
  for (; i < end - 3; i += 4, at += 4) {
    to[i] = from[at];
    to[(i + 1) | 0] = from[(at + 1) | 0];
    to[(i + 2) | 0] = from[(at + 2) | 0];
    to[(i + 3) | 0] = from[(at + 3) | 0];
  }
  for (; i < end; i++, at++) to[i] = from[at];
}

/** Adds the products of consecutive updates and a weight to `out`, from `begin` up to `end`. */
export function addRow(
  out: Float32Array,
  begin: number,
  end: number,
  updates: Float32Array,
  from: number,
  weight: number,
): void {
  const { fround } = Math;
  let i = begin;
  for (; i < end - 3; i += 4, from += 4) {
    out[i] += fround(updates[from] * weight);
    out[(i + 1) | 0] += fround(updates[(from + 1) | 0] * weight);
    out[(i + 2) | 0] += fround(updates[(from + 2) | 0] * weight);
    out[(i + 3) | 0] += fround(updates[(from + 3) | 0] * weight);
  }
  for (; i < end; i++, from++) out[i] += fround(updates[from] * weight);
}

/**
 * Makes the loop for the maximum of floats, or with `flip` -1 for the minimum. It compares integers that sort
 * like the floats, and selects by a mask. Otherwise it would branch, as `Math.max` does, and half of the branches would be
 * mispredicted.
 */
const extremumOfBits =
  (flip: 0 | -1): Combine<Float32Array> =>
  (floats, count, updates, from) => {
    const [out, others] = [floats, updates].map(intsOf);
    for (let i = 0; i < count; i++, from++) {
      const place = block[i];
      const x = out[place];
      const y = others[from];
      // Subtracting the number of NaNs of one sign moves them, by overflow, from the lower end to the upper.
      const a = ((x ^ ((x >> 31) & 0x7fffffff) ^ flip) - 0x7fffff) | 0;
      const b = ((y ^ ((y >> 31) & 0x7fffffff) ^ flip) - 0x7fffff) | 0;
      out[place] = x ^ ((x ^ y) & -Number(a < b));
    }
  };

export const maxFloats = extremumOfBits(0);
export const minFloats = extremumOfBits(-1);
