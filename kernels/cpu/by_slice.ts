/**
 * Slices of data, each with all updates that land in it. Values computed of a long one then stay in the
 * first-level cache from its first pass to its last.
 */
import type { IndexCheck } from '../contract/bounds.js';
import { forEachRun } from './offsets.js';
import { BLOCK } from './strategy.js';
import { sliceSizeOf } from './walk.js';

/** The receivers of slices, and of the parts of one that is longer than a block. */
export interface SliceConsumers {
  /**
   * Receives `count` places from `place` on. `froms`, from `begin` up to `end`, says where the values for
   * them begin among those at the sites, in order.
   */
  touched: (place: number, count: number, froms: Int32Array, begin: number, end: number) => void;
  /** Receives places from `begin` up to `end`, where no update lands. */
  untouched: (begin: number, end: number) => void;
}

/** Hands on all slices of data, in order; those have at least one value. */
export function forEachSlice(
  check: IndexCheck,
  indices: Int32Array,
  { touched, untouched }: SliceConsumers,
): void {
  const sliceSize = sliceSizeOf(check.geometry);
  const { froms, ends } = sitesBySlice(check, indices, sliceSize);
  let begin = 0;
  let place = 0;
  for (let slice = 0; slice < ends.length; slice++) {
    const end = ends[slice];
    if (begin === end) continue;
    const offset = slice * sliceSize;
    if (place < offset) untouched(place, offset);
    inParts(offset, sliceSize, froms, begin, end, touched);
    begin = end;
    place = offset + sliceSize;
  }
  if (place < check.geometry.dataSize) untouched(place, check.geometry.dataSize);
}

function inParts(
  place: number,
  sliceSize: number,
  froms: Int32Array,
  begin: number,
  end: number,
  consume: SliceConsumers['touched'],
): void {
  for (let c = 0; c < sliceSize; c += BLOCK) {
    consume(place + c, Math.min(BLOCK, sliceSize - c), froms, begin, end);
    for (let i = begin; i < end; i++) froms[i] += BLOCK;
  }
}

/** Sorts the sites by their slices; each is given by where its values begin. */
function sitesBySlice(check: IndexCheck, indices: Int32Array, sliceSize: number) {
  const { dataSize, siteCount } = check.geometry;
  const ends = new Int32Array(dataSize / sliceSize);
  forEachRun(check, indices, (offsets, begin, end) => {
    for (let i = begin; i < end; i++) ends[offsets[i] / sliceSize]++;
  });
  // Each becomes where its slice begins, and then, counted up by its sites, where it ends.
  for (let slice = 0, sum = 0; slice < ends.length; slice++) {
    const count = ends[slice];
    ends[slice] = sum;
    sum += count;
  }
  const froms = new Int32Array(siteCount);
  forEachRun(check, indices, (offsets, begin, end, first) => {
    for (let i = begin, from = first * sliceSize; i < end; i++, from += sliceSize) {
      froms[ends[offsets[i] / sliceSize]++] = from;
    }
  });
  return { froms, ends };
}
