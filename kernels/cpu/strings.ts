/**
 * Combining strings, which tfjs stores as UTF-8 bytes.
 */
import type { StringCombination } from '../call/reductions.js';
import { forEachPlace } from './places.js';
import type { Sites } from './walk.js';

export const NO_BYTES = new Uint8Array(0);

type CombineStrings = (sites: Sites, updates: Uint8Array[], out: Uint8Array[]) => void;

const replace: CombineStrings = (sites, updates, out) => {
  forEachPlace(sites, (place, at) => {
    out[place] = updates[at];
  });
};

/**
 * Joins all parts of a place at the end: joining one at a time would copy the first parts again and again.
 */
const concatenate: CombineStrings = (sites, updates, out) => {
  const partsOf = new Map<number, Uint8Array[]>();
  forEachPlace(sites, (place, at) => {
    const parts = partsOf.get(place);
    if (parts) parts.push(updates[at]);
    else partsOf.set(place, [out[place], updates[at]]);
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
