/**
 * Sums of rows read from their sources, in one pass.
 */
import { asBits } from './bits.js';
import { addRow } from './by_four.js';
import type { FusedScatter } from './host_loops.js';
import { writeOffsets } from './offsets.js';
import { readAhead } from './rows.js';
import { BLOCK, ROWS_AT_ONCE } from './strategy.js';
import { forEachBlock } from './walk.js';

// Shared, because only one kernel runs at a time.
const places = new Int32Array(BLOCK);
const sources = new Int32Array(BLOCK);

/**
 * Adds a call's rows to its output. Supports only sums of float rows of several values, without `like`; for other
 * calls it adds nothing and returns false. A dedicated loop for `like` would not be faster.
 */
export function addFused(combination: string, call: FusedScatter): boolean {
  const { source, target, x, data, weights, heads, like, fill } = call;
  if (like || combination !== 'add') return false;
  if (!(data instanceof Float32Array) || !(x instanceof Float32Array)) return false;
  const { sliceSize } = target.end.geometry;
  if (sliceSize < 2) return false;
  const perHead = sliceSize / heads;
  forEachBlock(target, (first, count) => {
    writeOffsets(places, target, first, count);
    writeOffsets(sources, source, first, count);
    addWeighted(data, x, weights, first * heads, heads, perHead, count, fill);
  });
  return true;
}

function addWeighted(
  out: Float32Array,
  x: Float32Array,
  weights: ArrayLike<number> | null,
  firstWeight: number,
  heads: number,
  perHead: number,
  count: number,
  fill: number,
): void {
  const [bitsOfX, bitsOfOut] = [asBits(x), asBits(out)];
  for (let i = 0, at = firstWeight; i < count; i++) {
    if (i % ROWS_AT_ONCE === 0) {
      const next = Math.min(count, i + ROWS_AT_ONCE);
      readAhead(bitsOfX, sources, i, next, heads * perHead);
      readAhead(bitsOfOut, places, i, next, heads * perHead);
    }
    let [place, from] = [places[i], sources[i]];
    if (place < 0) {
      at += heads;
      continue;
    }
    for (let head = 0; head < heads; head++, at++) {
      const weight = weights ? weights[at] : 1;
      const end = place + perHead;
      if (from >= 0) addRow(out, place, end, x, from, weight);
      else for (let i = place; i < end; i++) out[i] += fill;
      place = end;
      if (from >= 0) from += perHead;
    }
  }
}
