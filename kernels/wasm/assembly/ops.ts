/**
 * The operations on a value in data and a value at a site, by their addresses. `op` is a constant wherever these functions
 * are called, so nothing is chosen at run time.
 */

/** The only one that reads data; all others change it. */
export const GATHER: i32 = 0;
export const REPLACE: i32 = 1;
export const ADD_FLOATS: i32 = 2;
export const SUB_FLOATS: i32 = 3;
export const MUL_FLOATS: i32 = 4;
export const MAX_FLOATS: i32 = 5;
export const MIN_FLOATS: i32 = 6;
export const ADD_INTEGERS: i32 = 7;
export const SUB_INTEGERS: i32 = 8;
export const MUL_INTEGERS: i32 = 9;
export const MAX_INTEGERS: i32 = 10;
export const MIN_INTEGERS: i32 = 11;
/** Writes one number everywhere, whose bits are passed. */
export const FILL: i32 = 12;

@inline
export function single(op: i32, place: usize, value: usize, bits: u32): void {
  if (op == GATHER) store<i32>(value, load<i32>(place));
  else if (op == REPLACE) store<i32>(place, load<i32>(value));
  else if (op == FILL) store<i32>(place, bits);
  // As vectors, because V8 computes max and min of single floats with branches.
  else v128.store_lane<i32>(place, combined(op, v128.load_zero<u32>(place), v128.load_zero<u32>(value)), 0);
}

/** The same for four values at an address; rows are gathered two at a time. */
@inline
export function vector(op: i32, place: usize, value: usize, bits: u32): void {
  if (op == REPLACE) v128.store(place, v128.load(value));
  else if (op == FILL) v128.store(place, i32x4.splat(<i32>bits));
  else v128.store(place, combined(op, v128.load(place), v128.load(value)));
}

/** The bytes of a round over a long row. All are loaded before the first is stored, so no load waits for a store. */
export const ROUND: u32 = 64;

@inline
export function storeRound(at: usize, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(at, a);
  v128.store(at, b, 16);
  v128.store(at, c, 32);
  v128.store(at, d, 48);
}

@inline
export function combined(op: i32, a: v128, b: v128): v128 {
  if (op == ADD_FLOATS) return f32x4.add(a, b);
  if (op == SUB_FLOATS) return f32x4.sub(a, b);
  if (op == MUL_FLOATS) return f32x4.mul(a, b);
  if (op == MAX_FLOATS) return f32x4.max(a, b);
  if (op == MIN_FLOATS) return f32x4.min(a, b);
  if (op == ADD_INTEGERS) return i32x4.add(a, b);
  if (op == SUB_INTEGERS) return i32x4.sub(a, b);
  if (op == MUL_INTEGERS) return i32x4.mul(a, b);
  if (op == MAX_INTEGERS) return i32x4.max_s(a, b);
  return i32x4.min_s(a, b);
}
