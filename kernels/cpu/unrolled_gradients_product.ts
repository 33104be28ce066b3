/**
 * Made by `node scripts/expand_loops.mjs` from scripts/loops/gradients_product.ts, where the loops stand plain.
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

/** Returns whether a value is 0, -0 or NaN. */
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

/** Returns whether a value is infinite or NaN. */
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
