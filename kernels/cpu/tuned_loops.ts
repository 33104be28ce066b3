/**
 * The loops of the cpu backend: the plain loops, except where a tuned one makes a whole call at least 1.3 times as fast.
 * `npm run bench` measures these calls.
 *
 * Slices that are long enough are moved or added one at a time. A processor fetches memory only for the instructions in
 * flight, and few of those reach the next slices. So these loops prefetch a few slices at a time by reading one value of
 * each cache line; the actual loop then finds them in the cache.
 */
import type { Numbers } from '../call/dtypes.js';
import type { IndexGeometry } from '../call/geometry.js';
import type { Combination } from '../call/reductions.js';
import { addLine, addRow, copyWords, gatherFromRow, maxFloats, minFloats } from './by_four.js';
import { type Combine, type HostLoops, type HostRead, PLAIN_LOOPS } from './loops.js';
import { asBits, type Bits } from './memory.js';
import {
  type EndSites,
  forEachBlock,
  forEachLine,
  forEachPlaces,
  forEachRun,
  places,
  type RunConsumer,
  termOf,
  writeOffsets,
} from './sites.js';
import {
  BLOCK,
  LINES_FROM,
  ODD_ROWS_FROM,
  ROWS_AT_ONCE,
  ROWS_BY_SET_FROM,
  ROWS_FROM,
} from './strategy.js';

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

/**
 * V8 copies 64 bits between typed arrays in a register: that is faster than two copies of 32 bits. Other engines
 * create BigInts, which is much slower; their errors have properties for the line. Doubles are no alternative: an engine
 * may change a NaN's bits.
 */
const HAS_FAST_WORDS = !['line', 'lineNumber'].some((name) => name in new Error());

/** The number of 32-bit values in a cache line of 64 bytes. */
const LINE = 16;

type CopyRow = (at: number, to: number) => void;

/** Returns a function that gathers slices of `data`; null if single values are faster. */
function rowGatherer({ end }: EndSites, data: Bits, out: Bits): RunConsumer | null {
  const sliceSize = end.geometry.sliceSize | 0;
  const copy = rowCopier(data, out, sliceSize);
  if (!copy) return null;
  return readingAhead(data, sliceSize, (offsets, begin, end, first) => {
    for (let i = begin, to = first * sliceSize; i < end; i++, to += sliceSize) copy(offsets[i], to);
  });
}

/** Does the same for scatters that copy or add slices; null for others. */
function rowCombiner(
  combination: Combination,
  { end }: EndSites,
  updates: Numbers,
  out: Numbers,
): RunConsumer | null {
  const sliceSize = end.geometry.sliceSize | 0;
  if (sliceSize < ROWS_FROM) return null;
  if (combination === 'replace') {
    const copy = rowCopier(asBits(updates), asBits(out), sliceSize);
    if (!copy) return null;
    return (offsets, begin, end, first) => {
      for (let i = begin, at = first * sliceSize; i < end; i++, at += sliceSize)
        copy(at, offsets[i]);
    };
  }
  if (combination !== 'add') return null;
  if (!(out instanceof Float32Array && updates instanceof Float32Array)) return null;
  return readingAhead(asBits(out), sliceSize, (offsets, begin, end, first) => {
    for (let i = begin, at = first * sliceSize; i < end; i++, at += sliceSize) {
      addRow(out, offsets[i], offsets[i] + sliceSize, updates, at, 1);
    }
  });
}

function rowCopier(from: Bits, to: Bits, sliceSize: number): CopyRow | null {
  if (sliceSize < ROWS_FROM) return null;
  const words = sliceSize < ROWS_BY_SET_FROM ? copierByWords(from, to, sliceSize) : null;
  if (words || sliceSize < ODD_ROWS_FROM) return words;
  // `set` is slow to start.
  return (at, begin) => {
    to.set(from.subarray(at, at + sliceSize), begin);
  };
}

/** Copies 64-bit words; null if slices do not consist of whole words, and in engines other than V8. */
function copierByWords(from: Bits, to: Bits, sliceSize: number): CopyRow | null {
  const bytes = sliceSize * from.BYTES_PER_ELEMENT;
  const isWhole = [bytes, from.byteOffset, to.byteOffset].every((length) => length % 8 === 0);
  if (!HAS_FAST_WORDS || !isWhole) return null;
  const [words, out] = [from, to].map(
    ({ buffer, byteOffset, byteLength }) => new BigInt64Array(buffer, byteOffset, byteLength >> 3),
  );
  const count = bytes / 8;
  // Slices begin at multiples of their length, and so at whole words.
  const shift = Math.log2(8 / from.BYTES_PER_ELEMENT);
  return (at, begin) => {
    copyWords(words, at >> shift, out, begin >> shift, (begin >> shift) + count);
  };
}

/** Passes slices to `consume` in batches, after prefetching them. */
function readingAhead(values: Bits, sliceSize: number, consume: RunConsumer): RunConsumer {
  return (offsets, begin, end, first) => {
    for (let i = begin; i < end; i += ROWS_AT_ONCE) {
      const next = Math.min(end, i + ROWS_AT_ONCE);
      readAhead(values, offsets, i, next, sliceSize);
      consume(offsets, i, next, first + i - begin);
    }
  };
}

// Keeps the compiler from eliminating the reads.
const sink = { read: 0 };

/** Reads one value of each cache line of some slices; dropped ones have negative offsets. */
function readAhead(
  values: Bits,
  offsets: Int32Array,
  begin: number,
  end: number,
  sliceSize: number,
): void {
  // The processor prefetches longer slices by itself.
  if (sliceSize < ROWS_FROM || sliceSize >= ROWS_BY_SET_FROM) return;
  let read = 0;
  for (let i = begin; i < end; i++) {
    const offset = Math.max(offsets[i], 0);
    for (let c = 0; c < sliceSize; c += LINE) read |= values[offset + c];
    // Slices seldom begin with a cache line.
    read |= values[offset + sliceSize - 1];
  }
  sink.read = read;
}
