/**
 * Combining all updates of a call with the output, by single values or slice by slice.
 */
import type { IndexCheck } from '../contract/bounds.js';
import type { Numbers } from '../contract/dtypes.js';
import type { Combination, FloatCombination } from '../contract/reductions.js';
import { asBits, asFloats } from './bits.js';
import type { Bits } from './bits.js';
import { COMBINE_FLOATS, COMBINE_INTEGERS } from './combine.js';
import type { ByBits } from './combine.js';
import type { Combine, CombineSlices } from './loops.js';
import { forEachRun } from './offsets.js';
import type { RunConsumer } from './offsets.js';
import { forEachPlaces } from './places.js';
import type { PlacesConsumer } from './places.js';
import { prefetchPlaces, withPrefetch } from './prefetch.js';
import { slicePutter } from './slices.js';
import { ADDS_SLICES_FROM } from './strategy.js';
import { sliceSizeOf } from './walk.js';

export function combineFloats(
  combination: FloatCombination,
  check: IndexCheck,
  indices: Int32Array,
  updates: Numbers,
  out: Numbers,
): void {
  const way = COMBINE_FLOATS[combination];
  if (way.by === 'bits') {
    combineBits(way, check, indices, asBits(updates), asBits(out));
    return;
  }
  const { loop, sliceLoop, prefetchesFrom } = way;
  const sliceSize = sliceSizeOf(check.geometry);
  const [from, to] = [asFloats(updates), asFloats(out)];
  if (sliceLoop && sliceSize >= ADDS_SLICES_FROM) {
    const combine = sliceCombiner(sliceLoop, from, to, sliceSize);
    forEachRun(check, indices, withPrefetch(asBits(out), sliceSize, combine));
  } else {
    const ahead = sliceSize < prefetchesFrom ? null : asBits(out);
    combineAll(loop, check, indices, from, to, ahead);
  }
}

export function combineIntegers(
  combination: Combination,
  check: IndexCheck,
  indices: Int32Array,
  updates: Numbers,
  out: Numbers,
): void {
  const way = COMBINE_INTEGERS[combination];
  combineBits(way, check, indices, asBits(updates), asBits(out));
}

function combineBits(
  { loop, replaces, prefetchesFrom }: ByBits,
  check: IndexCheck,
  indices: Int32Array,
  updates: Bits,
  out: Bits,
): void {
  const sliceSize = sliceSizeOf(check.geometry);
  const putSlices = replaces ? slicePutter(updates, out, sliceSize) : null;
  if (putSlices) {
    forEachRun(check, indices, putSlices);
  } else {
    const ahead = sliceSize < prefetchesFrom ? null : out;
    combineAll(loop, check, indices, updates, out, ahead);
  }
}

/** Combines slice by slice. */
export function sliceCombiner(
  combine: CombineSlices,
  updates: Float32Array,
  out: Float32Array,
  sliceSize: number,
): RunConsumer {
  return (offsets, begin, end, first) => {
    combine(out, offsets, begin, end, updates, first * sliceSize, sliceSize);
  };
}

/** Combines value by value, after a prefetch of the places in `ahead`, if that is given. */
export function combineAll<Values>(
  combine: Combine<Values>,
  check: IndexCheck,
  indices: Int32Array,
  updates: Values,
  out: Values,
  ahead: Bits | null,
): void {
  const sliceSize = sliceSizeOf(check.geometry);
  const consume: PlacesConsumer = (places, begin, end, from) => {
    if (ahead) prefetchPlaces(ahead, places, begin, end, sliceSize);
    combine(out, places, begin, end, updates, from);
  };
  forEachPlaces(check, indices, consume);
}
