/**
 * Made by `node scripts/expand_loops.mjs` from scripts/loops/gradients.ts, where the loops stand plain.
 */
import type { Bits } from './bits.js';

const INFINITY_BITS = 0x7f800000;
const ONE_BITS = 0x3f800000;

/** Reads values at places into `to`, from its beginning on. */
export function readAt(
  values: Bits,
  places: Int32Array,
  begin: number,
  end: number,
  to: Bits,
): void {
  let i = begin,
    j = 0;
  for (; i < end - 7; i += 8, j += 8) {
    to[j] = values[places[i]];
    to[(j + 1) | 0] = values[places[(i + 1) | 0]];
    to[(j + 2) | 0] = values[places[(i + 2) | 0]];
    to[(j + 3) | 0] = values[places[(i + 3) | 0]];
    to[(j + 4) | 0] = values[places[(i + 4) | 0]];
    to[(j + 5) | 0] = values[places[(i + 5) | 0]];
    to[(j + 6) | 0] = values[places[(i + 6) | 0]];
    to[(j + 7) | 0] = values[places[(i + 7) | 0]];
  }
  for (; i < end; i++, j++) to[j] = values[places[i]];
}

/** The same for bytes: V8 would make a loop that meets both slow. */
export function readBytesAt(
  values: Bits,
  places: Int32Array,
  begin: number,
  end: number,
  to: Bits,
): void {
  let i = begin,
    j = 0;
  for (; i < end - 7; i += 8, j += 8) {
    to[j] = values[places[i]];
    to[(j + 1) | 0] = values[places[(i + 1) | 0]];
    to[(j + 2) | 0] = values[places[(i + 2) | 0]];
    to[(j + 3) | 0] = values[places[(i + 3) | 0]];
    to[(j + 4) | 0] = values[places[(i + 4) | 0]];
    to[(j + 5) | 0] = values[places[(i + 5) | 0]];
    to[(j + 6) | 0] = values[places[(i + 6) | 0]];
    to[(j + 7) | 0] = values[places[(i + 7) | 0]];
  }
  for (; i < end; i++, j++) to[j] = values[places[i]];
}

/** Adds 1 at places whose mask is set. */
export function countAt(
  counts: Int32Array,
  places: Int32Array,
  begin: number,
  end: number,
  masks: Int32Array,
): void {
  let i = begin,
    j = 0;
  for (; i < end - 7; i += 8, j += 8) {
    counts[places[i]] -= masks[j];
    counts[places[(i + 1) | 0]] -= masks[(j + 1) | 0];
    counts[places[(i + 2) | 0]] -= masks[(j + 2) | 0];
    counts[places[(i + 3) | 0]] -= masks[(j + 3) | 0];
    counts[places[(i + 4) | 0]] -= masks[(j + 4) | 0];
    counts[places[(i + 5) | 0]] -= masks[(j + 5) | 0];
    counts[places[(i + 6) | 0]] -= masks[(j + 6) | 0];
    counts[places[(i + 7) | 0]] -= masks[(j + 7) | 0];
  }
  for (; i < end; i++, j++) counts[places[i]] -= masks[j];
}

/** Writes masks of the operands that attain their results. A NaN does: it makes the result NaN. */
export function maskAttaining(
  operands: Bits,
  begin: number,
  end: number,
  results: Bits,
  from: number,
  masks: Int32Array,
  to: number,
): void {
  // By 4: longer than that, the processor's registers do not suffice.
  let i = begin;
  for (; i < end - 3; i += 4, from += 4, to += 4) {
    masks[to] = attains(operands[i], results[from]);
    masks[(to + 1) | 0] = attains(operands[(i + 1) | 0], results[(from + 1) | 0]);
    masks[(to + 2) | 0] = attains(operands[(i + 2) | 0], results[(from + 2) | 0]);
    masks[(to + 3) | 0] = attains(operands[(i + 3) | 0], results[(from + 3) | 0]);
  }
  for (; i < end; i++, from++, to++) masks[to] = attains(operands[i], results[from]);
}

/** Returns all ones if an operand attains the result, else 0. */
function attains(operand: number, result: number): number {
  const difference = operand ^ result;
  // 0 and -0 are equal, and differ in the sign alone.
  const magnitudes = (operand | result) << 1;
  const unequal = ((difference | (0 - difference)) & (magnitudes | (0 - magnitudes))) >> 31;
  return ~unequal | ((INFINITY_BITS - (operand & 0x7fffffff)) >> 31);
}

/** Writes masks of the integers that are equal to their results. */
export function maskEqual(
  operands: Bits,
  begin: number,
  end: number,
  results: Bits,
  from: number,
  masks: Int32Array,
  to: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, from += 8, to += 8) {
    {
      const difference = operands[i] ^ results[from];
      masks[to] = ~((difference | (0 - difference)) >> 31);
    }
    {
      const difference = operands[(i + 1) | 0] ^ results[(from + 1) | 0];
      masks[(to + 1) | 0] = ~((difference | (0 - difference)) >> 31);
    }
    {
      const difference = operands[(i + 2) | 0] ^ results[(from + 2) | 0];
      masks[(to + 2) | 0] = ~((difference | (0 - difference)) >> 31);
    }
    {
      const difference = operands[(i + 3) | 0] ^ results[(from + 3) | 0];
      masks[(to + 3) | 0] = ~((difference | (0 - difference)) >> 31);
    }
    {
      const difference = operands[(i + 4) | 0] ^ results[(from + 4) | 0];
      masks[(to + 4) | 0] = ~((difference | (0 - difference)) >> 31);
    }
    {
      const difference = operands[(i + 5) | 0] ^ results[(from + 5) | 0];
      masks[(to + 5) | 0] = ~((difference | (0 - difference)) >> 31);
    }
    {
      const difference = operands[(i + 6) | 0] ^ results[(from + 6) | 0];
      masks[(to + 6) | 0] = ~((difference | (0 - difference)) >> 31);
    }
    {
      const difference = operands[(i + 7) | 0] ^ results[(from + 7) | 0];
      masks[(to + 7) | 0] = ~((difference | (0 - difference)) >> 31);
    }
  }
  for (; i < end; i++, from++, to++) {
    const difference = operands[i] ^ results[from];
    masks[to] = ~((difference | (0 - difference)) >> 31);
  }
}

/** Writes masks of the bytes that are as true as their results: any but 0 are. */
export function maskOfSameTruth(
  operands: Bits,
  begin: number,
  end: number,
  results: Bits,
  from: number,
  masks: Int32Array,
  to: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, from += 8, to += 8) {
    {
      masks[to] = ((0 - operands[i]) >> 31) ^ ~((0 - results[from]) >> 31);
    }
    {
      masks[(to + 1) | 0] =
        ((0 - operands[(i + 1) | 0]) >> 31) ^ ~((0 - results[(from + 1) | 0]) >> 31);
    }
    {
      masks[(to + 2) | 0] =
        ((0 - operands[(i + 2) | 0]) >> 31) ^ ~((0 - results[(from + 2) | 0]) >> 31);
    }
    {
      masks[(to + 3) | 0] =
        ((0 - operands[(i + 3) | 0]) >> 31) ^ ~((0 - results[(from + 3) | 0]) >> 31);
    }
    {
      masks[(to + 4) | 0] =
        ((0 - operands[(i + 4) | 0]) >> 31) ^ ~((0 - results[(from + 4) | 0]) >> 31);
    }
    {
      masks[(to + 5) | 0] =
        ((0 - operands[(i + 5) | 0]) >> 31) ^ ~((0 - results[(from + 5) | 0]) >> 31);
    }
    {
      masks[(to + 6) | 0] =
        ((0 - operands[(i + 6) | 0]) >> 31) ^ ~((0 - results[(from + 6) | 0]) >> 31);
    }
    {
      masks[(to + 7) | 0] =
        ((0 - operands[(i + 7) | 0]) >> 31) ^ ~((0 - results[(from + 7) | 0]) >> 31);
    }
  }
  for (; i < end; i++, from++, to++) {
    masks[to] = ((0 - operands[i]) >> 31) ^ ~((0 - results[from]) >> 31);
  }
}

/** Writes dy times the product of all factors but the own one, where none is zero. */
export function timesOthers(
  dys: Float32Array,
  begin: number,
  end: number,
  products: Float32Array,
  at: number,
  factors: Float32Array,
  from: number,
  out: Float32Array,
  to: number,
): void {
  // Rounded twice, as dy times a tensor of these products would be.
  let i = begin;
  for (; i < end - 7; i += 8, at += 8, from += 8, to += 8) {
    out[to] = dys[i] * Math.fround(products[at] / factors[from]);
    out[(to + 1) | 0] =
      dys[(i + 1) | 0] * Math.fround(products[(at + 1) | 0] / factors[(from + 1) | 0]);
    out[(to + 2) | 0] =
      dys[(i + 2) | 0] * Math.fround(products[(at + 2) | 0] / factors[(from + 2) | 0]);
    out[(to + 3) | 0] =
      dys[(i + 3) | 0] * Math.fround(products[(at + 3) | 0] / factors[(from + 3) | 0]);
    out[(to + 4) | 0] =
      dys[(i + 4) | 0] * Math.fround(products[(at + 4) | 0] / factors[(from + 4) | 0]);
    out[(to + 5) | 0] =
      dys[(i + 5) | 0] * Math.fround(products[(at + 5) | 0] / factors[(from + 5) | 0]);
    out[(to + 6) | 0] =
      dys[(i + 6) | 0] * Math.fround(products[(at + 6) | 0] / factors[(from + 6) | 0]);
    out[(to + 7) | 0] =
      dys[(i + 7) | 0] * Math.fround(products[(at + 7) | 0] / factors[(from + 7) | 0]);
  }
  for (; i < end; i++, at++, from++, to++)
    out[to] = dys[i] * Math.fround(products[at] / factors[from]);
}

/** Writes the same for factors at places. */
export function timesOthersAt(
  dys: Float32Array,
  products: Float32Array,
  places: Int32Array,
  begin: number,
  end: number,
  factors: Float32Array,
  from: number,
  out: Float32Array,
  to: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, from += 8, to += 8) {
    {
      const place = places[i];
      out[to] = dys[place] * Math.fround(products[place] / factors[from]);
    }
    {
      const place = places[(i + 1) | 0];
      out[(to + 1) | 0] = dys[place] * Math.fround(products[place] / factors[(from + 1) | 0]);
    }
    {
      const place = places[(i + 2) | 0];
      out[(to + 2) | 0] = dys[place] * Math.fround(products[place] / factors[(from + 2) | 0]);
    }
    {
      const place = places[(i + 3) | 0];
      out[(to + 3) | 0] = dys[place] * Math.fround(products[place] / factors[(from + 3) | 0]);
    }
    {
      const place = places[(i + 4) | 0];
      out[(to + 4) | 0] = dys[place] * Math.fround(products[place] / factors[(from + 4) | 0]);
    }
    {
      const place = places[(i + 5) | 0];
      out[(to + 5) | 0] = dys[place] * Math.fround(products[place] / factors[(from + 5) | 0]);
    }
    {
      const place = places[(i + 6) | 0];
      out[(to + 6) | 0] = dys[place] * Math.fround(products[place] / factors[(from + 6) | 0]);
    }
    {
      const place = places[(i + 7) | 0];
      out[(to + 7) | 0] = dys[place] * Math.fround(products[place] / factors[(from + 7) | 0]);
    }
  }
  for (; i < end; i++, from++, to++) {
    const place = places[i];
    out[to] = dys[place] * Math.fround(products[place] / factors[from]);
  }
}

/** Whether a value is 0, -0 or NaN. */
export function holdsZeroOrNaN(values: Int32Array, begin: number, end: number): boolean {
  let found = 0;
  let i = begin;
  for (; i < end - 7; i += 8) {
    found |= negativeIfZeroOrNaN(values[i]);
    found |= negativeIfZeroOrNaN(values[(i + 1) | 0]);
    found |= negativeIfZeroOrNaN(values[(i + 2) | 0]);
    found |= negativeIfZeroOrNaN(values[(i + 3) | 0]);
    found |= negativeIfZeroOrNaN(values[(i + 4) | 0]);
    found |= negativeIfZeroOrNaN(values[(i + 5) | 0]);
    found |= negativeIfZeroOrNaN(values[(i + 6) | 0]);
    found |= negativeIfZeroOrNaN(values[(i + 7) | 0]);
  }
  for (; i < end; i++) found |= negativeIfZeroOrNaN(values[i]);
  return found < 0;
}

function negativeIfZeroOrNaN(value: number): number {
  const magnitude = value & 0x7fffffff;
  return (magnitude - 1) | (INFINITY_BITS - magnitude);
}

/** Whether a value is infinite or NaN. */
export function holdsNonFinite(values: Int32Array, begin: number, end: number): boolean {
  let found = 0;
  let i = begin;
  for (; i < end - 7; i += 8) {
    found |= INFINITY_BITS - 1 - (values[i] & 0x7fffffff);
    found |= INFINITY_BITS - 1 - (values[(i + 1) | 0] & 0x7fffffff);
    found |= INFINITY_BITS - 1 - (values[(i + 2) | 0] & 0x7fffffff);
    found |= INFINITY_BITS - 1 - (values[(i + 3) | 0] & 0x7fffffff);
    found |= INFINITY_BITS - 1 - (values[(i + 4) | 0] & 0x7fffffff);
    found |= INFINITY_BITS - 1 - (values[(i + 5) | 0] & 0x7fffffff);
    found |= INFINITY_BITS - 1 - (values[(i + 6) | 0] & 0x7fffffff);
    found |= INFINITY_BITS - 1 - (values[(i + 7) | 0] & 0x7fffffff);
  }
  for (; i < end; i++) found |= INFINITY_BITS - 1 - (values[i] & 0x7fffffff);
  return found < 0;
}

/** Counts the factors that are zero, each at its place. */
export function countZeros(
  zeros: Uint8ClampedArray,
  begin: number,
  end: number,
  factors: Int32Array,
  from: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, from += 8) {
    zeros[i] -= isZero(factors[from]);
    zeros[(i + 1) | 0] -= isZero(factors[(from + 1) | 0]);
    zeros[(i + 2) | 0] -= isZero(factors[(from + 2) | 0]);
    zeros[(i + 3) | 0] -= isZero(factors[(from + 3) | 0]);
    zeros[(i + 4) | 0] -= isZero(factors[(from + 4) | 0]);
    zeros[(i + 5) | 0] -= isZero(factors[(from + 5) | 0]);
    zeros[(i + 6) | 0] -= isZero(factors[(from + 6) | 0]);
    zeros[(i + 7) | 0] -= isZero(factors[(from + 7) | 0]);
  }
  for (; i < end; i++, from++) zeros[i] -= isZero(factors[from]);
}

/** Counts the factors that are zero at places. */
export function countZerosAt(
  zeros: Uint8ClampedArray,
  places: Int32Array,
  begin: number,
  end: number,
  factors: Int32Array,
  from: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, from += 8) {
    zeros[places[i]] -= isZero(factors[from]);
    zeros[places[(i + 1) | 0]] -= isZero(factors[(from + 1) | 0]);
    zeros[places[(i + 2) | 0]] -= isZero(factors[(from + 2) | 0]);
    zeros[places[(i + 3) | 0]] -= isZero(factors[(from + 3) | 0]);
    zeros[places[(i + 4) | 0]] -= isZero(factors[(from + 4) | 0]);
    zeros[places[(i + 5) | 0]] -= isZero(factors[(from + 5) | 0]);
    zeros[places[(i + 6) | 0]] -= isZero(factors[(from + 6) | 0]);
    zeros[places[(i + 7) | 0]] -= isZero(factors[(from + 7) | 0]);
  }
  for (; i < end; i++, from++) zeros[places[i]] -= isZero(factors[from]);
}

/** Writes masks of the factors at places beside which no other is zero. */
export function maskAlone(
  zeros: Uint8ClampedArray,
  places: Int32Array,
  begin: number,
  end: number,
  factors: Int32Array,
  from: number,
  masks: Int32Array,
  to: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, from += 8, to += 8) {
    masks[to] = isAlone(factors[from], zeros[places[i]]);
    masks[(to + 1) | 0] = isAlone(factors[(from + 1) | 0], zeros[places[(i + 1) | 0]]);
    masks[(to + 2) | 0] = isAlone(factors[(from + 2) | 0], zeros[places[(i + 2) | 0]]);
    masks[(to + 3) | 0] = isAlone(factors[(from + 3) | 0], zeros[places[(i + 3) | 0]]);
    masks[(to + 4) | 0] = isAlone(factors[(from + 4) | 0], zeros[places[(i + 4) | 0]]);
    masks[(to + 5) | 0] = isAlone(factors[(from + 5) | 0], zeros[places[(i + 5) | 0]]);
    masks[(to + 6) | 0] = isAlone(factors[(from + 6) | 0], zeros[places[(i + 6) | 0]]);
    masks[(to + 7) | 0] = isAlone(factors[(from + 7) | 0], zeros[places[(i + 7) | 0]]);
  }
  for (; i < end; i++, from++, to++) masks[to] = isAlone(factors[from], zeros[places[i]]);
}

/** Keeps the bits of `out` beside whose factor no other is zero. */
export function keepAlone(
  out: Int32Array,
  begin: number,
  end: number,
  factors: Int32Array,
  from: number,
  zeros: Uint8ClampedArray,
  at: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, from += 8, at += 8) {
    out[i] &= isAlone(factors[from], zeros[at]);
    out[(i + 1) | 0] &= isAlone(factors[(from + 1) | 0], zeros[(at + 1) | 0]);
    out[(i + 2) | 0] &= isAlone(factors[(from + 2) | 0], zeros[(at + 2) | 0]);
    out[(i + 3) | 0] &= isAlone(factors[(from + 3) | 0], zeros[(at + 3) | 0]);
    out[(i + 4) | 0] &= isAlone(factors[(from + 4) | 0], zeros[(at + 4) | 0]);
    out[(i + 5) | 0] &= isAlone(factors[(from + 5) | 0], zeros[(at + 5) | 0]);
    out[(i + 6) | 0] &= isAlone(factors[(from + 6) | 0], zeros[(at + 6) | 0]);
    out[(i + 7) | 0] &= isAlone(factors[(from + 7) | 0], zeros[(at + 7) | 0]);
  }
  for (; i < end; i++, from++, at++) out[i] &= isAlone(factors[from], zeros[at]);
}

/** Returns all ones if none of a place's zeros is another factor, else 0. */
function isAlone(factor: number, zeros: number): number {
  return (zeros + isZero(factor) - 1) >> 31;
}

/** Counts the factors that are zero, each at its place, and writes them with 1 instead of zeros. */
export function splitZeros(
  zeros: Uint8ClampedArray,
  count: number,
  factors: Int32Array,
  from: number,
  out: Int32Array,
): void {
  let i = 0;
  for (; i < count - 7; i += 8, from += 8) {
    {
      const zero = isZero(factors[from]);
      zeros[i] -= zero;
      out[i] = (factors[from] & ~zero) | (ONE_BITS & zero);
    }
    {
      const zero = isZero(factors[(from + 1) | 0]);
      zeros[(i + 1) | 0] -= zero;
      out[(i + 1) | 0] = (factors[(from + 1) | 0] & ~zero) | (ONE_BITS & zero);
    }
    {
      const zero = isZero(factors[(from + 2) | 0]);
      zeros[(i + 2) | 0] -= zero;
      out[(i + 2) | 0] = (factors[(from + 2) | 0] & ~zero) | (ONE_BITS & zero);
    }
    {
      const zero = isZero(factors[(from + 3) | 0]);
      zeros[(i + 3) | 0] -= zero;
      out[(i + 3) | 0] = (factors[(from + 3) | 0] & ~zero) | (ONE_BITS & zero);
    }
    {
      const zero = isZero(factors[(from + 4) | 0]);
      zeros[(i + 4) | 0] -= zero;
      out[(i + 4) | 0] = (factors[(from + 4) | 0] & ~zero) | (ONE_BITS & zero);
    }
    {
      const zero = isZero(factors[(from + 5) | 0]);
      zeros[(i + 5) | 0] -= zero;
      out[(i + 5) | 0] = (factors[(from + 5) | 0] & ~zero) | (ONE_BITS & zero);
    }
    {
      const zero = isZero(factors[(from + 6) | 0]);
      zeros[(i + 6) | 0] -= zero;
      out[(i + 6) | 0] = (factors[(from + 6) | 0] & ~zero) | (ONE_BITS & zero);
    }
    {
      const zero = isZero(factors[(from + 7) | 0]);
      zeros[(i + 7) | 0] -= zero;
      out[(i + 7) | 0] = (factors[(from + 7) | 0] & ~zero) | (ONE_BITS & zero);
    }
  }
  for (; i < count; i++, from++) {
    const zero = isZero(factors[from]);
    zeros[i] -= zero;
    out[i] = (factors[from] & ~zero) | (ONE_BITS & zero);
  }
}

/** Writes the factors, with 1 instead of zeros. */
export function replaceZeros(
  factors: Int32Array,
  begin: number,
  end: number,
  out: Int32Array,
  to: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, to += 8) {
    out[to] = nonZero(factors[i]);
    out[(to + 1) | 0] = nonZero(factors[(i + 1) | 0]);
    out[(to + 2) | 0] = nonZero(factors[(i + 2) | 0]);
    out[(to + 3) | 0] = nonZero(factors[(i + 3) | 0]);
    out[(to + 4) | 0] = nonZero(factors[(i + 4) | 0]);
    out[(to + 5) | 0] = nonZero(factors[(i + 5) | 0]);
    out[(to + 6) | 0] = nonZero(factors[(i + 6) | 0]);
    out[(to + 7) | 0] = nonZero(factors[(i + 7) | 0]);
  }
  for (; i < end; i++, to++) out[to] = nonZero(factors[i]);
}

function nonZero(factor: number): number {
  const zero = isZero(factor);
  return (factor & ~zero) | (ONE_BITS & zero);
}

/** Returns all ones for 0 and -0, else 0. */
function isZero(factor: number): number {
  const magnitude = factor << 1;
  return ~((magnitude | (0 - magnitude)) >> 31);
}

/** Counts masks that are set, from `from` on. */
export function countMasks(
  counts: Int32Array,
  count: number,
  masks: Int32Array,
  from: number,
): void {
  let i = 0;
  for (; i < count - 7; i += 8, from += 8) {
    counts[i] -= masks[from];
    counts[(i + 1) | 0] -= masks[(from + 1) | 0];
    counts[(i + 2) | 0] -= masks[(from + 2) | 0];
    counts[(i + 3) | 0] -= masks[(from + 3) | 0];
    counts[(i + 4) | 0] -= masks[(from + 4) | 0];
    counts[(i + 5) | 0] -= masks[(from + 5) | 0];
    counts[(i + 6) | 0] -= masks[(from + 6) | 0];
    counts[(i + 7) | 0] -= masks[(from + 7) | 0];
  }
  for (; i < count; i++, from++) counts[i] -= masks[from];
}

/**
 * Replaces counts of updates that attain their results by the bits of each operand's share of dy. Masks,
 * from the first on, are set where data's own value attains the result as well.
 */
export function countsToShares(
  counts: Int32Array,
  begin: number,
  end: number,
  dy: Float32Array,
  masks: Int32Array,
  shares: Float32Array,
): void {
  let i = begin,
    j = 0;
  for (; i < end - 7; i += 8, j += 8) {
    shares[i] = dy[i] / (counts[i] - masks[j]);
    shares[(i + 1) | 0] = dy[(i + 1) | 0] / (counts[(i + 1) | 0] - masks[(j + 1) | 0]);
    shares[(i + 2) | 0] = dy[(i + 2) | 0] / (counts[(i + 2) | 0] - masks[(j + 2) | 0]);
    shares[(i + 3) | 0] = dy[(i + 3) | 0] / (counts[(i + 3) | 0] - masks[(j + 3) | 0]);
    shares[(i + 4) | 0] = dy[(i + 4) | 0] / (counts[(i + 4) | 0] - masks[(j + 4) | 0]);
    shares[(i + 5) | 0] = dy[(i + 5) | 0] / (counts[(i + 5) | 0] - masks[(j + 5) | 0]);
    shares[(i + 6) | 0] = dy[(i + 6) | 0] / (counts[(i + 6) | 0] - masks[(j + 6) | 0]);
    shares[(i + 7) | 0] = dy[(i + 7) | 0] / (counts[(i + 7) | 0] - masks[(j + 7) | 0]);
  }
  for (; i < end; i++, j++) shares[i] = dy[i] / (counts[i] - masks[j]);
}

/** Divides by counts. */
export function divideBy(
  counts: Int32Array,
  count: number,
  dy: Float32Array,
  from: number,
  out: Float32Array,
): void {
  let i = 0;
  for (; i < count - 7; i += 8, from += 8) {
    out[i] = dy[from] / counts[i];
    out[(i + 1) | 0] = dy[(from + 1) | 0] / counts[(i + 1) | 0];
    out[(i + 2) | 0] = dy[(from + 2) | 0] / counts[(i + 2) | 0];
    out[(i + 3) | 0] = dy[(from + 3) | 0] / counts[(i + 3) | 0];
    out[(i + 4) | 0] = dy[(from + 4) | 0] / counts[(i + 4) | 0];
    out[(i + 5) | 0] = dy[(from + 5) | 0] / counts[(i + 5) | 0];
    out[(i + 6) | 0] = dy[(from + 6) | 0] / counts[(i + 6) | 0];
    out[(i + 7) | 0] = dy[(from + 7) | 0] / counts[(i + 7) | 0];
  }
  for (; i < count; i++, from++) out[i] = dy[from] / counts[i];
}

/** Multiplies one by one. */
export function multiply(out: Float32Array, count: number, factors: Float32Array): void {
  let i = 0;
  for (; i < count - 7; i += 8) {
    out[i] *= factors[i];
    out[(i + 1) | 0] *= factors[(i + 1) | 0];
    out[(i + 2) | 0] *= factors[(i + 2) | 0];
    out[(i + 3) | 0] *= factors[(i + 3) | 0];
    out[(i + 4) | 0] *= factors[(i + 4) | 0];
    out[(i + 5) | 0] *= factors[(i + 5) | 0];
    out[(i + 6) | 0] *= factors[(i + 6) | 0];
    out[(i + 7) | 0] *= factors[(i + 7) | 0];
  }
  for (; i < count; i++) out[i] *= factors[i];
}

/** Counts the sites at places. */
export function countSites(
  counts: Int32Array,
  places: Int32Array,
  begin: number,
  end: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8) {
    counts[places[i]]++;
    counts[places[(i + 1) | 0]]++;
    counts[places[(i + 2) | 0]]++;
    counts[places[(i + 3) | 0]]++;
    counts[places[(i + 4) | 0]]++;
    counts[places[(i + 5) | 0]]++;
    counts[places[(i + 6) | 0]]++;
    counts[places[(i + 7) | 0]]++;
  }
  for (; i < end; i++) counts[places[i]]++;
}

/** Divides by the counts of places. */
export function divideAt(
  dy: Float32Array,
  counts: Int32Array,
  places: Int32Array,
  begin: number,
  end: number,
  out: Float32Array,
  from: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, from += 8) {
    out[from] = dy[places[i]] / counts[places[i]];
    out[(from + 1) | 0] = dy[places[(i + 1) | 0]] / counts[places[(i + 1) | 0]];
    out[(from + 2) | 0] = dy[places[(i + 2) | 0]] / counts[places[(i + 2) | 0]];
    out[(from + 3) | 0] = dy[places[(i + 3) | 0]] / counts[places[(i + 3) | 0]];
    out[(from + 4) | 0] = dy[places[(i + 4) | 0]] / counts[places[(i + 4) | 0]];
    out[(from + 5) | 0] = dy[places[(i + 5) | 0]] / counts[places[(i + 5) | 0]];
    out[(from + 6) | 0] = dy[places[(i + 6) | 0]] / counts[places[(i + 6) | 0]];
    out[(from + 7) | 0] = dy[places[(i + 7) | 0]] / counts[places[(i + 7) | 0]];
  }
  for (; i < end; i++, from++) out[from] = dy[places[i]] / counts[places[i]];
}

/** Numbers the last site of each place, counted from 1. */
export function rememberSites(
  last: Int32Array,
  places: Int32Array,
  begin: number,
  end: number,
  first: number,
): void {
  let i = begin,
    site = first + 1;
  for (; i < end - 7; i += 8, site += 8) {
    last[places[i]] = site;
    last[places[(i + 1) | 0]] = (site + 1) | 0;
    last[places[(i + 2) | 0]] = (site + 2) | 0;
    last[places[(i + 3) | 0]] = (site + 3) | 0;
    last[places[(i + 4) | 0]] = (site + 4) | 0;
    last[places[(i + 5) | 0]] = (site + 5) | 0;
    last[places[(i + 6) | 0]] = (site + 6) | 0;
    last[places[(i + 7) | 0]] = (site + 7) | 0;
  }
  for (; i < end; i++, site++) last[places[i]] = site;
}

/** Reads values at places, for the last site of each; for others it writes zeros. */
export function readAtLast(
  values: Int32Array,
  last: Int32Array,
  places: Int32Array,
  begin: number,
  end: number,
  out: Int32Array,
  first: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, first += 8) {
    {
      const difference = last[places[i]] ^ (first + 1);
      out[first] = values[places[i]] & ~((difference | (0 - difference)) >> 31);
    }
    {
      const difference = last[places[(i + 1) | 0]] ^ (((first + 1) | 0) + 1);
      out[(first + 1) | 0] = values[places[(i + 1) | 0]] & ~((difference | (0 - difference)) >> 31);
    }
    {
      const difference = last[places[(i + 2) | 0]] ^ (((first + 2) | 0) + 1);
      out[(first + 2) | 0] = values[places[(i + 2) | 0]] & ~((difference | (0 - difference)) >> 31);
    }
    {
      const difference = last[places[(i + 3) | 0]] ^ (((first + 3) | 0) + 1);
      out[(first + 3) | 0] = values[places[(i + 3) | 0]] & ~((difference | (0 - difference)) >> 31);
    }
    {
      const difference = last[places[(i + 4) | 0]] ^ (((first + 4) | 0) + 1);
      out[(first + 4) | 0] = values[places[(i + 4) | 0]] & ~((difference | (0 - difference)) >> 31);
    }
    {
      const difference = last[places[(i + 5) | 0]] ^ (((first + 5) | 0) + 1);
      out[(first + 5) | 0] = values[places[(i + 5) | 0]] & ~((difference | (0 - difference)) >> 31);
    }
    {
      const difference = last[places[(i + 6) | 0]] ^ (((first + 6) | 0) + 1);
      out[(first + 6) | 0] = values[places[(i + 6) | 0]] & ~((difference | (0 - difference)) >> 31);
    }
    {
      const difference = last[places[(i + 7) | 0]] ^ (((first + 7) | 0) + 1);
      out[(first + 7) | 0] = values[places[(i + 7) | 0]] & ~((difference | (0 - difference)) >> 31);
    }
  }
  for (; i < end; i++, first++) {
    const difference = last[places[i]] ^ (first + 1);
    out[first] = values[places[i]] & ~((difference | (0 - difference)) >> 31);
  }
}

/** Writes values where no site has been counted or numbered, else zeros. */
export function keepWithoutSites(
  values: Int32Array,
  counts: Int32Array,
  count: number,
  out: Int32Array,
): void {
  let i = 0;
  for (; i < count - 7; i += 8) {
    out[i] = values[i] & ~((0 - counts[i]) >> 31);
    out[(i + 1) | 0] = values[(i + 1) | 0] & ~((0 - counts[(i + 1) | 0]) >> 31);
    out[(i + 2) | 0] = values[(i + 2) | 0] & ~((0 - counts[(i + 2) | 0]) >> 31);
    out[(i + 3) | 0] = values[(i + 3) | 0] & ~((0 - counts[(i + 3) | 0]) >> 31);
    out[(i + 4) | 0] = values[(i + 4) | 0] & ~((0 - counts[(i + 4) | 0]) >> 31);
    out[(i + 5) | 0] = values[(i + 5) | 0] & ~((0 - counts[(i + 5) | 0]) >> 31);
    out[(i + 6) | 0] = values[(i + 6) | 0] & ~((0 - counts[(i + 6) | 0]) >> 31);
    out[(i + 7) | 0] = values[(i + 7) | 0] & ~((0 - counts[(i + 7) | 0]) >> 31);
  }
  for (; i < count; i++) out[i] = values[i] & ~((0 - counts[i]) >> 31);
}

/** Keeps the bits of values where the masks that `out` holds are set. */
export function keepMasked(
  out: Int32Array,
  begin: number,
  end: number,
  values: Int32Array,
  from: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, from += 8) {
    out[i] &= values[from];
    out[(i + 1) | 0] &= values[(from + 1) | 0];
    out[(i + 2) | 0] &= values[(from + 2) | 0];
    out[(i + 3) | 0] &= values[(from + 3) | 0];
    out[(i + 4) | 0] &= values[(from + 4) | 0];
    out[(i + 5) | 0] &= values[(from + 5) | 0];
    out[(i + 6) | 0] &= values[(from + 6) | 0];
    out[(i + 7) | 0] &= values[(from + 7) | 0];
  }
  for (; i < end; i++, from++) out[i] &= values[from];
}
