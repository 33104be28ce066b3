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

/** Shared, as kernels run one after another. */
const block = new Int32Array(BLOCK);
// Exported separately: otherwise TypeScript's CommonJS output would access a property at each use.
export { block };

/** Replaces a line of indices in the block with their values; returns false if one is out of range. */
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

/** Gathers values from a row that is in the block; returns false if an index is out of range. */
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

/** Returns whether any of four indices is negative or greater than `last`, in one comparison. */
function isOutOfRange(a: number, b: number, c: number, d: number, last: number): boolean {
  return (a | (last - a) | b | (last - b) | c | (last - c) | d | (last - d)) < 0;
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
