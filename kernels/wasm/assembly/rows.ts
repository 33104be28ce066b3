/**
 * Slices of several values at sites with one index or two; the arguments are those of singles.ts, and
 * the number of indices and a slice's length.
 */
import { ADDRESS, further, GATHER, REPLACE, single, vector } from './ops';
import { wrapped } from './singles';
import { COPIES_FROM } from './strategy';

@inline
export function rows(
  op: i32, data: usize, indices: usize, values: usize, lines: u32, jump: usize, count: u32, step: usize,
  wraps: u32, size0: u32, stride0: u32, size1: u32, stride1: u32, depth: u32, bytes: u32,
): u32 {
  const wrap0 = size0 & wraps, wrap1 = size1 & wraps;
  let done: u32 = 0;
  for (; lines > 0; lines--) {
    let origin = data;
    for (let i: u32 = 0; i < count; i++, origin += step) {
      const first = wrapped(indices, wrap0);
      if (first >= size0) return done + i;
      let place = origin + first * stride0;
      if (depth == 2) {
        const second = wrapped(indices + 4, wrap1);
        if (second >= size1) return done + i;
        place += second * stride1;
      }
      slice(op, place, values, bytes);
      indices += depth << 2;
      values = further(op, values, bytes);
    }
    done += count;
    data += jump;
  }
  return done;
}

@inline
function slice(op: i32, place: usize, value: usize, bytes: u32): void {
  if ((op == GATHER || op == REPLACE) && bytes >= COPIES_FROM) {
    if (op == GATHER) memory.copy(value, place, bytes);
    else memory.copy(place, value, bytes);
    return;
  }
  if (op == ADDRESS) {
    single(op, place, value);
    return;
  }
  let at: u32 = 0;
  for (; at + 64 <= bytes; at += 64) {
    vector(op, place + at, further(op, value, at));
    vector(op, place + at + 16, further(op, value, at + 16));
    vector(op, place + at + 32, further(op, value, at + 32));
    vector(op, place + at + 48, further(op, value, at + 48));
  }
  for (; at + 16 <= bytes; at += 16) vector(op, place + at, further(op, value, at));
  for (; at < bytes; at += 4) single(op, place + at, further(op, value, at));
}
