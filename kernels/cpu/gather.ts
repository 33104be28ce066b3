/**
 * Gathering on the host. A dropped site keeps what the output was filled with.
 */
import type { IndexGeometry } from '../../src/geometry.js';
import type { GatherPlan } from '../../src/plan.js';
import { asBits } from '../../src/reductions/bits.js';
import type { Bits, Numbers } from '../../src/reductions/row.js';
import {
  BLOCK,
  forEachLine,
  forEachRun,
  hasLongLines,
  resolveBlock,
  stepOf,
  termOf,
} from './offsets.js';
import { forEachPlaces } from './places.js';
import { slicePicker } from './slices.js';

const block = new Int32Array(BLOCK);

/** The empty string, as tfjs keeps strings. */
export const NO_BYTES = new Uint8Array(0);

/** Gathers numbers into an output that is filled with zeros. */
export function gatherNumbers(
  plan: GatherPlan,
  data: Numbers,
  indices: Int32Array,
  out: Numbers,
): void {
  const sliceSize = plan.geometry.sliceSize | 0;
  const from = asBits(data);
  const to = asBits(out);
  const pickSlices = slicePicker(from, to, sliceSize);
  if (pickSlices) {
    forEachRun(plan, indices, pickSlices);
  } else if (sliceSize === 1 && hasLongLines(plan.geometry)) {
    gatherSingles(plan, from, indices, to);
  } else {
    forEachPlaces(plan, indices, (places, begin, end, first) => {
      pick(from, places, begin, end, to, first);
    });
  }
}

/** Gathers strings into an output that is filled with ''. */
export function gatherStrings(
  plan: GatherPlan,
  data: Uint8Array[],
  indices: Int32Array,
  out: Uint8Array[],
): void {
  forEachPlaces(plan, indices, (places, begin, end, first) => {
    for (let i = begin; i < end; i++) out[first + i - begin] = data[places[i]];
  });
}

/**
 * Gathers single values in one pass, from indices to values: writing offsets down and reading them
 * again made this, which does little else, half as long again.
 */
function gatherSingles(plan: GatherPlan, data: Bits, indices: Int32Array, out: Bits): void {
  const { siteCount } = plan.geometry;
  const pickSites = sharesRows(plan.geometry) ? pickFromRows : pickFromAll;
  for (let first = 0; first < siteCount; first += BLOCK) {
    const count = Math.min(BLOCK, siteCount - first) | 0;
    if (pickSites(plan, data, indices, out, first, count)) continue;
    resolveBlock(plan, indices, first, count, (places, begin, end, at) => {
      pick(data, places, begin, end, out, at);
    });
  }
}

/** Whether each line of sites picks from one row of data, one that is not longer than the line. */
function sharesRows({ siteShape, siteStrides, indexSizes, indexStrides }: IndexGeometry): boolean {
  const inner = siteShape.length - 1;
  const most = Math.min(BLOCK, siteShape[inner]);
  return siteStrides[inner] === 0 && indexStrides[0] === 1 && indexSizes[0] <= most;
}

/** Gathers at `count` sites, whose lines share rows; false if an index was out of range. */
function pickFromRows(
  plan: GatherPlan,
  data: Bits,
  indices: Int32Array,
  out: Bits,
  first: number,
  count: number,
): boolean {
  const { size } = termOf(plan, 0);
  return forEachLine(plan.geometry, first, count, (begin, end, offset) => {
    block.set(data.subarray(offset, offset + size));
    return pickFromBlock(indices, first + begin, first + end, size, out);
  });
}

/**
 * Picks from the first `size` values of the block; false if an index was out of range. `| 0` spares
 * the check that a sum of integers is not too large for one.
 */
function pickFromBlock(
  indices: Int32Array,
  begin: number,
  end: number,
  size: number,
  out: Bits,
): boolean {
  size >>>= 0;
  let i = begin;
  let index: number;
  for (; i < end - 7; i += 8) {
    index = indices[i] >>> 0;
    if (index >= size) return false;
    out[i] = block[index];
    index = indices[(i + 1) | 0] >>> 0;
    if (index >= size) return false;
    out[(i + 1) | 0] = block[index];
    index = indices[(i + 2) | 0] >>> 0;
    if (index >= size) return false;
    out[(i + 2) | 0] = block[index];
    index = indices[(i + 3) | 0] >>> 0;
    if (index >= size) return false;
    out[(i + 3) | 0] = block[index];
    index = indices[(i + 4) | 0] >>> 0;
    if (index >= size) return false;
    out[(i + 4) | 0] = block[index];
    index = indices[(i + 5) | 0] >>> 0;
    if (index >= size) return false;
    out[(i + 5) | 0] = block[index];
    index = indices[(i + 6) | 0] >>> 0;
    if (index >= size) return false;
    out[(i + 6) | 0] = block[index];
    index = indices[(i + 7) | 0] >>> 0;
    if (index >= size) return false;
    out[(i + 7) | 0] = block[index];
  }
  for (; i < end; i++) {
    index = indices[i] >>> 0;
    if (index >= size) return false;
    out[i] = block[index];
  }
  return true;
}

/** Gathers at `count` sites; false if an index was out of range. */
function pickFromAll(
  plan: GatherPlan,
  data: Bits,
  indices: Int32Array,
  out: Bits,
  first: number,
  count: number,
): boolean {
  const { size, stride } = termOf(plan, 0);
  const step = stepOf(plan.geometry);
  block.set(indices.subarray(first, first + count));
  const inRange = forEachLine(plan.geometry, first, count, (begin, end, offset) =>
    pickLine(data, begin, end, offset, step, size, stride),
  );
  if (inRange) out.set(count === BLOCK ? block : block.subarray(0, count), first);
  return inRange;
}

/**
 * Replaces a line of indices in the block by the values; false if one was out of range. Eight at a
 * time, this is so long that V8 does not inline it, where it would run out of registers.
 */
function pickLine(
  data: Bits,
  begin: number,
  end: number,
  offset: number,
  step: number,
  size: number,
  stride: number,
): boolean {
  size >>>= 0;
  let i = begin;
  let at: number;
  let index: number;
  for (; i < end - 7; i += 8) {
    at = i;
    index = block[at] >>> 0;
    if (index >= size) return false;
    block[at] = data[(offset + Math.imul(index, stride)) | 0];
    offset = (offset + step) | 0;
    at = (i + 1) | 0;
    index = block[at] >>> 0;
    if (index >= size) return false;
    block[at] = data[(offset + Math.imul(index, stride)) | 0];
    offset = (offset + step) | 0;
    at = (i + 2) | 0;
    index = block[at] >>> 0;
    if (index >= size) return false;
    block[at] = data[(offset + Math.imul(index, stride)) | 0];
    offset = (offset + step) | 0;
    at = (i + 3) | 0;
    index = block[at] >>> 0;
    if (index >= size) return false;
    block[at] = data[(offset + Math.imul(index, stride)) | 0];
    offset = (offset + step) | 0;
    at = (i + 4) | 0;
    index = block[at] >>> 0;
    if (index >= size) return false;
    block[at] = data[(offset + Math.imul(index, stride)) | 0];
    offset = (offset + step) | 0;
    at = (i + 5) | 0;
    index = block[at] >>> 0;
    if (index >= size) return false;
    block[at] = data[(offset + Math.imul(index, stride)) | 0];
    offset = (offset + step) | 0;
    at = (i + 6) | 0;
    index = block[at] >>> 0;
    if (index >= size) return false;
    block[at] = data[(offset + Math.imul(index, stride)) | 0];
    offset = (offset + step) | 0;
    at = (i + 7) | 0;
    index = block[at] >>> 0;
    if (index >= size) return false;
    block[at] = data[(offset + Math.imul(index, stride)) | 0];
    offset = (offset + step) | 0;
  }
  for (; i < end; i++) {
    at = i;
    index = block[at] >>> 0;
    if (index >= size) return false;
    block[at] = data[(offset + Math.imul(index, stride)) | 0];
    offset = (offset + step) | 0;
  }
  return true;
}

/**
 * Copies the values at places to `out`, from `to` on, and overwrites the places with them first: new
 * memory is best written to in one go, as its first use of each page is slow.
 */
export function pick(
  data: Bits,
  places: Int32Array,
  begin: number,
  end: number,
  out: Bits,
  to: number,
): void {
  let i = begin;
  for (; i < end - 7; i += 8) {
    places[i] = data[places[i]];
    places[i + 1] = data[places[i + 1]];
    places[i + 2] = data[places[i + 2]];
    places[i + 3] = data[places[i + 3]];
    places[i + 4] = data[places[i + 4]];
    places[i + 5] = data[places[i + 5]];
    places[i + 6] = data[places[i + 6]];
    places[i + 7] = data[places[i + 7]];
  }
  for (; i < end; i++) places[i] = data[places[i]];
  out.set(places.subarray(begin, end), to);
}
