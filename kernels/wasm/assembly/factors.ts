/**
 * Values changed by the factors of a gather.
 */
import { FactorField as Field } from '../fields';
import { field } from './field';

const FROM: u32 = 1;
const OVER: u32 = 4;
const WEIGHTS: u32 = 16;
export const OWN: u32 = 64;
export const OTHER: u32 = 256;
const DIVIDES_BY_INTEGERS: u32 = 1024;
const COMPARES_INTEGERS: u32 = 2048;
const EXP: u32 = 4096;

/** Four values at an address, or copies of one. */
@inline
function loaded(four: bool, at: usize): v128 {
  return four ? v128.load(at) : v128.load_splat<i32>(at);
}

/** Sets all bits where two floats are equal or both NaN. */
@inline
export function alike(a: v128, b: v128): v128 {
  return v128.or(f32x4.eq(a, b), v128.and(f32x4.ne(a, a), f32x4.ne(b, b)));
}

/** Four numbers of a factor, or copies of one. */
@inline
function numbers(four: bool, factor: u32, flags: u32, address: usize, at: u32): v128 {
  return flags & factor ? loaded(four, address + at) : loaded(false, address);
}

/** The step from row to row. */
@inline
function stepOf(factor: u32, flags: u32, bytes: u32): u32 {
  return flags & factor ? bytes : flags & (factor << 1) ? 4 : 0;
}

@inline
function powerOfTwo(n: v128): v128 {
  return i32x4.shl(i32x4.add(n, i32x4.splat(127)), 23);
}

/** 2^n · e^r, where r is at most log(2) / 2 from 0, by its series. Its error is about the last bit. */
@inline
function exp(x: v128): v128 {
  // Beyond these, the result is 0 or Infinity.
  x = f32x4.min(f32x4.max(x, f32x4.splat(-104)), f32x4.splat(89));
  const n = f32x4.nearest(f32x4.mul(x, f32x4.splat(1.44269504)));
  // log(2) in two parts; the product with the first one is exact.
  const near = f32x4.sub(x, f32x4.mul(n, f32x4.splat(0.693359375)));
  const r = f32x4.add(near, f32x4.mul(n, f32x4.splat(0.000212194440)));
  let sum = f32x4.splat(1.0 / 5040);
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 720));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 120));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 24));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1.0 / 6));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(0.5));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1));
  sum = f32x4.add(f32x4.mul(sum, r), f32x4.splat(1));
  // 2^n alone may be beyond the range of float32.
  const whole = i32x4.trunc_sat_f32x4_s(n), half = i32x4.shr_s(whole, 1);
  return f32x4.mul(f32x4.mul(sum, powerOfTwo(half)), powerOfTwo(i32x4.sub(whole, half)));
}

/**
 * The value that a site reads, changed by the factors that have an address; `weight` counts only if `weighs` is set. What
 * is constant where this is called is not asked at run time.
 */
@inline
export function changed(
  four: bool, x: usize, from: usize, over: usize, weighs: bool, weight: v128, own: usize, other: usize, fill: v128,
  flags: u32, at: u32,
): v128 {
  let value = loaded(four, x + at);
  if (from != 0) value = f32x4.sub(numbers(four, FROM, flags, from, at), value);
  if (over != 0) {
    let divisor = numbers(four, OVER, flags, over, at);
    if (flags & DIVIDES_BY_INTEGERS) divisor = f32x4.convert_i32x4_s(divisor);
    const isZero = f32x4.eq(divisor, f32x4.splat(0));
    value = f32x4.div(value, v128.bitselect(f32x4.splat(1), divisor, isZero));
  }
  if (flags & EXP) value = exp(value);
  if (weighs) value = f32x4.mul(value, weight);
  if (own != 0) {
    const a = numbers(four, OWN, flags, own, at), b = numbers(four, OTHER, flags, other, at);
    const isAlike = flags & COMPARES_INTEGERS ? i32x4.eq(a, b) : alike(a, b);
    value = v128.bitselect(value, fill, isAlike);
  }
  return value;
}

@inline
export function changedByFactors(call: usize): void {
  let out = field(call, Field.out), x = field(call, Field.x);
  let from = field(call, Field.from), over = field(call, Field.over), weights = field(call, Field.weights);
  let own = field(call, Field.sourceLike), other = field(call, Field.targetLike);
  const bytes = field(call, Field.bytes), flags = field(call, Field.flags);
  const fill = i32x4.splat(<i32>field(call, Field.fill)), weighs = weights != 0;
  const fromStep = stepOf(FROM, flags, bytes), overStep = stepOf(OVER, flags, bytes);
  const weightStep = stepOf(WEIGHTS, flags, bytes);
  const ownStep = stepOf(OWN, flags, bytes), otherStep = stepOf(OTHER, flags, bytes);
  for (let rows = field(call, Field.rows); rows > 0; rows--) {
    let at: u32 = 0;
    for (; at + 16 <= bytes; at += 16) {
      const weight = weighs ? numbers(true, WEIGHTS, flags, weights, at) : fill;
      v128.store(out + at, changed(true, x, from, over, weighs, weight, own, other, fill, flags, at));
    }
    for (; at < bytes; at += 4) {
      const weight = weighs ? numbers(false, WEIGHTS, flags, weights, at) : fill;
      const value = changed(false, x, from, over, weighs, weight, own, other, fill, flags, at);
      v128.store_lane<i32>(out + at, value, 0);
    }
    out += bytes;
    x += bytes;
    from += fromStep;
    over += overStep;
    weights += weightStep;
    own += ownStep;
    other += otherStep;
  }
}
