/**
 * Sites with one index or two. The indices of single values are wrapped and checked four at a time. The first
 * one out of bounds ends the walk. Functions return the number of sites done.
 */
import { Field } from '../fields';
import { further, GATHER, single, vector } from './ops';
import { field } from './field';

/** Walks single values at sites with `depth` indices, a constant. */
@inline
export function singles(op: i32, depth: u32, call: usize): u32 {
  let data = field(call, Field.data), indices = field(call, Field.indices), values = field(call, Field.values);
  const jump = field(call, Field.jump), count = field(call, Field.count), step = field(call, Field.step);
  const size0 = field(call, Field.size0), stride0 = field(call, Field.stride0);
  // The host writes the same for one index. Constants let the compiler leave out the second one.
  const size1: u32 = depth == 1 ? 1 : field(call, Field.size1), stride1: u32 = depth == 1 ? 0 : field(call, Field.stride1);
  const wraps = field(call, Field.wraps), wrap0 = size0 & wraps, wrap1 = size1 & wraps;
  const vWraps = lanes(depth, wrap0, wrap1), vSizes = lanes(depth, size0, size1);
  const vStrides = lanes(depth, stride0, stride1);
  const vSteps = i32x4.splat(<i32>(step << 2));
  const vStart = i32x4.mul(i32x4(0, 1, 2, 3), i32x4.splat(<i32>step));
  let done: u32 = 0;
  for (let lines = field(call, Field.lines); lines > 0; lines--) {
    let origins = v128.add<i32>(i32x4.splat(<i32>data), vStart);
    let i: u32 = 0;
    for (; i + 4 <= count; i += 4) {
      const v = wrappedFour(indices, vWraps), w = depth == 2 ? wrappedFour(indices + 16, vWraps) : v;
      let areOutside = i32x4.ge_u(v, vSizes);
      if (depth == 2) areOutside = v128.or(areOutside, i32x4.ge_u(w, vSizes));
      if (v128.any_true(areOutside)) break;
      let shifts = i32x4.mul(v, vStrides);
      if (depth == 2) shifts = sumsOfPairs(shifts, i32x4.mul(w, vStrides));
      four(op, v128.add<i32>(origins, shifts), values);
      origins = v128.add<i32>(origins, vSteps);
      indices += depth << 4;
      values = further(op, values, 16);
    }
    for (let origin = data + i * step; i < count; i++, origin += step) {
      const first = wrapped(indices, wrap0);
      const second: u32 = depth == 2 ? wrapped(indices + 4, wrap1) : 0;
      if (first >= size0 || second >= size1) return done + i;
      single(op, origin + first * stride0 + second * stride1, values);
      indices += depth << 2;
      values = further(op, values, 4);
    }
    done += count;
    data += jump;
  }
  return done;
}

/** Walks slices of several values. */
@inline
export function rows(op: i32, call: usize): u32 {
  let data = field(call, Field.data), indices = field(call, Field.indices), values = field(call, Field.values);
  const jump = field(call, Field.jump), count = field(call, Field.count), step = field(call, Field.step);
  const size0 = field(call, Field.size0), stride0 = field(call, Field.stride0);
  const size1 = field(call, Field.size1), stride1 = field(call, Field.stride1);
  const depth = field(call, Field.depth), bytes = field(call, Field.bytes);
  const wrap0 = size0 & field(call, Field.wraps), wrap1 = size1 & field(call, Field.wraps);
  let done: u32 = 0;
  for (let lines = field(call, Field.lines); lines > 0; lines--) {
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

/** The index at an address, counted from the end if negative. */
@inline
export function wrapped(address: usize, wrap: u32): u32 {
  const index = load<i32>(address);
  return <u32>(index + ((index >> 31) & <i32>wrap));
}

@inline
function wrappedFour(address: usize, wraps: v128): v128 {
  const indices = v128.load(address);
  return v128.add<i32>(indices, v128.and(i32x4.shr_s(indices, 31), wraps));
}

@inline
function sumsOfPairs(a: v128, b: v128): v128 {
  return v128.add<i32>(v128.shuffle<i32>(a, b, 0, 2, 4, 6), v128.shuffle<i32>(a, b, 1, 3, 5, 7));
}

/** A number for each of four indices, which belong to four sites, or to two with two indices each. */
@inline
function lanes(depth: u32, a: u32, b: u32): v128 {
  const ofFirst = i32x4.splat(a);
  return depth == 2 ? i32x4.replace_lane(i32x4.replace_lane(ofFirst, 1, b), 3, b) : ofFirst;
}

/** Four places, in order, as several may be the same. */
@inline
function four(op: i32, places: v128, values: usize): void {
  if (op == GATHER) {
    let found = v128.load_zero<u32>(i32x4.extract_lane(places, 0));
    found = v128.load_lane<i32>(i32x4.extract_lane(places, 1), found, 1);
    found = v128.load_lane<i32>(i32x4.extract_lane(places, 2), found, 2);
    found = v128.load_lane<i32>(i32x4.extract_lane(places, 3), found, 3);
    v128.store(values, found);
  } else {
    single(op, i32x4.extract_lane(places, 0), values);
    single(op, i32x4.extract_lane(places, 1), further(op, values, 4));
    single(op, i32x4.extract_lane(places, 2), further(op, values, 8));
    single(op, i32x4.extract_lane(places, 3), further(op, values, 12));
  }
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
