/**
 * Single values at sites with one index or two. Indices are wrapped and checked four at a time. The first
 * one out of bounds ends the walk. Functions return the number of sites done.
 */
import * as words from './call';
import { further, GATHER, single } from './ops';

@inline
export function one(op: i32, call: usize): u32 {
  let data = words.data(call), indices = words.indices(call), values = words.values(call);
  const jump = words.jump(call), count = words.count(call), step = words.step(call);
  const size0 = words.size0(call), stride0 = words.stride0(call);
  const wrap = size0 & words.wraps(call);
  const vWraps = i32x4.splat(wrap), vSizes = i32x4.splat(size0), vStrides = i32x4.splat(stride0);
  const vSteps = i32x4.splat(<i32>(step << 2));
  const vStart = i32x4.mul(i32x4(0, 1, 2, 3), i32x4.splat(<i32>step));
  let done: u32 = 0;
  for (let lines = words.lines(call); lines > 0; lines--) {
    let origins = v128.add<i32>(i32x4.splat(<i32>data), vStart);
    let i: u32 = 0;
    for (; i + 4 <= count; i += 4) {
      let v = v128.load(indices);
      v = v128.add<i32>(v, v128.and(i32x4.shr_s(v, 31), vWraps));
      if (v128.any_true(i32x4.ge_u(v, vSizes))) break;
      four(op, v128.add<i32>(origins, i32x4.mul(v, vStrides)), values);
      origins = v128.add<i32>(origins, vSteps);
      indices += 16;
      values = further(op, values, 16);
    }
    for (let origin = data + i * step; i < count; i++, origin += step) {
      const index = wrapped(indices, wrap);
      if (index >= size0) return done + i;
      single(op, origin + index * stride0, values);
      indices += 4;
      values = further(op, values, 4);
    }
    done += count;
    data += jump;
  }
  return done;
}

@inline
export function two(op: i32, call: usize): u32 {
  let data = words.data(call), indices = words.indices(call), values = words.values(call);
  const jump = words.jump(call), count = words.count(call), step = words.step(call);
  const size0 = words.size0(call), stride0 = words.stride0(call);
  const size1 = words.size1(call), stride1 = words.stride1(call);
  const wrap0 = size0 & words.wraps(call), wrap1 = size1 & words.wraps(call);
  const vWraps = pairs(wrap0, wrap1), vSizes = pairs(size0, size1), vStrides = pairs(stride0, stride1);
  const vSteps = i32x4.splat(<i32>(step << 2));
  const vStart = i32x4.mul(i32x4(0, 1, 2, 3), i32x4.splat(<i32>step));
  let done: u32 = 0;
  for (let lines = words.lines(call); lines > 0; lines--) {
    let origins = v128.add<i32>(i32x4.splat(<i32>data), vStart);
    let i: u32 = 0;
    for (; i + 4 <= count; i += 4) {
      let v = v128.load(indices), w = v128.load(indices, 16);
      v = v128.add<i32>(v, v128.and(i32x4.shr_s(v, 31), vWraps));
      w = v128.add<i32>(w, v128.and(i32x4.shr_s(w, 31), vWraps));
      if (v128.any_true(v128.or(i32x4.ge_u(v, vSizes), i32x4.ge_u(w, vSizes)))) break;
      v = i32x4.mul(v, vStrides);
      w = i32x4.mul(w, vStrides);
      const firsts = v128.shuffle<i32>(v, w, 0, 2, 4, 6), seconds = v128.shuffle<i32>(v, w, 1, 3, 5, 7);
      four(op, v128.add<i32>(origins, v128.add<i32>(firsts, seconds)), values);
      origins = v128.add<i32>(origins, vSteps);
      indices += 32;
      values = further(op, values, 16);
    }
    for (let origin = data + i * step; i < count; i++, origin += step) {
      const first = wrapped(indices, wrap0), second = wrapped(indices + 4, wrap1);
      if (first >= size0 || second >= size1) return done + i;
      single(op, origin + first * stride0 + second * stride1, values);
      indices += 8;
      values = further(op, values, 4);
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
function pairs(a: u32, b: u32): v128 {
  return i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(a), 1, b), 3, b);
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
