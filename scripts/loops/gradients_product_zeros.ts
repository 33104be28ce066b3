/**
 * The host's loops of the gradients of mul where factors may be zero. See gradients.ts for the masks.
 */
/** Counts the factors that are zero, each at its place. */
export function countZeros(
  zeros: Uint8ClampedArray,
  begin: number,
  end: number,
  factors: Float32Array,
  from: number,
): void {
  for (let i = begin; i < end; i++, from++) zeros[i] += oneIfZero(factors[from]);
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
  for (let i = begin; i < end; i++, from++) zeros[places[i]] += oneIfZero(factors[from]);
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
  for (let i = begin; i < end; i++, from++, to++)
    masks[to] = isAlone(factors[from], zeros[places[i]]);
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
  for (let i = begin; i < end; i++, from++, at++) out[i] &= isAlone(factors[from], zeros[at]);
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
  for (let i = begin; i < end; i++, from++) out[i] = orOne(factors[from]);
}

/** Multiplies by the factors that are not zero. */
export function multiplyBy(
  out: Float32Array,
  count: number,
  factors: Float32Array,
  from: number,
): void {
  for (let i = 0; i < count; i++, from++) out[i] *= orOne(factors[from]);
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
  for (let i = begin; i < end; i++, from++) out[places[i]] *= orOne(factors[from]);
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
  for (let i = begin; i < end; i++, at++, from++, to++)
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
  for (let i = begin, to = 0; i < end; i++, from++, to++) {
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
