/**
 * Combining strings, which tfjs stores as UTF-8 bytes.
 */
import type { IndexCheck } from '../contract/bounds.js';
import type { StringCombination } from '../contract/reductions.js';
import { forEachPlaces, places } from './places.js';

export const NO_BYTES = new Uint8Array(0);

type CombineStrings = (
  check: IndexCheck,
  indices: Int32Array,
  updates: Uint8Array[],
  out: Uint8Array[],
) => void;

const replace: CombineStrings = (check, indices, updates, out) => {
  forEachPlaces(check, indices, (count, from) => {
    for (let i = 0; i < count; i++, from++) out[places[i]] = updates[from];
  });
};

/**
 * Joins all parts of a place at the end: joining one at a time would copy the first parts again and again.
 */
const concatenate: CombineStrings = (check, indices, updates, out) => {
  const partsOf = new Map<number, Uint8Array[]>();
  forEachPlaces(check, indices, (count, from) => {
    for (let i = 0; i < count; i++, from++) {
      const place = places[i];
      const parts = partsOf.get(place);
      if (parts) parts.push(updates[from]);
      else partsOf.set(place, [out[place], updates[from]]);
    }
  });
  for (const [place, parts] of partsOf) out[place] = join(parts);
};

function join(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const COMBINE_STRINGS: Record<StringCombination, CombineStrings> = {
  replace,
  concatenate,
};
