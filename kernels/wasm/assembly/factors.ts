/**
 * Values changed by the factors of a gather.
 */
import { FactorField as Field } from '../fields';
import { field } from './field';
import { alike } from './fused';

const OVER: u32 = 1;
const WEIGHTS: u32 = 4;
const OWN: u32 = 16;
const OTHER: u32 = 64;
const DIVIDES_BY_INTEGERS: u32 = 256;
const COMPARES_INTEGERS: u32 = 512;

/** Four numbers of a factor, or copies of one. */
@inline
function numbers(four: bool, factor: u32, flags: u32, address: usize, at: u32): v128 {
  if (!(flags & factor)) return v128.load_splat<i32>(address);
  return four ? v128.load(address + at) : v128.load_splat<i32>(address + at);
}

/** The step from row to row. */
@inline
function stepOf(factor: u32, flags: u32, bytes: u32): u32 {
  return flags & factor ? bytes : flags & (factor << 1) ? 4 : 0;
}

@inline
function changed(
  four: bool, x: usize, over: usize, weights: usize, own: usize, other: usize, fill: v128, flags: u32, at: u32,
): v128 {
  let value = four ? v128.load(x + at) : v128.load_splat<i32>(x + at);
  if (over != 0) {
    let divisor = numbers(four, OVER, flags, over, at);
    if (flags & DIVIDES_BY_INTEGERS) divisor = f32x4.convert_i32x4_s(divisor);
    const isZero = f32x4.eq(divisor, f32x4.splat(0));
    value = f32x4.div(value, v128.bitselect(f32x4.splat(1), divisor, isZero));
  }
  if (weights != 0) value = f32x4.mul(value, numbers(four, WEIGHTS, flags, weights, at));
  if (own != 0) {
    const a = numbers(four, OWN, flags, own, at), b = numbers(four, OTHER, flags, other, at);
    const isAlike = flags & COMPARES_INTEGERS ? i32x4.eq(a, b) : alike(a, b);
    value = v128.bitselect(value, fill, isAlike);
  }
  return value;
}

@inline
export function changedByFactors(call: usize): u32 {
  let out = field(call, Field.out), x = field(call, Field.x);
  let over = field(call, Field.over), weights = field(call, Field.weights);
  let own = field(call, Field.sourceLike), other = field(call, Field.targetLike);
  const bytes = field(call, Field.bytes), flags = field(call, Field.flags);
  const fill = i32x4.splat(<i32>field(call, Field.fill));
  const overStep = stepOf(OVER, flags, bytes), weightStep = stepOf(WEIGHTS, flags, bytes);
  const ownStep = stepOf(OWN, flags, bytes), otherStep = stepOf(OTHER, flags, bytes);
  for (let rows = field(call, Field.rows); rows > 0; rows--) {
    let at: u32 = 0;
    for (; at + 16 <= bytes; at += 16) {
      v128.store(out + at, changed(true, x, over, weights, own, other, fill, flags, at));
    }
    for (; at < bytes; at += 4) {
      const value = changed(false, x, over, weights, own, other, fill, flags, at);
      v128.store_lane<i32>(out + at, value, 0);
    }
    out += bytes;
    x += bytes;
    over += overStep;
    weights += weightStep;
    own += ownStep;
    other += otherStep;
  }
  return 0;
}
