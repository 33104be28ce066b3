/**
 * Made by `node scripts/expand_loops.mjs` from scripts/loops/gradients_product_zeros.ts, where the loops stand plain.
 */
export function countZeros(
  zeros: Uint8ClampedArray,
  begin: number,
  end: number,
  factors: Float32Array,
  from: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, from += 8) {
    zeros[i] += oneIfZero(factors[from]);
    zeros[(i + 1) | 0] += oneIfZero(factors[(from + 1) | 0]);
    zeros[(i + 2) | 0] += oneIfZero(factors[(from + 2) | 0]);
    zeros[(i + 3) | 0] += oneIfZero(factors[(from + 3) | 0]);
    zeros[(i + 4) | 0] += oneIfZero(factors[(from + 4) | 0]);
    zeros[(i + 5) | 0] += oneIfZero(factors[(from + 5) | 0]);
    zeros[(i + 6) | 0] += oneIfZero(factors[(from + 6) | 0]);
    zeros[(i + 7) | 0] += oneIfZero(factors[(from + 7) | 0]);
  }
  for (; i < end; i++, from++) zeros[i] += oneIfZero(factors[from]);
}

/** Counts the factors that are zero at places. */
export function countZerosAt(
  zeros: Uint8ClampedArray,
  places: Int32Array,
  begin: number,
  end: number,
  factors: Float32Array,
  from: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, from += 8) {
    zeros[places[i]] += oneIfZero(factors[from]);
    zeros[places[(i + 1) | 0]] += oneIfZero(factors[(from + 1) | 0]);
    zeros[places[(i + 2) | 0]] += oneIfZero(factors[(from + 2) | 0]);
    zeros[places[(i + 3) | 0]] += oneIfZero(factors[(from + 3) | 0]);
    zeros[places[(i + 4) | 0]] += oneIfZero(factors[(from + 4) | 0]);
    zeros[places[(i + 5) | 0]] += oneIfZero(factors[(from + 5) | 0]);
    zeros[places[(i + 6) | 0]] += oneIfZero(factors[(from + 6) | 0]);
    zeros[places[(i + 7) | 0]] += oneIfZero(factors[(from + 7) | 0]);
  }
  for (; i < end; i++, from++) zeros[places[i]] += oneIfZero(factors[from]);
}

/** Writes masks of the factors at places beside which no other is zero. */
export function maskAloneAt(
  zeros: Uint8ClampedArray,
  places: Int32Array,
  begin: number,
  end: number,
  factors: Float32Array,
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
  factors: Float32Array,
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
  return (zeros - oneIfZero(factor) - 1) >> 31;
}

/** Writes the factors, with 1 instead of zeros. */
export function nonZeros(
  factors: Float32Array,
  from: number,
  out: Float32Array,
  begin: number,
  end: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, from += 8) {
    out[i] = orOne(factors[from]);
    out[(i + 1) | 0] = orOne(factors[(from + 1) | 0]);
    out[(i + 2) | 0] = orOne(factors[(from + 2) | 0]);
    out[(i + 3) | 0] = orOne(factors[(from + 3) | 0]);
    out[(i + 4) | 0] = orOne(factors[(from + 4) | 0]);
    out[(i + 5) | 0] = orOne(factors[(from + 5) | 0]);
    out[(i + 6) | 0] = orOne(factors[(from + 6) | 0]);
    out[(i + 7) | 0] = orOne(factors[(from + 7) | 0]);
  }
  for (; i < end; i++, from++) out[i] = orOne(factors[from]);
}

/** Multiplies by the factors that are not zero. */
export function multiplyBy(
  out: Float32Array,
  count: number,
  factors: Float32Array,
  from: number,
): void {
  let i = 0;
  for (; i < count - 7; i += 8, from += 8) {
    out[i] *= orOne(factors[from]);
    out[(i + 1) | 0] *= orOne(factors[(from + 1) | 0]);
    out[(i + 2) | 0] *= orOne(factors[(from + 2) | 0]);
    out[(i + 3) | 0] *= orOne(factors[(from + 3) | 0]);
    out[(i + 4) | 0] *= orOne(factors[(from + 4) | 0]);
    out[(i + 5) | 0] *= orOne(factors[(from + 5) | 0]);
    out[(i + 6) | 0] *= orOne(factors[(from + 6) | 0]);
    out[(i + 7) | 0] *= orOne(factors[(from + 7) | 0]);
  }
  for (; i < count; i++, from++) out[i] *= orOne(factors[from]);
}

/** Multiplies values at places by the factors that are not zero. */
export function multiplyAt(
  out: Float32Array,
  places: Int32Array,
  begin: number,
  end: number,
  factors: Float32Array,
  from: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8, from += 8) {
    out[places[i]] *= orOne(factors[from]);
    out[places[(i + 1) | 0]] *= orOne(factors[(from + 1) | 0]);
    out[places[(i + 2) | 0]] *= orOne(factors[(from + 2) | 0]);
    out[places[(i + 3) | 0]] *= orOne(factors[(from + 3) | 0]);
    out[places[(i + 4) | 0]] *= orOne(factors[(from + 4) | 0]);
    out[places[(i + 5) | 0]] *= orOne(factors[(from + 5) | 0]);
    out[places[(i + 6) | 0]] *= orOne(factors[(from + 6) | 0]);
    out[places[(i + 7) | 0]] *= orOne(factors[(from + 7) | 0]);
  }
  for (; i < end; i++, from++) out[places[i]] *= orOne(factors[from]);
}

/** Writes dy times the product of all factors that are not zero, without the own one. */
export function timesOtherNonZeros(
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
  let i = begin;
  for (; i < end - 7; i += 8, at += 8, from += 8, to += 8) {
    out[to] = dys[i] * Math.fround(products[at] / orOne(factors[from]));
    out[(to + 1) | 0] =
      dys[(i + 1) | 0] * Math.fround(products[(at + 1) | 0] / orOne(factors[(from + 1) | 0]));
    out[(to + 2) | 0] =
      dys[(i + 2) | 0] * Math.fround(products[(at + 2) | 0] / orOne(factors[(from + 2) | 0]));
    out[(to + 3) | 0] =
      dys[(i + 3) | 0] * Math.fround(products[(at + 3) | 0] / orOne(factors[(from + 3) | 0]));
    out[(to + 4) | 0] =
      dys[(i + 4) | 0] * Math.fround(products[(at + 4) | 0] / orOne(factors[(from + 4) | 0]));
    out[(to + 5) | 0] =
      dys[(i + 5) | 0] * Math.fround(products[(at + 5) | 0] / orOne(factors[(from + 5) | 0]));
    out[(to + 6) | 0] =
      dys[(i + 6) | 0] * Math.fround(products[(at + 6) | 0] / orOne(factors[(from + 6) | 0]));
    out[(to + 7) | 0] =
      dys[(i + 7) | 0] * Math.fround(products[(at + 7) | 0] / orOne(factors[(from + 7) | 0]));
  }
  for (; i < end; i++, at++, from++, to++)
    out[to] = dys[i] * Math.fround(products[at] / orOne(factors[from]));
}

/** Writes the same for factors at places, to the beginning of `out`. */
export function timesOtherNonZerosAt(
  dys: Float32Array,
  products: Float32Array,
  places: Int32Array,
  begin: number,
  end: number,
  factors: Float32Array,
  from: number,
  out: Float32Array,
): void {
  let i = begin,
    to = 0;
  for (; i < end - 7; i += 8, from += 8, to += 8) {
    {
      const place = places[i];
      out[to] = dys[place] * Math.fround(products[place] / orOne(factors[from]));
    }
    {
      const place = places[(i + 1) | 0];
      out[(to + 1) | 0] =
        dys[place] * Math.fround(products[place] / orOne(factors[(from + 1) | 0]));
    }
    {
      const place = places[(i + 2) | 0];
      out[(to + 2) | 0] =
        dys[place] * Math.fround(products[place] / orOne(factors[(from + 2) | 0]));
    }
    {
      const place = places[(i + 3) | 0];
      out[(to + 3) | 0] =
        dys[place] * Math.fround(products[place] / orOne(factors[(from + 3) | 0]));
    }
    {
      const place = places[(i + 4) | 0];
      out[(to + 4) | 0] =
        dys[place] * Math.fround(products[place] / orOne(factors[(from + 4) | 0]));
    }
    {
      const place = places[(i + 5) | 0];
      out[(to + 5) | 0] =
        dys[place] * Math.fround(products[place] / orOne(factors[(from + 5) | 0]));
    }
    {
      const place = places[(i + 6) | 0];
      out[(to + 6) | 0] =
        dys[place] * Math.fround(products[place] / orOne(factors[(from + 6) | 0]));
    }
    {
      const place = places[(i + 7) | 0];
      out[(to + 7) | 0] =
        dys[place] * Math.fround(products[place] / orOne(factors[(from + 7) | 0]));
    }
  }
  for (; i < end; i++, from++, to++) {
    const place = places[i];
    out[to] = dys[place] * Math.fround(products[place] / orOne(factors[from]));
  }
}

/** Returns the factor, or 1 instead of 0 and -0. */
function orOne(factor: number): number {
  return factor + oneIfZero(factor);
}

/** Returns 1 for 0 and -0, else 0, without a branch. */
function oneIfZero(factor: number): number {
  return +(factor === 0);
}
