/**
 * Slices of several values at sites with one index or two.
 */
import * as words from './call';
import { further, single, vector } from './ops';
import { wrapped } from './singles';

@inline
export function rows(op: i32, call: usize): u32 {
  let data = words.data(call), indices = words.indices(call), values = words.values(call);
  const jump = words.jump(call), count = words.count(call), step = words.step(call);
  const size0 = words.size0(call), stride0 = words.stride0(call);
  const size1 = words.size1(call), stride1 = words.stride1(call);
  const depth = words.depth(call), bytes = words.bytes(call);
  const wrap0 = size0 & words.wraps(call), wrap1 = size1 & words.wraps(call);
  let done: u32 = 0;
  for (let lines = words.lines(call); lines > 0; lines--) {
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
