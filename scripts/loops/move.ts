/**
 * The host's loops that move values. They are too slow as they stand in this folder.
 * `node scripts/expand_loops.mjs` writes them to kernels/cpu/unrolled_*.ts, eight values at a time.
 *
 * V8 checks an array's type and length at every access. It leaves the checks out if the array is a
 * constant of the module, or after an access to it in the same iteration. Eight values share the checks.
 * And V8 inlines short loops in functions whose other variables then take the processor's registers.
 */
import type { IndexCheck } from '../../kernels/contract/bounds.js';
import type { Bits } from '../../kernels/cpu/bits.js';
import { BLOCK } from '../../kernels/cpu/strategy.js';
import { stepOf, termOf } from '../../kernels/cpu/walk.js';

/** A constant that the loops share, as kernels run to completion one after another. */
const block = new Int32Array(BLOCK);
// Exported apart: TypeScript's CommonJS would turn each use into a property's.
export { block };

/** Replaces places by the values there. */
export function gatherInPlace(data: Bits, places: Int32Array, begin: number, end: number): void {
  for (let i = begin; i < end; i++) places[i] = data[places[i]];
}

/** Gathers from a row in the block, a value for each index; false if an index was out of range. */
export function gatherFromRow(
  plan: IndexCheck,
  indices: Int32Array,
  begin: number,
  end: number,
  out: Bits,
): boolean {
  const { size } = termOf(plan, 0);
  for (let i = begin; i < end; i++) {
    const index = indices[i] >>> 0;
    if (index >= size) return false;
    out[i] = block[index];
  }
  return true;
}

/** Replaces a line of indices in the block by the values; false if one was out of range. */
export function gatherLine(
  plan: IndexCheck,
  data: Bits,
  begin: number,
  end: number,
  offset: number,
): boolean {
  const { size, stride } = termOf(plan, 0);
  const step = stepOf(plan.geometry);
  for (let i = begin; i < end; i++) {
    const index = block[i] >>> 0;
    if (index >= size) return false;
    block[i] = data[(offset + Math.imul(index, stride)) | 0];
    offset = (offset + step) | 0;
  }
  return true;
}

/** Reads at places `apart`; returning something keeps the compiler from removing the reads. */
export function readPlaces(
  values: Bits,
  places: Int32Array,
  begin: number,
  end: number,
  apart: number,
): number {
  let read = 0;
  for (let i = begin; i < end; i += apart) read |= values[places[i]];
  return read;
}

/** Copies words of 64 bits, those of `from` at `start`, to `to` from `begin` up to `end`. */
export function copyWords(
  from: BigInt64Array,
  start: number,
  to: BigInt64Array,
  begin: number,
  end: number,
): void {
  for (let at = begin; at < end; at++, start++) to[at] = from[start];
}
