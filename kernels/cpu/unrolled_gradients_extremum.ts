/**
 * Made by `node scripts/expand_loops.mjs` from scripts/loops/gradients_extremum.ts, where the loops stand plain.
 */
import type { Bits } from './bits.js';

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
  let i = begin;
  for (; i < end - 3; i += 4, from += 4, to += 4) {
    masks[to] = attains(operands[i], results[from]);
    masks[(to + 1) | 0] = attains(operands[(i + 1) | 0], results[(from + 1) | 0]);
    masks[(to + 2) | 0] = attains(operands[(i + 2) | 0], results[(from + 2) | 0]);
    masks[(to + 3) | 0] = attains(operands[(i + 3) | 0], results[(from + 3) | 0]);
  }
  for (; i < end; i++, from++, to++) masks[to] = attains(operands[i], results[from]);
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
  let i = begin;
  for (; i < end - 3; i += 4) {
    out[i] &= attains(operands[i], results[i]);
    out[(i + 1) | 0] &= attains(operands[(i + 1) | 0], results[(i + 1) | 0]);
    out[(i + 2) | 0] &= attains(operands[(i + 2) | 0], results[(i + 2) | 0]);
    out[(i + 3) | 0] &= attains(operands[(i + 3) | 0], results[(i + 3) | 0]);
  }
  for (; i < end; i++) out[i] &= attains(operands[i], results[i]);
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
  let i = begin;
  for (; i < end - 3; i += 4) {
    {
      shares[i] = dy[i] / (counts[i] - (attains(data[i], results[i]) & self));
    }
    {
      shares[(i + 1) | 0] =
        dy[(i + 1) | 0] /
        (counts[(i + 1) | 0] - (attains(data[(i + 1) | 0], results[(i + 1) | 0]) & self));
    }
    {
      shares[(i + 2) | 0] =
        dy[(i + 2) | 0] /
        (counts[(i + 2) | 0] - (attains(data[(i + 2) | 0], results[(i + 2) | 0]) & self));
    }
    {
      shares[(i + 3) | 0] =
        dy[(i + 3) | 0] /
        (counts[(i + 3) | 0] - (attains(data[(i + 3) | 0], results[(i + 3) | 0]) & self));
    }
  }
  for (; i < end; i++) {
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
  let i = begin,
    j = 0;
  for (; i < end - 7; i += 8, j += 8) {
    {
      shares[i] = dy[i] / (counts[i] - (masks[j] & self));
    }
    {
      shares[(i + 1) | 0] = dy[(i + 1) | 0] / (counts[(i + 1) | 0] - (masks[(j + 1) | 0] & self));
    }
    {
      shares[(i + 2) | 0] = dy[(i + 2) | 0] / (counts[(i + 2) | 0] - (masks[(j + 2) | 0] & self));
    }
    {
      shares[(i + 3) | 0] = dy[(i + 3) | 0] / (counts[(i + 3) | 0] - (masks[(j + 3) | 0] & self));
    }
    {
      shares[(i + 4) | 0] = dy[(i + 4) | 0] / (counts[(i + 4) | 0] - (masks[(j + 4) | 0] & self));
    }
    {
      shares[(i + 5) | 0] = dy[(i + 5) | 0] / (counts[(i + 5) | 0] - (masks[(j + 5) | 0] & self));
    }
    {
      shares[(i + 6) | 0] = dy[(i + 6) | 0] / (counts[(i + 6) | 0] - (masks[(j + 6) | 0] & self));
    }
    {
      shares[(i + 7) | 0] = dy[(i + 7) | 0] / (counts[(i + 7) | 0] - (masks[(j + 7) | 0] & self));
    }
  }
  for (; i < end; i++, j++) {
    shares[i] = dy[i] / (counts[i] - (masks[j] & self));
  }
}
