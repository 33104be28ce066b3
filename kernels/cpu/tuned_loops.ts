/**
 * The loops of the cpu backend: the plain loops, except where a tuned one makes a whole call at least 1.3
 * times as fast. `npm run bench` measures these calls.
 */
import type { IndexCheck } from '../contract/bounds.js';
import type { IndexGeometry } from '../contract/geometry.js';
import type { Combination } from '../contract/reductions.js';
import { asBits, asFloats, type Bits } from './bits.js';
import { addFloats, gatherFromRow, gatherPlaces, maxFloats, minFloats } from './by_four.js';
import { addGathered } from './gathered_sums.js';
import type { HostLoops } from './host_loops.js';
import { forEachRun } from './offsets.js';
import { forEachPlaces, places } from './places.js';
import { type Combine, gatherBlocks, PLAIN_LOOPS } from './plain_loops.js';
import { rowCombiner, rowGatherer } from './rows.js';
import { BLOCK } from './strategy.js';
import { forEachBlock, forEachLine, hasLongLines, termOf } from './walk.js';

const FLOATS: Partial<Record<Combination, Combine<Float32Array>>> = {
  add: addFloats,
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
    const loop = out instanceof Float32Array ? FLOATS[combination] : undefined;
    if (rows) forEachRun(check, indices, rows);
    else if (loop) {
      const [from, to] = [asFloats(updates), asFloats(out)];
      forEachPlaces(check, indices, (count, first) => {
        loop(to, count, from, first);
      });
    } else PLAIN_LOOPS.combine(combination, check, indices, updates, out);
  },
};

/** Returns whether each line of sites gathers single values from a row of data that is no longer than the line. */
function shareRows(geometry: IndexGeometry): boolean {
  const { siteShape, siteStrides, indexSizes, indexStrides, sliceSize } = geometry;
  const inner = siteShape.length - 1;
  const most = Math.min(BLOCK, siteShape[inner]);
  const isInRow = siteStrides[inner] === 0 && indexStrides[0] === 1 && indexSizes[0] <= most;
  return sliceSize === 1 && isInRow && hasLongLines(geometry);
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
