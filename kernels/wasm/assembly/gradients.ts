/**
 * Gradients of scatters. Each function goes over slices of places that updates land in, or over one
 * slice, which may be all of data:
 *
 * - `place` is the address of the one slice's places, or 0 where the first word of each slot holds the
 *   address of its own; a slot that holds 0 there was dropped.
 * - `slot` is the address where the gradient of the first operand goes, `count` the number of slots, and
 *   `step` the bytes from one to the next, which are negative to go backwards.
 * - `bytes` is the length of a slice.
 * - `own` is the distance from a slot to its operand; `a` and `b` are those from a place to values of it.
 */

/** Adds 1 to the counts at places where operands attain the result at `a`. */
export const COUNT: i32 = 0;
/** Keeps the share at the place for operands that attain the result at `a`. */
export const SHARE: i32 = 1;
/** Divides dy at `b` by the count at the place. */
export const DIVIDE: i32 = 2;
/** Multiplies dy at `b` by the product at `a` without the own factor, none of them being 0. */
export const TIMES: i32 = 3;
/** Moves the value at the place, and leaves 0. */
export const TAKE: i32 = 4;
/** Multiplies dy at `b` by 1, or by NaN where the operand is not finite. */
export const KEEP: i32 = 5;

/** Counts operands that are zero at the place, and multiplies the others at `a`. */
export const MULTIPLY: i32 = 6;
/** Multiplies dy at `b` by the product at `a` without the own factor; 0 if another is, by the count. */
export const OTHERS: i32 = 7;

@inline
export function walk(
  op: i32, place: usize, slot: usize, count: u32, step: usize, bytes: u32, own: usize, a: usize, b: usize,
): void {
  for (; count > 0; count--, slot += step) {
    const to = place ? place : load<u32>(slot);
    if (!to) continue;
    let at: u32 = 0;
    for (; at + 16 <= bytes; at += 16) part(op, true, to + at, slot + at, own, a, b);
    for (; at < bytes; at += 4) part(op, false, to + at, slot + at, own, a, b);
  }
}

@inline
function part(op: i32, wide: bool, place: usize, slot: usize, own: usize, a: usize, b: usize): void {
  if (op == COUNT) {
    put(wide, place, i32x4.sub(get(wide, place), attaining(wide, slot + own, place + a)));
  } else if (op == SHARE) {
    put(wide, slot, v128.and(get(wide, place), attaining(wide, slot + own, place + a)));
  } else if (op == DIVIDE) {
    put(wide, slot, f32x4.div(get(wide, place + b), f32x4.convert_i32x4_s(get(wide, place))));
  } else if (op == TIMES) {
    // Rounded twice, as on the host.
    const others = f32x4.div(get(wide, place + a), get(wide, slot + own));
    put(wide, slot, f32x4.mul(get(wide, place + b), others));
  } else if (op == TAKE) {
    put(wide, slot, get(wide, place));
    put(wide, place, i32x4.splat(0));
  } else if (op == MULTIPLY) {
    const operand = get(wide, slot + own);
    put(wide, place, i32x4.sub(get(wide, place), zero(operand)));
    put(wide, place + a, f32x4.mul(get(wide, place + a), nonZero(operand)));
  } else if (op == OTHERS) {
    const operand = get(wide, slot + own);
    const others = f32x4.div(get(wide, place + a), nonZero(operand));
    const alone = i32x4.eq(i32x4.add(get(wide, place), zero(operand)), i32x4.splat(0));
    put(wide, slot, v128.and(alone, f32x4.mul(get(wide, place + b), others)));
  } else {
    const operand = get(wide, slot + own);
    const one = f32x4.add(f32x4.splat(1), f32x4.sub(operand, operand));
    put(wide, slot, f32x4.mul(get(wide, place + b), one));
  }
}

/** Masks of the operands that attain their results. A NaN does: it makes the result NaN. */
@inline
function attaining(wide: bool, operands: usize, results: usize): v128 {
  const operand = get(wide, operands);
  return v128.or(f32x4.eq(operand, get(wide, results)), f32x4.ne(operand, operand));
}

@inline
function zero(operand: v128): v128 {
  return f32x4.eq(operand, i32x4.splat(0));
}

/** The operands, with 1 for zeros. */
@inline
function nonZero(operand: v128): v128 {
  return v128.bitselect(f32x4.splat(1), operand, zero(operand));
}

@inline
function get(wide: bool, address: usize): v128 {
  return wide ? v128.load(address) : v128.load_zero<u32>(address);
}

@inline
function put(wide: bool, address: usize, values: v128): void {
  if (wide) v128.store(address, values);
  else v128.store_lane<i32>(address, values, 0);
}

/** Whether any value is 0, -0 or NaN. */
export function holdsZeroOrNaN(values: usize, bytes: u32): bool {
  const end = values + bytes;
  for (; values + 16 <= end; values += 16) if (isZeroOrNaN(v128.load(values))) return true;
  for (; values < end; values += 4) if (isZeroOrNaN(v128.load_splat<u32>(values))) return true;
  return false;
}

@inline
function isZeroOrNaN(values: v128): bool {
  return v128.any_true(v128.or(zero(values), f32x4.ne(values, values)));
}
