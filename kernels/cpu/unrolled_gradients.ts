/**
 * Made by `node scripts/expand_loops.mjs` from scripts/loops/gradients.ts, where the loops stand plain.
 */
import type { Bits } from './bits.js';

/** Reads values at places into `to`, from its beginning on. */
export function readAt(
  values: Bits,
  places: Int32Array,
  begin: number,
  end: number,
  to: Bits,
): void {
  let i = begin,
    j = 0;
  for (; i < end - 7; i += 8, j += 8) {
    to[j] = values[places[i]];
    to[(j + 1) | 0] = values[places[(i + 1) | 0]];
    to[(j + 2) | 0] = values[places[(i + 2) | 0]];
    to[(j + 3) | 0] = values[places[(i + 3) | 0]];
    to[(j + 4) | 0] = values[places[(i + 4) | 0]];
    to[(j + 5) | 0] = values[places[(i + 5) | 0]];
    to[(j + 6) | 0] = values[places[(i + 6) | 0]];
    to[(j + 7) | 0] = values[places[(i + 7) | 0]];
  }
  for (; i < end; i++, j++) to[j] = values[places[i]];
}

/** The same for bytes: V8 would make a loop that meets both slow. */
export function readBytesAt(
  values: Bits,
  places: Int32Array,
  begin: number,
  end: number,
  to: Bits,
): void {
  let i = begin,
    j = 0;
  for (; i < end - 7; i += 8, j += 8) {
    to[j] = values[places[i]];
    to[(j + 1) | 0] = values[places[(i + 1) | 0]];
    to[(j + 2) | 0] = values[places[(i + 2) | 0]];
    to[(j + 3) | 0] = values[places[(i + 3) | 0]];
    to[(j + 4) | 0] = values[places[(i + 4) | 0]];
    to[(j + 5) | 0] = values[places[(i + 5) | 0]];
    to[(j + 6) | 0] = values[places[(i + 6) | 0]];
    to[(j + 7) | 0] = values[places[(i + 7) | 0]];
  }
  for (; i < end; i++, j++) to[j] = values[places[i]];
}

/** Keeps the bits of values where the masks that `out` holds are set. */
export function keepMasked(
  out: Int32Array,
  begin: number,
  end: number,
  values: Int32Array,
  from: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, from += 8) {
    out[i] &= values[from];
    out[(i + 1) | 0] &= values[(from + 1) | 0];
    out[(i + 2) | 0] &= values[(from + 2) | 0];
    out[(i + 3) | 0] &= values[(from + 3) | 0];
    out[(i + 4) | 0] &= values[(from + 4) | 0];
    out[(i + 5) | 0] &= values[(from + 5) | 0];
    out[(i + 6) | 0] &= values[(from + 6) | 0];
    out[(i + 7) | 0] &= values[(from + 7) | 0];
  }
  for (; i < end; i++, from++) out[i] &= values[from];
}

/** Divides by counts. */
export function divideBy(
  counts: Int32Array,
  count: number,
  dy: Float32Array,
  from: number,
  out: Float32Array,
): void {
  let i = 0;
  for (; i < count - 7; i += 8, from += 8) {
    out[i] = dy[from] / counts[i];
    out[(i + 1) | 0] = dy[(from + 1) | 0] / counts[(i + 1) | 0];
    out[(i + 2) | 0] = dy[(from + 2) | 0] / counts[(i + 2) | 0];
    out[(i + 3) | 0] = dy[(from + 3) | 0] / counts[(i + 3) | 0];
    out[(i + 4) | 0] = dy[(from + 4) | 0] / counts[(i + 4) | 0];
    out[(i + 5) | 0] = dy[(from + 5) | 0] / counts[(i + 5) | 0];
    out[(i + 6) | 0] = dy[(from + 6) | 0] / counts[(i + 6) | 0];
    out[(i + 7) | 0] = dy[(from + 7) | 0] / counts[(i + 7) | 0];
  }
  for (; i < count; i++, from++) out[i] = dy[from] / counts[i];
}
