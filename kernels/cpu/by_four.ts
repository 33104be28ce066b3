/**
 * The loops of the cpu backend that are worth writing out by four. V8 checks an array's type and length at
 * every access, but not if the array is a constant of the module, and four values share what is left. A
 * loop that meets arrays of several types is slow from then on, so floats and bits have their own.
 */
import type { IndexCheck } from '../contract/bounds.js';
import type { Bits } from './bits.js';
import { BLOCK } from './strategy.js';
import { stepOf, termOf } from './walk.js';

/** Combines a run of values: that of `updates` at `from + i - begin` goes to `out` at `places[i]`. */
export type Combine<Values> = (
  out: Values,
  places: Int32Array,
  begin: number,
  end: number,
  updates: Values,
  from: number,
) => void;

/** Kernels run to completion one after another, so one block serves all. */
const block = new Int32Array(BLOCK);
// Exported apart: TypeScript's CommonJS would turn each use into a property's.
export { block };

/** Replaces a line of indices in the block by the values; false if one was out of range. */
export function gatherLine(
  check: IndexCheck,
  data: Bits,
  begin: number,
  end: number,
  offset: number,
): boolean {
  const { size, stride } = termOf(check, 0);
  const step = stepOf(check.geometry);
  const last = (size - 1) | 0;
  let i = begin;
  for (; i < end - 3; i += 4) {
    const a = block[i];
    const b = block[(i + 1) | 0];
    const c = block[(i + 2) | 0];
    const d = block[(i + 3) | 0];
    if (isOutOfRange(a, b, c, d, last)) return false;
    const first = data[(offset + Math.imul(a, stride)) | 0];
    offset = (offset + step) | 0;
    const second = data[(offset + Math.imul(b, stride)) | 0];
    offset = (offset + step) | 0;
    const third = data[(offset + Math.imul(c, stride)) | 0];
    offset = (offset + step) | 0;
    const fourth = data[(offset + Math.imul(d, stride)) | 0];
    offset = (offset + step) | 0;
    block[i] = first;
    block[(i + 1) | 0] = second;
    block[(i + 2) | 0] = third;
    block[(i + 3) | 0] = fourth;
  }
  for (; i < end; i++) {
    if (isOutOfRange(block[i], 0, 0, 0, last)) return false;
    block[i] = data[(offset + Math.imul(block[i], stride)) | 0];
    offset = (offset + step) | 0;
  }
  return true;
}

/** Gathers from a row that the block holds, a value for each index; false if one was out of range. */
export function gatherFromRow(
  check: IndexCheck,
  indices: Int32Array,
  begin: number,
  end: number,
  out: Bits,
): boolean {
  const last = (termOf(check, 0).size - 1) | 0;
  let i = begin;
  for (; i < end - 3; i += 4) {
    const a = indices[i];
    const b = indices[(i + 1) | 0];
    const c = indices[(i + 2) | 0];
    const d = indices[(i + 3) | 0];
    if (isOutOfRange(a, b, c, d, last)) return false;
    out[i] = block[a];
    out[(i + 1) | 0] = block[b];
    out[(i + 2) | 0] = block[c];
    out[(i + 3) | 0] = block[d];
  }
  for (; i < end; i++) {
    if (isOutOfRange(indices[i], 0, 0, 0, last)) return false;
    out[i] = block[indices[i]];
  }
  return true;
}

/** Returns whether one of four indices is negative or greater than the last, by a single comparison. */
function isOutOfRange(a: number, b: number, c: number, d: number, last: number): boolean {
  return (a | (last - a) | b | (last - b) | c | (last - c) | d | (last - d)) < 0;
}

/** Replaces places by the values there. */
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

/** Copies words of 64 bits that follow each other. */
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

/** Adds values that follow each other, to those from `begin` on. */
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

export const replaceBits: Combine<Bits> = (out, places, begin, end, updates, from) => {
  let i = begin;
  for (; i < end - 3; i += 4, from += 4) {
    out[places[i]] = updates[from];
    out[places[(i + 1) | 0]] = updates[(from + 1) | 0];
    out[places[(i + 2) | 0]] = updates[(from + 2) | 0];
    out[places[(i + 3) | 0]] = updates[(from + 3) | 0];
  }
  for (; i < end; i++, from++) out[places[i]] = updates[from];
};

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

export const maxFloats: Combine<Float32Array> = (out, places, begin, end, updates, from) => {
  let i = begin;
  for (; i < end - 3; i += 4, from += 4) {
    const [a, b, c, d] = [places[i], places[(i + 1) | 0], places[(i + 2) | 0], places[(i + 3) | 0]];
    out[a] = Math.max(out[a], updates[from]);
    out[b] = Math.max(out[b], updates[(from + 1) | 0]);
    out[c] = Math.max(out[c], updates[(from + 2) | 0]);
    out[d] = Math.max(out[d], updates[(from + 3) | 0]);
  }
  for (; i < end; i++, from++) out[places[i]] = Math.max(out[places[i]], updates[from]);
};

export const minFloats: Combine<Float32Array> = (out, places, begin, end, updates, from) => {
  let i = begin;
  for (; i < end - 3; i += 4, from += 4) {
    const [a, b, c, d] = [places[i], places[(i + 1) | 0], places[(i + 2) | 0], places[(i + 3) | 0]];
    out[a] = Math.min(out[a], updates[from]);
    out[b] = Math.min(out[b], updates[(from + 1) | 0]);
    out[c] = Math.min(out[c], updates[(from + 2) | 0]);
    out[d] = Math.min(out[d], updates[(from + 3) | 0]);
  }
  for (; i < end; i++, from++) out[places[i]] = Math.min(out[places[i]], updates[from]);
};
