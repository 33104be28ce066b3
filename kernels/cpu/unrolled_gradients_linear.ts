/**
 * Made by `node scripts/expand_loops.mjs` from scripts/loops/gradients_linear.ts, where the loops stand plain.
 */
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
