/**
 * The host's loops of gradients that depend on dy alone. See gradients.ts for the masks.
 */
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
