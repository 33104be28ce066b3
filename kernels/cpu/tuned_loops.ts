/**
 * The loops of the cpu backend: the plain loops, except where a tuned one makes a whole call at least 1.3
 * times as fast. `npm run bench` measures these calls.
 */
import type { IndexCheck } from '../contract/bounds.js';
import type { IndexGeometry } from '../contract/geometry.js';
import type { Combination } from '../contract/reductions.js';
import { asBits, asFloats, type Bits } from './bits.js';
import {
  addFloats,
  addLine,
  block,
  gatherFromRow,
  gatherInPlace,
  gatherLine,
  maxFloats,
  minFloats,
} from './by_four.js';
import type { Combine } from './by_four.js';
import { addGathered } from './gathered_sums.js';
import type { HostLoops } from './host_loops.js';
import { forEachRun, resolveBlock } from './offsets.js';
import { forEachPlaces } from './places.js';
import { PLAIN_LOOPS } from './plain_loops.js';
import { rowAdder, rowGatherer, rowPutter } from './rows.js';
import { BLOCK } from './strategy.js';
import { forEachBlock, forEachLine, hasLongLines, termOf } from './walk.js';

/** The loops for floats that compare them as bits. */
const EXTREMA: Partial<Record<Combination, Combine<Bits>>> = { max: maxFloats, min: minFloats };

export const TUNED_LOOPS: HostLoops = {
  ...PLAIN_LOOPS,
  combineGathered: addGathered,
  gather(check, data, indices, out, fill) {
    const [from, to] = [asBits(data), asBits(out)];
    if (fill !== null) out.fill(fill);
    const gatherRows = rowGatherer(check, from, to);
    if (gatherRows) forEachRun(check, indices, gatherRows);
    else if (hasSingles(check.geometry)) gatherLines(check, from, indices, to);
    else {
      forEachPlaces(check, indices, (places, begin, end, at) => {
        gatherPlaces(from, places, begin, end, to, at);
      });
    }
  },
  combine(combination, check, indices, updates, out) {
    const isFloat = out instanceof Float32Array;
    const extremum = isFloat ? EXTREMA[combination] : undefined;
    if (combination === 'add' && isFloat) add(check, indices, asFloats(updates), out);
    else if (extremum) {
      const [from, to] = [asBits(updates), asBits(out)];
      forEachPlaces(check, indices, (places, begin, end, first) => {
        extremum(to, places, begin, end, from, first);
      });
    } else {
      const isMove = combination === 'replace';
      const rows = isMove ? rowPutter(check, asBits(updates), asBits(out)) : null;
      if (rows) forEachRun(check, indices, rows);
      else PLAIN_LOOPS.combine(combination, check, indices, updates, out);
    }
  },
};

function add(
  check: IndexCheck,
  indices: Int32Array,
  updates: Float32Array,
  out: Float32Array,
): void {
  const rows = rowAdder(check, updates, out);
  if (rows) forEachRun(check, indices, rows);
  else if (hasSingles(check.geometry)) addLines(check, indices, updates, out);
  else {
    forEachPlaces(check, indices, (places, begin, end, first) => {
      addFloats(out, places, begin, end, updates, first);
    });
  }
}

/** Returns whether sites address single values and lie in long lines. */
function hasSingles(geometry: IndexGeometry): boolean {
  return geometry.sliceSize === 1 && hasLongLines(geometry);
}

/**
 * Adds single values at sites in lines, in one pass from indices to values: storing offsets in between
 * takes 1.5 times as long. After an index out of range, the rest of its block goes through places.
 */
function addLines(
  check: IndexCheck,
  indices: Int32Array,
  updates: Float32Array,
  out: Float32Array,
): void {
  forEachBlock(check, (first, count) => {
    let at = first;
    const isInRange = forEachLine(check.geometry, first, count, (begin, end, offset) => {
      at = addLine(check, updates, indices, first + begin, first + end, offset, out);
      return at === first + end;
    });
    if (isInRange) return;
    resolveBlock(check, indices, at, first + count - at, (places, begin, end, from) => {
      addFloats(out, places, begin, end, updates, from);
    });
  });
}

/** Gathers single values at sites in lines, in the same way. */
function gatherLines(check: IndexCheck, data: Bits, indices: Int32Array, out: Bits): void {
  const gatherBlock = sharesRows(check.geometry) ? gatherFromRows : gatherFromAll;
  forEachBlock(check, (first, count) => {
    if (gatherBlock(check, data, indices, first, count, out)) return;
    resolveBlock(check, indices, first, count, (places, begin, end, at) => {
      gatherPlaces(data, places, begin, end, out, at);
    });
  });
}

/** Returns whether each line of sites gathers from a single row of data that is no longer than the line. */
function sharesRows({ siteShape, siteStrides, indexSizes, indexStrides }: IndexGeometry): boolean {
  const inner = siteShape.length - 1;
  const most = Math.min(BLOCK, siteShape[inner]);
  return siteStrides[inner] === 0 && indexStrides[0] === 1 && indexSizes[0] <= most;
}

/** Gathers at `count` sites; returns false if an index is out of range. */
type GatherBlock = (
  check: IndexCheck,
  data: Bits,
  indices: Int32Array,
  first: number,
  count: number,
  out: Bits,
) => boolean;

const gatherFromRows: GatherBlock = (check, data, indices, first, count, out) => {
  const { size } = termOf(check, 0);
  return forEachLine(check.geometry, first, count, (begin, end, offset) => {
    block.set(data.subarray(offset, offset + size));
    return gatherFromRow(check, indices, first + begin, first + end, out);
  });
};

const gatherFromAll: GatherBlock = (check, data, indices, first, count, out) =>
  forEachLine(check.geometry, first, count, (begin, end, offset) =>
    gatherLine(check, data, indices, first + begin, first + end, offset, out),
  );

/**
 * Copies the values at places to `out`, starting at `to`. The values first replace the places, so that `out`
 * is written in one go: the first use of each page of new memory is slow.
 */
function gatherPlaces(
  data: Bits,
  places: Int32Array,
  begin: number,
  end: number,
  out: Bits,
  to: number,
): void {
  gatherInPlace(data, places, begin, end);
  out.set(places.subarray(begin, end), to);
}
