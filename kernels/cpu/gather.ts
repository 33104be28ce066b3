/**
 * Gathering on the host. A dropped site keeps what the output was filled with.
 */
import type { GatherPlan } from '../../src/plan.js';
import { asBits } from '../../src/reductions/bits.js';
import type { Bits, Numbers } from '../../src/reductions/row.js';
import { BLOCK, forEachLine, forEachRun, hasLongLines, resolveBlock } from './offsets.js';
import { forEachPlaces } from './places.js';
import { slicePicker } from './slices.js';

const block = new Int32Array(BLOCK);

/** Makes it plain to the engine that a place is within the block. */
const MASK = BLOCK - 1;

/** The empty string, as tfjs keeps strings. */
export const NO_BYTES = new Uint8Array(0);

/** Gathers numbers into an output that is filled with zeros. */
export function gatherNumbers(
  plan: GatherPlan,
  data: Numbers,
  indices: Int32Array,
  out: Numbers,
): void {
  const { sliceSize } = plan.geometry;
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
  const { geometry } = plan;
  const { siteCount, siteStrides } = geometry;
  const step = siteStrides[siteStrides.length - 1];
  for (let first = 0; first < siteCount; first += BLOCK) {
    const count = Math.min(BLOCK, siteCount - first);
    block.set(indices.subarray(first, first + count));
    const inRange = forEachLine(geometry, first, count, (begin, end, offset) =>
      pickLine(data, begin, end, offset, step, geometry.indexSizes[0], geometry.indexStrides[0]),
    );
    if (inRange) {
      out.set(count === BLOCK ? block : block.subarray(0, count), first);
    } else {
      resolveBlock(plan, indices, first, count, (places, begin, end, at) => {
        pick(data, places, begin, end, out, at);
      });
    }
  }
}

/** Replaces a line of indices in the block by the values; false if one was out of range. */
function pickLine(
  data: Bits,
  begin: number,
  end: number,
  offset: number,
  step: number,
  size: number,
  stride: number,
): boolean {
  let i = begin;
  let at: number;
  let index: number;
  for (; i < end - 3; i += 4) {
    at = i & MASK;
    index = block[at];
    if (index < 0 || index >= size) return false;
    block[at] = data[(offset + Math.imul(index, stride)) | 0];
    offset = (offset + step) | 0;
    at = (i + 1) & MASK;
    index = block[at];
    if (index < 0 || index >= size) return false;
    block[at] = data[(offset + Math.imul(index, stride)) | 0];
    offset = (offset + step) | 0;
    at = (i + 2) & MASK;
    index = block[at];
    if (index < 0 || index >= size) return false;
    block[at] = data[(offset + Math.imul(index, stride)) | 0];
    offset = (offset + step) | 0;
    at = (i + 3) & MASK;
    index = block[at];
    if (index < 0 || index >= size) return false;
    block[at] = data[(offset + Math.imul(index, stride)) | 0];
    offset = (offset + step) | 0;
  }
  for (; i < end; i++) {
    at = i & MASK;
    index = block[at];
    if (index < 0 || index >= size) return false;
    block[at] = data[(offset + Math.imul(index, stride)) | 0];
    offset = (offset + step) | 0;
  }
  return true;
}

/** Copies the values at places to `out`, from `to` on. */
export function pick(
  data: Bits,
  places: Int32Array,
  begin: number,
  end: number,
  out: Bits,
  to: number,
): void {
  let i = begin;
  for (; i < end - 3; i += 4, to += 4) {
    out[to] = data[places[i]];
    out[to + 1] = data[places[i + 1]];
    out[to + 2] = data[places[i + 2]];
    out[to + 3] = data[places[i + 3]];
  }
  for (; i < end; i++, to++) out[to] = data[places[i]];
}
