/**
 * The loops of the cpu backend: the plain loops, except where a tuned one makes a whole call at least 1.3
 * times as fast. `npm run bench` measures these calls.
 */
import type { IndexCheck } from '../contract/bounds.js';
import type { IndexGeometry } from '../contract/geometry.js';
import type { Combination } from '../contract/reductions.js';
import { asBits, asFloats, type Bits } from './bits.js';
import { addLine, gatherFromRow, gatherPlaces, maxFloats, minFloats } from './by_four.js';
import { addGathered } from './gathered_sums.js';
import type { HostLoops } from './host_loops.js';
import { forEachRun } from './offsets.js';
import { forEachPlaces, places } from './places.js';
import { type Combine, gatherBlocks, PLAIN_LOOPS } from './plain_loops.js';
import { rowCombiner, rowGatherer } from './rows.js';
import { BLOCK } from './strategy.js';
import { forEachBlock, forEachLine, hasLongLines, termOf } from './walk.js';

const EXTREMA: Partial<Record<Combination, Combine<Float32Array>>> = {
  max: maxFloats,
  min: minFloats,
};

export const TUNED_LOOPS: HostLoops = {
  ...PLAIN_LOOPS,
  combineGathered: addGathered,
  gather(check, data, indices, out, fill) {
    const [from, to] = [asBits(data), asBits(out)];
    if (fill !== null) out.fill(fill);
    const rows = rowGatherer(check, from, to);
    if (rows) forEachRun(check, indices, rows);
    else if (shareRows(check.geometry)) gatherFromRows(check, from, indices, to);
    else gatherBlocks(check, from, indices, to, gatherPlaces);
  },
  combine(combination, check, indices, updates, out) {
    const rows = rowCombiner(combination, check, updates, out);
    const extremum = EXTREMA[combination];
    const isFloat = out instanceof Float32Array;
    if (rows) forEachRun(check, indices, rows);
    else if (isFloat && combination === 'add' && hasSingles(check.geometry)) {
      addLines(check, indices, asFloats(updates), out);
    } else if (isFloat && extremum) {
      const from = asFloats(updates);
      forEachPlaces(check, indices, (count, first) => {
        extremum(out, count, from, first);
      });
    } else PLAIN_LOOPS.combine(combination, check, indices, updates, out);
  },
};

/** Returns whether sites address single values and lie in long lines. */
function hasSingles(geometry: IndexGeometry): boolean {
  return geometry.sliceSize === 1 && hasLongLines(geometry);
}

/**
 * Adds single values at sites in lines, in one pass from indices to values: storing places in between takes up to
 * 1.4 times as long. The plain loops do the rest of a block that has an index out of range.
 */
function addLines(
  check: IndexCheck,
  indices: Int32Array,
  updates: Float32Array,
  out: Float32Array,
): void {
  forEachBlock(check, (first, count) => {
    let at = first;
    const areInRange = forEachLine(check.geometry, first, count, (begin, end, offset) => {
      at = addLine(check, updates, indices, first + begin, first + end, offset, out);
      return at === first + end;
    });
    if (areInRange) return;
    const rest = { ...check, part: { first: at, end: first + count } };
    PLAIN_LOOPS.combine('add', rest, indices, updates, out);
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
 * Gathers at lines of sites from copies of their rows, in one pass from indices to values. The plain loops gather
 * a block that has an index out of range.
 */
function gatherFromRows(check: IndexCheck, data: Bits, indices: Int32Array, out: Bits): void {
  const { size } = termOf(check, 0);
  forEachBlock(check, (first, count) => {
    const areInRange = forEachLine(check.geometry, first, count, (begin, end, offset) => {
      places.set(data.subarray(offset, offset + size));
      return gatherFromRow(check, indices, first + begin, first + end, out);
    });
    if (areInRange) return;
    PLAIN_LOOPS.gather({ ...check, part: { first, end: first + count } }, data, indices, out, null);
  });
}
