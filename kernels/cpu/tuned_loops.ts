/**
 * The loops of the cpu backend: the plain loops, except where a tuned one makes a whole call at least 1.3
 * times as fast. `npm run bench` measures these calls.
 */
import type { Numbers } from '../call/dtypes.js';
import type { IndexGeometry } from '../call/geometry.js';
import type { Combination } from '../call/reductions.js';
import { asBits, type Bits } from './memory.js';
import { addLine, addRow, gatherFromRow, maxFloats, minFloats } from './by_four.js';
import { type Combine, type HostLoops, type HostRead, PLAIN_LOOPS } from './loops.js';
import { readAhead, rowCombiner, rowGatherer } from './rows.js';
import { BLOCK, LINES_FROM, ROWS_AT_ONCE } from './strategy.js';
import {
  type EndSites,
  forEachBlock,
  forEachLine,
  forEachPlaces,
  forEachRun,
  places,
  termOf,
  writeOffsets,
} from './sites.js';

// Shared, because only one kernel runs at a time.
const targets = new Int32Array(BLOCK);
const sources = new Int32Array(BLOCK);

const EXTREMA: Partial<Record<Combination, Combine<Float32Array>>> = {
  max: maxFloats,
  min: minFloats,
};

export const TUNED_LOOPS: HostLoops = {
  ...PLAIN_LOOPS,
  combineRead: addRows,
  gather(sites, data, out, fill) {
    const [from, to] = [asBits(data), asBits(out)];
    if (fill !== null) out.fill(fill);
    const rows = rowGatherer(sites, from, to);
    if (rows) forEachRun(sites, rows);
    else if (shareRows(sites.end.geometry)) gatherFromRows(sites, from, to);
    else PLAIN_LOOPS.gather(sites, data, out, null);
    return false;
  },
  combine(combination, sites, updates, out) {
    const rows = rowCombiner(combination, sites, updates, out);
    const extremum = EXTREMA[combination];
    const areFloats = out instanceof Float32Array && updates instanceof Float32Array;
    if (rows) forEachRun(sites, rows);
    else if (areFloats && combination === 'add' && hasSingles(sites.end.geometry)) {
      addLines(sites, updates, out);
    } else if (areFloats && extremum) {
      forEachPlaces(sites, (count, first) => {
        extremum(out, count, updates, first);
      });
    } else PLAIN_LOOPS.combine(combination, sites, updates, out);
  },
};

/** Returns whether sites have one index each, address single values and lie in long lines. */
function hasSingles({ siteShape, indexSizes, sliceSize }: IndexGeometry): boolean {
  const inner = siteShape.length - 1;
  const areLong = inner === 0 || siteShape[inner] >= LINES_FROM;
  return indexSizes.length === 1 && sliceSize === 1 && areLong;
}

/**
 * Adds single values at sites in lines, in one pass from indices to values: storing places in between takes
 * longer. The plain loops do the rest of a block that has an index out of range.
 */
function addLines(sites: EndSites, updates: Float32Array, out: Float32Array): void {
  forEachBlock(sites, (first, count) => {
    let at = first;
    const areInRange = forEachLine(sites.end.geometry, first, count, (begin, end, offset) => {
      at = addLine(sites, updates, first + begin, first + end, offset, out);
      return at === first + end;
    });
    if (areInRange) return;
    const rest = { ...sites, part: { first: at, end: first + count } };
    PLAIN_LOOPS.combine('add', rest, updates, out);
  });
}

/** Returns whether each line of sites gathers single values from a row of data that is no longer than the line. */
function shareRows(geometry: IndexGeometry): boolean {
  const { siteShape, siteStrides, indexSizes, indexStrides } = geometry;
  const inner = siteShape.length - 1;
  const most = Math.min(BLOCK, siteShape[inner]);
  const areInRow = siteStrides[inner] === 0 && indexStrides[0] === 1 && indexSizes[0] <= most;
  return areInRow && hasSingles(geometry);
}

/**
 * Gathers at lines of sites from copies of their rows, in one pass from indices to values. The
 * plain loops gather a block that has an index out of range.
 */
function gatherFromRows(sites: EndSites, data: Bits, out: Bits): void {
  const { size } = termOf(sites.end, 0);
  forEachBlock(sites, (first, count) => {
    const areInRange = forEachLine(sites.end.geometry, first, count, (begin, end, offset) => {
      places.set(data.subarray(offset, offset + size));
      return gatherFromRow(sites, first + begin, first + end, out);
    });
    if (areInRange) return;
    PLAIN_LOOPS.gather({ ...sites, part: { first, end: first + count } }, data, out, null);
  });
}

/**
 * Adds rows to data. Supports only sums of float rows of several values, perhaps times weights; for other calls it adds
 * nothing and returns false. A dedicated loop for `sourceLike` would not be faster.
 */
function addRows(combination: string, read: HostRead, target: EndSites, data: Numbers): boolean {
  const { source, x, by, map, heads, fill } = read;
  const { weights, ...others } = by;
  if (combination !== 'add' || map || Object.keys(others).length > 0) return false;
  if (!source || !(data instanceof Float32Array) || !(x instanceof Float32Array)) return false;
  const { sliceSize } = target.end.geometry;
  if (sliceSize < 2) return false;
  const perHead = sliceSize / heads;
  const factors = weights?.numbers ?? null;
  forEachBlock(target, (first, count) => {
    writeOffsets(targets, target, first, count);
    writeOffsets(sources, source, first, count);
    addWeighted(data, x, factors, first * heads, heads, perHead, count, fill);
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
      readAhead(bitsOfOut, targets, i, next, heads * perHead);
    }
    let [place, from] = [targets[i], sources[i]];
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
