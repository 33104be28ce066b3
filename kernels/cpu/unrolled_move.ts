/**
 * Made by `node scripts/expand_loops.mjs` from scripts/loops/move.ts, where the loops stand plain.
 */
import type { IndexCheck } from '../contract/bounds.js';
import type { Bits } from './bits.js';
import { BLOCK } from './strategy.js';
import { stepOf, termOf } from './walk.js';

/** A constant that the loops share, as kernels run to completion one after another. */
const block = new Int32Array(BLOCK);
// Exported apart: TypeScript's CommonJS would turn each use into a property's.
export { block };

/** Replaces places by the values there. */
export function gatherInPlace(data: Bits, places: Int32Array, begin: number, end: number): void {
  let i = begin;
  for (; i < end - 7; i += 8) {
    places[i] = data[places[i]];
    places[(i + 1) | 0] = data[places[(i + 1) | 0]];
    places[(i + 2) | 0] = data[places[(i + 2) | 0]];
    places[(i + 3) | 0] = data[places[(i + 3) | 0]];
    places[(i + 4) | 0] = data[places[(i + 4) | 0]];
    places[(i + 5) | 0] = data[places[(i + 5) | 0]];
    places[(i + 6) | 0] = data[places[(i + 6) | 0]];
    places[(i + 7) | 0] = data[places[(i + 7) | 0]];
  }
  for (; i < end; i++) places[i] = data[places[i]];
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
  let i = begin;
  for (; i < end - 7; i += 8) {
    {
      const index = indices[i] >>> 0;
      if (index >= size) return false;
      out[i] = block[index];
    }
    {
      const index = indices[(i + 1) | 0] >>> 0;
      if (index >= size) return false;
      out[(i + 1) | 0] = block[index];
    }
    {
      const index = indices[(i + 2) | 0] >>> 0;
      if (index >= size) return false;
      out[(i + 2) | 0] = block[index];
    }
    {
      const index = indices[(i + 3) | 0] >>> 0;
      if (index >= size) return false;
      out[(i + 3) | 0] = block[index];
    }
    {
      const index = indices[(i + 4) | 0] >>> 0;
      if (index >= size) return false;
      out[(i + 4) | 0] = block[index];
    }
    {
      const index = indices[(i + 5) | 0] >>> 0;
      if (index >= size) return false;
      out[(i + 5) | 0] = block[index];
    }
    {
      const index = indices[(i + 6) | 0] >>> 0;
      if (index >= size) return false;
      out[(i + 6) | 0] = block[index];
    }
    {
      const index = indices[(i + 7) | 0] >>> 0;
      if (index >= size) return false;
      out[(i + 7) | 0] = block[index];
    }
  }
  for (; i < end; i++) {
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
  let i = begin;
  for (; i < end - 7; i += 8) {
    {
      const index = block[i] >>> 0;
      if (index >= size) return false;
      block[i] = data[(offset + Math.imul(index, stride)) | 0];
      offset = (offset + step) | 0;
    }
    {
      const index = block[(i + 1) | 0] >>> 0;
      if (index >= size) return false;
      block[(i + 1) | 0] = data[(offset + Math.imul(index, stride)) | 0];
      offset = (offset + step) | 0;
    }
    {
      const index = block[(i + 2) | 0] >>> 0;
      if (index >= size) return false;
      block[(i + 2) | 0] = data[(offset + Math.imul(index, stride)) | 0];
      offset = (offset + step) | 0;
    }
    {
      const index = block[(i + 3) | 0] >>> 0;
      if (index >= size) return false;
      block[(i + 3) | 0] = data[(offset + Math.imul(index, stride)) | 0];
      offset = (offset + step) | 0;
    }
    {
      const index = block[(i + 4) | 0] >>> 0;
      if (index >= size) return false;
      block[(i + 4) | 0] = data[(offset + Math.imul(index, stride)) | 0];
      offset = (offset + step) | 0;
    }
    {
      const index = block[(i + 5) | 0] >>> 0;
      if (index >= size) return false;
      block[(i + 5) | 0] = data[(offset + Math.imul(index, stride)) | 0];
      offset = (offset + step) | 0;
    }
    {
      const index = block[(i + 6) | 0] >>> 0;
      if (index >= size) return false;
      block[(i + 6) | 0] = data[(offset + Math.imul(index, stride)) | 0];
      offset = (offset + step) | 0;
    }
    {
      const index = block[(i + 7) | 0] >>> 0;
      if (index >= size) return false;
      block[(i + 7) | 0] = data[(offset + Math.imul(index, stride)) | 0];
      offset = (offset + step) | 0;
    }
  }
  for (; i < end; i++) {
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
  let i = begin;
  for (; i < end - 7 * apart; i += 8 * apart) {
    read |= values[places[i]];
    read |= values[places[(i + 1 * apart) | 0]];
    read |= values[places[(i + 2 * apart) | 0]];
    read |= values[places[(i + 3 * apart) | 0]];
    read |= values[places[(i + 4 * apart) | 0]];
    read |= values[places[(i + 5 * apart) | 0]];
    read |= values[places[(i + 6 * apart) | 0]];
    read |= values[places[(i + 7 * apart) | 0]];
  }
  for (; i < end; i += apart) read |= values[places[i]];
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
  let at = begin;
  for (; at < end - 7; at += 8, start += 8) {
    to[at] = from[start];
    to[(at + 1) | 0] = from[(start + 1) | 0];
    to[(at + 2) | 0] = from[(start + 2) | 0];
    to[(at + 3) | 0] = from[(start + 3) | 0];
    to[(at + 4) | 0] = from[(start + 4) | 0];
    to[(at + 5) | 0] = from[(start + 5) | 0];
    to[(at + 6) | 0] = from[(start + 6) | 0];
    to[(at + 7) | 0] = from[(start + 7) | 0];
  }
  for (; at < end; at++, start++) to[at] = from[start];
}
