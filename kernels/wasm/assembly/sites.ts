/**
 * Sites with one index, or with the offset that `offsets` has computed from several. The indices of single values are
 * wrapped and checked four at a time.
 */
import { Field, OffsetsField } from '../fields';
import { FILL, GATHER, REPLACE, ROUND, single, storeRound, vector } from './ops';
import { field } from './field';

/** From this many bytes on, the engine copies a row faster than a loop. */
const COPIED_FROM: u32 = 512;

/** Ways to gather or replace rows, beside the operations of ops.ts: in a loop, or by the engine. */
const MOVES: i32 = 100;
const COPIES: i32 = 101;

/** The place of dropped sites. */
@inline
function nowhere(call: usize): usize {
  return call + (Field.fill << 2);
}

/** Returns places for indices of which some are out of bounds, from those of index 0. */
function settled(call: usize, indices: v128, origins: v128): v128 {
  const size = i32x4.splat(<i32>field(call, Field.size)), stride = i32x4.splat(<i32>field(call, Field.stride));
  indices = clamped(indices, size, i32x4.splat(<i32>field(call, Field.clamps)));
  const areOutside = i32x4.ge_u(indices, size);
  if (v128.any_true(areOutside)) store<u32>(call + (Field.hasDropped << 2), 1);
  return v128.bitselect(i32x4.splat(<i32>nowhere(call)), v128.add<i32>(origins, i32x4.mul(indices, stride)), areOutside);
}

@inline
function clamped(indices: v128, size: v128, clamps: v128): v128 {
  const nearest = i32x4.min_s(i32x4.max_s(indices, i32x4.splat(0)), v128.add<i32>(size, i32x4.splat(-1)));
  return v128.bitselect(nearest, indices, clamps);
}

/** The place of an index: `nowhere` if its site is dropped. */
@inline
function placeOf(call: usize, indices: usize, wrap: u32, size: u32, stride: u32, origin: usize): usize {
  const index = wrapped(indices, wrap);
  if (index < size) return origin + index * stride;
  return settledOne(call, index, origin);
}

function settledOne(call: usize, index: u32, origin: usize): usize {
  return i32x4.extract_lane(settled(call, i32x4.splat(<i32>index), i32x4.splat(<i32>origin)), 0);
}

/** Walks single values. */
@inline
export function singles(op: i32, call: usize): void {
  let data = field(call, Field.data), indices = field(call, Field.indices), values = field(call, Field.values);
  const jump = field(call, Field.jump), count = field(call, Field.count), step = field(call, Field.step);
  const size = field(call, Field.size), stride = field(call, Field.stride), wrap = size & field(call, Field.wraps);
  const vWrap = i32x4.splat(<i32>wrap), vSize = i32x4.splat(<i32>size), vStride = i32x4.splat(<i32>stride);
  const vSteps = i32x4.splat(<i32>(step << 2));
  const vStart = i32x4.mul(i32x4(0, 1, 2, 3), i32x4.splat(<i32>step));
  for (let lines = field(call, Field.lines); lines > 0; lines--) {
    let origins = v128.add<i32>(i32x4.splat(<i32>data), vStart);
    let i: u32 = 0;
    for (; i + 4 <= count; i += 4) {
      const four = wrappedFour(v128.load(indices), vWrap);
      let at = v128.add<i32>(origins, i32x4.mul(four, vStride));
      if (v128.any_true(i32x4.ge_u(four, vSize))) at = settled(call, four, origins);
      places(op, at, values, op == FILL ? field(call, Field.fill) : 0);
      origins = v128.add<i32>(origins, vSteps);
      indices += 16;
      values += 16;
    }
    for (; i < count; i++) {
      single(op, placeOf(call, indices, wrap, size, stride, data + i * step), values, op == FILL ? field(call, Field.fill) : 0);
      indices += 4;
      values += 4;
    }
    data += jump;
  }
}

/** Walks slices of several values. */
@inline
export function rows(op: i32, call: usize): void {
  if (op == GATHER) rowsMoved(1, call);
  else if (op == REPLACE) rowsMoved(0, call);
  else walkRows(op, false, 0, call);
}

/**
 * Copies rows from their places to the values, or back. The loops are apart: short rows are slowed by rounds, and all but
 * long ones by a call.
 */
function rowsMoved(gathers: i32, call: usize): void {
  const bytes = field(call, Field.bytes);
  if (bytes >= COPIED_FROM) walkRows(COPIES, false, gathers, call);
  else if (bytes >= ROUND) walkRows(MOVES, true, gathers, call);
  else walkRows(MOVES, false, gathers, call);
}

/** Moves two rows at once, so that fewer loads wait for memory. */
@inline
function walkRows(op: i32, inRounds: bool, gathers: i32, call: usize): void {
  let data = field(call, Field.data), indices = field(call, Field.indices), values = field(call, Field.values);
  const jump = field(call, Field.jump), count = field(call, Field.count), step = field(call, Field.step);
  const size = field(call, Field.size), stride = field(call, Field.stride), wrap = size & field(call, Field.wraps);
  const bytes = field(call, Field.bytes);
  for (let lines = field(call, Field.lines); lines > 0; lines--) {
    let origin = data;
    for (let i: u32 = 0; i < count; i++, origin += step) {
      if (op == MOVES) {
        for (; i + 2 <= count; i += 2, origin += step << 1) {
          const first = wrapped(indices, wrap), second = wrapped(indices + 4, wrap);
          if (first >= size || second >= size) break;
          const place = origin + first * stride, place2 = origin + step + second * stride, values2 = values + bytes;
          if (gathers) twoMoved(inRounds, values, values2, place, place2, bytes);
          else twoMoved(inRounds, place, place2, values, values2, bytes);
          indices += 8;
          values += bytes << 1;
        }
        if (i >= count) break;
      }
      const place = placeOf(call, indices, wrap, size, stride, origin);
      if (place == nowhere(call)) {
        if (gathers) filled(values, bytes, field(call, Field.fill));
      } else if (op == COPIES) memory.copy(gathers ? values : place, gathers ? place : values, bytes);
      else if (op == MOVES) moved(gathers ? values : place, gathers ? place : values, bytes);
      else slice(op, place, values, bytes, op == FILL ? field(call, Field.fill) : 0);
      indices += 4;
      values += bytes;
    }
    data += jump;
  }
}

/** The second row wins if both go to the same place. */
@inline
function twoMoved(inRounds: bool, to: usize, to2: usize, from: usize, from2: usize, bytes: u32): void {
  let at: u32 = 0;
  if (inRounds) for (; at + ROUND <= bytes; at += ROUND) {
    const a = from + at, b = from2 + at;
    const a0 = v128.load(a), a1 = v128.load(a, 16), a2 = v128.load(a, 32), a3 = v128.load(a, 48);
    const b0 = v128.load(b), b1 = v128.load(b, 16), b2 = v128.load(b, 32), b3 = v128.load(b, 48);
    storeRound(to + at, a0, a1, a2, a3);
    storeRound(to2 + at, b0, b1, b2, b3);
  }
  for (; at + 16 <= bytes; at += 16) {
    const a = v128.load(from + at), b = v128.load(from2 + at);
    v128.store(to + at, a);
    v128.store(to2 + at, b);
  }
  for (; at < bytes; at += 4) {
    const a = load<i32>(from + at), b = load<i32>(from2 + at);
    store<i32>(to + at, a);
    store<i32>(to2 + at, b);
  }
}

function moved(to: usize, from: usize, bytes: u32): void {
  slice(REPLACE, to, from, bytes, 0);
}

function filled(values: usize, bytes: u32, bits: u32): void {
  slice(FILL, values, 0, bytes, bits);
}

/** Fills the values of dropped sites, which have been changed since they were gathered. */
@inline
export function filledDropped(call: usize): void {
  let indices = field(call, Field.indices), values = field(call, Field.values);
  const size = field(call, Field.size), wrap = size & field(call, Field.wraps), bytes = field(call, Field.bytes);
  const sites = field(call, Field.lines) * field(call, Field.count), fill = field(call, Field.fill);
  const end = indices + (sites << 2);
  for (; indices < end; indices += 4, values += bytes) {
    if (wrapped(indices, wrap) >= size) filled(values, bytes, fill);
  }
}

/** Writes what tuples of several indices add to the offsets of their sites; -1 for those out of bounds. */
@inline
export function offsetsOfTuples(call: usize): void {
  let indices = field(call, OffsetsField.indices), out = field(call, OffsetsField.offsets);
  const count = field(call, OffsetsField.count), tuple = field(call, OffsetsField.tuple);
  const wraps = i32x4.splat(<i32>field(call, OffsetsField.wraps));
  const clamps = i32x4.splat(<i32>field(call, OffsetsField.clamps));
  let i: u32 = 0;
  for (; i + 4 <= count; i += 4, indices += tuple << 2, out += 16) {
    v128.store(out, sumsOfTerms(true, call, indices, tuple, wraps, clamps));
  }
  for (; i < count; i++, indices += tuple, out += 4) {
    v128.store_lane<i32>(out, sumsOfTerms(false, call, indices, tuple, wraps, clamps), 0);
  }
}

/** Returns the sums of the terms of one tuple, or of four; -1 for a tuple with an index out of bounds. */
@inline
function sumsOfTerms(four: bool, call: usize, indices: usize, tuple: u32, wraps: v128, clamps: v128): v128 {
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
    index = clamped(wrappedFour(index, v128.and(size, wraps)), size, clamps);
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
export function wrappedFour(indices: v128, wraps: v128): v128 {
  return v128.add<i32>(indices, v128.and(i32x4.shr_s(indices, 31), wraps));
}

/** Four places, in order, as several may be the same. */
@inline
function places(op: i32, four: v128, values: usize, bits: u32): void {
  if (op == GATHER) {
    let found = v128.load_zero<u32>(i32x4.extract_lane(four, 0));
    found = v128.load_lane<i32>(i32x4.extract_lane(four, 1), found, 1);
    found = v128.load_lane<i32>(i32x4.extract_lane(four, 2), found, 2);
    found = v128.load_lane<i32>(i32x4.extract_lane(four, 3), found, 3);
    v128.store(values, found);
  } else {
    single(op, i32x4.extract_lane(four, 0), values, bits);
    single(op, i32x4.extract_lane(four, 1), values + 4, bits);
    single(op, i32x4.extract_lane(four, 2), values + 8, bits);
    single(op, i32x4.extract_lane(four, 3), values + 12, bits);
  }
}

@inline
function slice(op: i32, place: usize, value: usize, bytes: u32, bits: u32): void {
  let at: u32 = 0;
  for (; at + 16 <= bytes; at += 16) vector(op, place + at, value + at, bits);
  for (; at < bytes; at += 4) single(op, place + at, value + at, bits);
}
