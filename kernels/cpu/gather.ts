/**
 * Gathering on the host: a block of offsets, then the values at them. A dropped site keeps what the
 * output was filled with.
 */
import type { GatherPlan } from '../../src/plan.js';
import type { Numbers } from '../../src/reductions/row.js';
import { forEachBlock } from './offsets.js';

/** Slices from this length on are copied whole; shorter ones are faster value by value. */
const WHOLESALE = 48;

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
  const copy = sliceSize === 1 ? copySingles : sliceSize < WHOLESALE ? copyShort : copyLong;
  forEachBlock(plan, indices, (offsets, first, count) => {
    copy(data, offsets, count, out, first * sliceSize, sliceSize);
  });
}

/** Gathers strings into an output that is filled with ''. */
export function gatherStrings(
  plan: GatherPlan,
  data: Uint8Array[],
  indices: Int32Array,
  out: Uint8Array[],
): void {
  const { sliceSize } = plan.geometry;
  forEachBlock(plan, indices, (offsets, first, count) => {
    for (let i = 0, to = first * sliceSize; i < count; i++, to += sliceSize) {
      if (offsets[i] < 0) continue;
      for (let c = 0; c < sliceSize; c++) out[to + c] = data[offsets[i] + c];
    }
  });
}

type Copy = (
  data: Numbers,
  offsets: Int32Array,
  count: number,
  out: Numbers,
  to: number,
  sliceSize: number,
) => void;

const copySingles: Copy = (data, offsets, count, out, to) => {
  for (let i = 0; i < count; i++) {
    if (offsets[i] >= 0) out[to + i] = data[offsets[i]];
  }
};

const copyShort: Copy = (data, offsets, count, out, to, sliceSize) => {
  for (let i = 0; i < count; i++, to += sliceSize) {
    const from = offsets[i];
    if (from < 0) continue;
    for (let c = 0; c < sliceSize; c++) out[to + c] = data[from + c];
  }
};

const copyLong: Copy = (data, offsets, count, out, to, sliceSize) => {
  for (let i = 0; i < count; i++, to += sliceSize) {
    const from = offsets[i];
    if (from >= 0) out.set(data.subarray(from, from + sliceSize), to);
  }
};
