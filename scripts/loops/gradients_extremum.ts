/**
 * The host's loops of the gradients of max and min, which compare floats by their bits. See gradients.ts
 * for the masks.
 */
import type { Bits } from '../../kernels/cpu/bits.js';

const INFINITY_BITS = 0x7f800000;

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

/** Keeps the bits of `out` where operands attain their results. */
export function keepAttaining(
  out: Int32Array,
  begin: number,
  end: number,
  operands: Bits,
  results: Bits,
): void {
  // By 4: longer than that, the processor's registers do not suffice.
  for (let i = begin; i < end; i++) out[i] &= attains(operands[i], results[i]);
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
 * Replaces counts of updates that attain their results by the bits of each operand's share of dy. Data's
 * own values count, too, if `self` is all ones.
 */
export function countsToShares(
  counts: Int32Array,
  begin: number,
  end: number,
  dy: Float32Array,
  data: Bits,
  results: Bits,
  self: number,
  shares: Float32Array,
): void {
  // By 4: longer than that, the processor's registers do not suffice.
  for (let i = begin; i < end; i++) {
    shares[i] = dy[i] / (counts[i] - (attains(data[i], results[i]) & self));
  }
}

/** Does the same by masks of data's own values, from the first mask on. */
export function countsToSharesBy(
  masks: Int32Array,
  counts: Int32Array,
  begin: number,
  end: number,
  dy: Float32Array,
  self: number,
  shares: Float32Array,
): void {
  for (let i = begin, j = 0; i < end; i++, j++) {
    shares[i] = dy[i] / (counts[i] - (masks[j] & self));
  }
}
