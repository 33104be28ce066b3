/**
 * Sites with one index, or with the offset that `offsets` has computed from several. The indices of single values are
 * wrapped and checked four at a time. The first one out of bounds ends the walk. Functions return the number of sites
 * done.
 */
import { Field, OffsetsField } from '../fields';
import { further, GATHER, single, vector } from './ops';
import { field } from './field';

/** Walks single values. */
@inline
export function singles(op: i32, call: usize): u32 {
  let data = field(call, Field.data), indices = field(call, Field.indices), values = field(call, Field.values);
  const jump = field(call, Field.jump), count = field(call, Field.count), step = field(call, Field.step);
  const size = field(call, Field.size), stride = field(call, Field.stride), wrap = size & field(call, Field.wraps);
  const vWrap = i32x4.splat(<i32>wrap), vSize = i32x4.splat(<i32>size), vStride = i32x4.splat(<i32>stride);
  const vSteps = i32x4.splat(<i32>(step << 2));
  const vStart = i32x4.mul(i32x4(0, 1, 2, 3), i32x4.splat(<i32>step));
  let done: u32 = 0;
  for (let lines = field(call, Field.lines); lines > 0; lines--) {
    let origins = v128.add<i32>(i32x4.splat(<i32>data), vStart);
    let i: u32 = 0;
    for (; i + 4 <= count; i += 4) {
      const four = wrappedFour(v128.load(indices), vWrap);
      if (v128.any_true(i32x4.ge_u(four, vSize))) break;
      places(op, v128.add<i32>(origins, i32x4.mul(four, vStride)), values);
      origins = v128.add<i32>(origins, vSteps);
      indices += 16;
      values = further(op, values, 16);
    }
    for (let origin = data + i * step; i < count; i++, origin += step) {
      const index = wrapped(indices, wrap);
      if (index >= size) return done + i;
      single(op, origin + index * stride, values);
      indices += 4;
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
  const size = field(call, Field.size), stride = field(call, Field.stride), wrap = size & field(call, Field.wraps);
  const bytes = field(call, Field.bytes);
  let done: u32 = 0;
  for (let lines = field(call, Field.lines); lines > 0; lines--) {
    let origin = data;
    for (let i: u32 = 0; i < count; i++, origin += step) {
      const index = wrapped(indices, wrap);
      if (index >= size) return done + i;
      slice(op, origin + index * stride, values, bytes);
      indices += 4;
      values = further(op, values, bytes);
    }
    done += count;
    data += jump;
  }
  return done;
}

/** Writes what tuples of several indices add to the offsets of their sites. */
@inline
export function offsetsOfTuples(call: usize): u32 {
  let indices = field(call, OffsetsField.indices), out = field(call, OffsetsField.offsets);
  const count = field(call, OffsetsField.count), tuple = field(call, OffsetsField.tuple);
  const wraps = i32x4.splat(<i32>field(call, OffsetsField.wraps));
  let i: u32 = 0;
  for (; i + 4 <= count; i += 4, indices += tuple << 2, out += 16) {
    const sums = sumsOfTerms(true, call, indices, tuple, wraps);
    if (i32x4.bitmask(sums)) return i;
    v128.store(out, sums);
  }
  for (; i < count; i++, indices += tuple, out += 4) {
    const sum = i32x4.extract_lane(sumsOfTerms(false, call, indices, tuple, wraps), 0);
    if (sum < 0) return i;
    store<i32>(out, sum);
  }
  return count;
}

/** Returns the sums of the terms of one tuple, or of four; -1 for a tuple with an index out of bounds. */
@inline
function sumsOfTerms(four: bool, call: usize, indices: usize, tuple: u32, wraps: v128): v128 {
  let sums = i32x4.splat(0), areOutside = i32x4.splat(0);
  let axis = call;
  for (let at = indices, end = indices + tuple; at < end; at += 4, axis += 4) {
    let index = v128.load_zero<u32>(at);
    if (four) {
      index = v128.load_lane<i32>(at + tuple, index, 1);
      index = v128.load_lane<i32>(at + (tuple << 1), index, 2);
      index = v128.load_lane<i32>(at + tuple + (tuple << 1), index, 3);
    }
    const size = v128.load_splat<i32>(axis + (OffsetsField.sizes << 2));
    index = wrappedFour(index, v128.and(size, wraps));
    areOutside = v128.or(areOutside, i32x4.ge_u(index, size));
    sums = v128.add<i32>(sums, i32x4.mul(index, v128.load_splat<i32>(axis + (OffsetsField.strides << 2))));
  }
  return v128.or(sums, areOutside);
}

/** The index at an address, counted from the end if negative. */
@inline
export function wrapped(address: usize, wrap: u32): u32 {
  const index = load<i32>(address);
  return <u32>(index + ((index >> 31) & <i32>wrap));
}

@inline
function wrappedFour(indices: v128, wraps: v128): v128 {
  return v128.add<i32>(indices, v128.and(i32x4.shr_s(indices, 31), wraps));
}

/** Four places, in order, as several may be the same. */
@inline
function places(op: i32, four: v128, values: usize): void {
  if (op == GATHER) {
    let found = v128.load_zero<u32>(i32x4.extract_lane(four, 0));
    found = v128.load_lane<i32>(i32x4.extract_lane(four, 1), found, 1);
    found = v128.load_lane<i32>(i32x4.extract_lane(four, 2), found, 2);
    found = v128.load_lane<i32>(i32x4.extract_lane(four, 3), found, 3);
    v128.store(values, found);
  } else {
    single(op, i32x4.extract_lane(four, 0), values);
    single(op, i32x4.extract_lane(four, 1), further(op, values, 4));
    single(op, i32x4.extract_lane(four, 2), further(op, values, 8));
    single(op, i32x4.extract_lane(four, 3), further(op, values, 12));
  }
}

@inline
function slice(op: i32, place: usize, value: usize, bytes: u32): void {
  let at: u32 = 0;
  for (; at + 16 <= bytes; at += 16) vector(op, place + at, further(op, value, at));
  for (; at < bytes; at += 4) single(op, place + at, further(op, value, at));
}
