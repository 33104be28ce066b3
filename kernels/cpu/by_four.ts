/**
 * The cpu backend's unrolled loops, four values per step. V8 checks an array's type and length at every
 * access, except for arrays that are constants of the module; four values share the remaining overhead. A
 * loop that has seen arrays of several types stays slow, so floats and bits have separate loops.
 */
import type { IndexCheck } from '../contract/bounds.js';
import type { Bits } from './bits.js';
import { BLOCK } from './strategy.js';
import { stepOf, termOf } from './walk.js';

/** Combines a run of values: `updates[from + i - begin]` goes to `out[places[i]]`. */
export type Combine<Values> = (
  out: Values,
  places: Int32Array,
  begin: number,
  end: number,
  updates: Values,
  from: number,
) => void;

/** Shared, because only one kernel runs at a time. */
const block = new Int32Array(BLOCK);
// Exported separately: otherwise TypeScript's CommonJS output would access a property at each use.
export { block };

/** Gathers the values of a line of sites; returns false if an index is out of range. */
export function gatherLine(
  check: IndexCheck,
  data: Bits,
  indices: Int32Array,
  begin: number,
  end: number,
  offset: number,
  out: Bits,
): boolean {
  const { size, stride } = termOf(check, 0);
  const step = stepOf(check.geometry);
  let i = begin;
  for (; i < end - 3; i += 4) {
    const a = indices[i];
    const b = indices[(i + 1) | 0];
    const c = indices[(i + 2) | 0];
    const d = indices[(i + 3) | 0];
    if (a >>> 0 >= size || b >>> 0 >= size || c >>> 0 >= size || d >>> 0 >= size) return false;
    const first = data[(offset + Math.imul(a, stride)) | 0];
    offset = (offset + step) | 0;
    const second = data[(offset + Math.imul(b, stride)) | 0];
    offset = (offset + step) | 0;
    const third = data[(offset + Math.imul(c, stride)) | 0];
    offset = (offset + step) | 0;
    const fourth = data[(offset + Math.imul(d, stride)) | 0];
    offset = (offset + step) | 0;
    out[i] = first;
    out[(i + 1) | 0] = second;
    out[(i + 2) | 0] = third;
    out[(i + 3) | 0] = fourth;
  }
  for (; i < end; i++) {
    if (indices[i] >>> 0 >= size) return false;
    out[i] = data[(offset + Math.imul(indices[i], stride)) | 0];
    offset = (offset + step) | 0;
  }
  return true;
}

/** Adds the updates of a line of sites; returns the first site that is not added, or `end`. */
export function addLine(
  check: IndexCheck,
  updates: Float32Array,
  indices: Int32Array,
  begin: number,
  end: number,
  offset: number,
  out: Float32Array,
): number {
  const { size, stride } = termOf(check, 0);
  const step = stepOf(check.geometry);
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
  check: IndexCheck,
  indices: Int32Array,
  begin: number,
  end: number,
  out: Bits,
): boolean {
  const { size } = termOf(check, 0);
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

/** Replaces each place with the value there. */
export function gatherInPlace(data: Bits, places: Int32Array, begin: number, end: number): void {
  let i = begin;
  for (; i < end - 3; i += 4) {
    places[i] = data[places[i]];
    places[(i + 1) | 0] = data[places[(i + 1) | 0]];
    places[(i + 2) | 0] = data[places[(i + 2) | 0]];
    places[(i + 3) | 0] = data[places[(i + 3) | 0]];
  }
  for (; i < end; i++) places[i] = data[places[i]];
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

/** Adds consecutive updates to `out`, from `begin` up to `end`. */
export function addRow(
  out: Float32Array,
  begin: number,
  end: number,
  updates: Float32Array,
  from: number,
): void {
  let i = begin;
  for (; i < end - 3; i += 4, from += 4) {
    out[i] += updates[from];
    out[(i + 1) | 0] += updates[(from + 1) | 0];
    out[(i + 2) | 0] += updates[(from + 2) | 0];
    out[(i + 3) | 0] += updates[(from + 3) | 0];
  }
  for (; i < end; i++, from++) out[i] += updates[from];
}

export const addFloats: Combine<Float32Array> = (out, places, begin, end, updates, from) => {
  let i = begin;
  for (; i < end - 3; i += 4, from += 4) {
    out[places[i]] += updates[from];
    out[places[(i + 1) | 0]] += updates[(from + 1) | 0];
    out[places[(i + 2) | 0]] += updates[(from + 2) | 0];
    out[places[(i + 3) | 0]] += updates[(from + 3) | 0];
  }
  for (; i < end; i++, from++) out[places[i]] += updates[from];
};

/**
 * Makes the loop for the maximum of floats, or with `flip` -1 for the minimum. It compares integers that sort
 * like the floats: comparing floats would branch, and half of the branches are mispredicted.
 */
const extremumOfBits =
  (flip: 0 | -1): Combine<Bits> =>
  (out, places, begin, end, updates, from) => {
    for (let i = begin; i < end; i++, from++) {
      const place = places[i];
      const x = out[place];
      const y = updates[from];
      // Subtracting the number of NaNs of one sign moves them, by overflow, from the lower end to the upper.
      const a = ((x ^ ((x >> 31) & 0x7fffffff) ^ flip) - 0x7fffff) | 0;
      const b = ((y ^ ((y >> 31) & 0x7fffffff) ^ flip) - 0x7fffff) | 0;
      out[place] = x ^ ((x ^ y) & -+(a < b));
    }
  };

export const maxFloats = extremumOfBits(0);
export const minFloats = extremumOfBits(-1);
