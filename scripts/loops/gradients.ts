/**
 * The host's loops of gradients. They go by the bits of floats, and select by masks, all ones or 0. A
 * branch on random values is guessed wrong every other time. See move.ts for why they are unrolled.
 */
import type { Bits } from '../../kernels/cpu/bits.js';

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
  for (let i = begin, j = 0; i < end; i++, j++) to[j] = values[places[i]];
}

/** The same for bytes: V8 would make a loop that meets both slow. */
export function readBytesAt(
  values: Bits,
  places: Int32Array,
  begin: number,
  end: number,
  to: Bits,
): void {
  for (let i = begin, j = 0; i < end; i++, j++) to[j] = values[places[i]];
}

/** Adds 1 at places whose mask is set. */
export function countAt(
  counts: Int32Array,
  places: Int32Array,
  begin: number,
  end: number,
  masks: Int32Array,
): void {
  for (let i = begin, j = 0; i < end; i++, j++) counts[places[i]] -= masks[j];
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
  for (let i = begin; i < end; i++, from++, to++) masks[to] = attains(operands[i], results[from]);
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
  for (let i = begin; i < end; i++, from++, to++) {
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
  for (let i = begin; i < end; i++, from++, to++) {
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
  for (let i = begin; i < end; i++, at++, from++, to++)
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
  for (let i = begin; i < end; i++, from++, to++) {
    const place = places[i];
    out[to] = dys[place] * Math.fround(products[place] / factors[from]);
  }
}

/** Whether a value is 0, -0 or NaN. */
export function holdsZeroOrNaN(values: Int32Array, begin: number, end: number): boolean {
  let found = 0;
  for (let i = begin; i < end; i++) found |= negativeIfZeroOrNaN(values[i]);
  return found < 0;
}

function negativeIfZeroOrNaN(value: number): number {
  const magnitude = value & 0x7fffffff;
  return (magnitude - 1) | (INFINITY_BITS - magnitude);
}

/** Whether a value is infinite or NaN. */
export function holdsNonFinite(values: Int32Array, begin: number, end: number): boolean {
  let found = 0;
  for (let i = begin; i < end; i++) found |= INFINITY_BITS - 1 - (values[i] & 0x7fffffff);
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
  for (let i = begin; i < end; i++, from++) zeros[i] -= isZero(factors[from]);
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
  for (let i = begin; i < end; i++, from++) zeros[places[i]] -= isZero(factors[from]);
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
  for (let i = begin; i < end; i++, from++, to++)
    masks[to] = isAlone(factors[from], zeros[places[i]]);
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
  for (let i = begin; i < end; i++, from++, at++) out[i] &= isAlone(factors[from], zeros[at]);
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
  for (let i = 0; i < count; i++, from++) {
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
  for (let i = begin; i < end; i++, to++) out[to] = nonZero(factors[i]);
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
  for (let i = 0; i < count; i++, from++) counts[i] -= masks[from];
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
  for (let i = begin, j = 0; i < end; i++, j++) shares[i] = dy[i] / (counts[i] - masks[j]);
}

/** Divides by counts. */
export function divideBy(
  counts: Int32Array,
  count: number,
  dy: Float32Array,
  from: number,
  out: Float32Array,
): void {
  for (let i = 0; i < count; i++, from++) out[i] = dy[from] / counts[i];
}

/** Multiplies one by one. */
export function multiply(out: Float32Array, count: number, factors: Float32Array): void {
  for (let i = 0; i < count; i++) out[i] *= factors[i];
}

/** Counts the sites at places. */
export function countSites(
  counts: Int32Array,
  places: Int32Array,
  begin: number,
  end: number,
): void {
  for (let i = begin; i < end; i++) counts[places[i]]++;
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
  for (let i = begin; i < end; i++, from++) out[from] = dy[places[i]] / counts[places[i]];
}

/** Numbers the last site of each place, counted from 1. */
export function rememberSites(
  last: Int32Array,
  places: Int32Array,
  begin: number,
  end: number,
  first: number,
): void {
  for (let i = begin, site = first + 1; i < end; i++, site++) last[places[i]] = site;
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
  for (let i = begin; i < end; i++, first++) {
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
  for (let i = 0; i < count; i++) out[i] = values[i] & ~((0 - counts[i]) >> 31);
}

/** Keeps the bits of values where the masks that `out` holds are set. */
export function keepMasked(
  out: Int32Array,
  begin: number,
  end: number,
  values: Int32Array,
  from: number,
): void {
  for (let i = begin; i < end; i++, from++) out[i] &= values[from];
}
