/**
 * The host's loops that gradients of several reductions share. They select by masks, all ones or 0: a
 * branch on random values is guessed wrong every other time. See move.ts for why they are unrolled.
 */
import type { Bits } from '../../kernels/cpu/bits.js';

/** Reads values at places into `to`, from its beginning on. */
export function readAt(
  values: Bits,
  places: Int32Array,
  begin: number,
  end: number,
  to: Bits,
): void {
  for (let i = begin, j = 0; i < end; i++, j++) to[j] = values[places[i]];
}

/** The same for bytes: V8 would make a loop that meets both slow. */
export function readBytesAt(
  values: Bits,
  places: Int32Array,
  begin: number,
  end: number,
  to: Bits,
): void {
  for (let i = begin, j = 0; i < end; i++, j++) to[j] = values[places[i]];
}

/** Keeps the bits of values where the masks that `out` holds are set. */
export function keepMasked(
  out: Int32Array,
  begin: number,
  end: number,
  values: Int32Array,
  from: number,
): void {
  for (let i = begin; i < end; i++, from++) out[i] &= values[from];
}

/** Divides by counts. */
export function divideBy(
  counts: Int32Array,
  count: number,
  dy: Float32Array,
  from: number,
  out: Float32Array,
): void {
  for (let i = 0; i < count; i++, from++) out[i] = dy[from] / counts[i];
}
