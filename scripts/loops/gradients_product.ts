/**
 * The host's loops of the gradients of mul. See gradients.ts for the masks.
 */
const INFINITY_BITS = 0x7f800000;

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

/** Returns whether a value is 0, -0 or NaN. */
export function holdsZeroOrNaN(values: Int32Array, begin: number, end: number): boolean {
  let found = 0;
  for (let i = begin; i < end; i++) found |= negativeIfZeroOrNaN(values[i]);
  return found < 0;
}

function negativeIfZeroOrNaN(value: number): number {
  const magnitude = value & 0x7fffffff;
  return (magnitude - 1) | (INFINITY_BITS - magnitude);
}

/** Returns whether a value is infinite or NaN. */
export function holdsNonFinite(values: Int32Array, begin: number, end: number): boolean {
  let found = 0;
  for (let i = begin; i < end; i++) found |= INFINITY_BITS - 1 - (values[i] & 0x7fffffff);
  return found < 0;
}
