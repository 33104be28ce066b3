/**
 * Gradients that depend on dy alone. They select by what is known for each slice.
 */
import { intsOf } from './bits.js';
import type { GradientCall, GradientLoops } from './gradient_call.js';
import { gatherNumbers } from './gather_numbers.js';
import { forEachRun } from './offsets.js';
import { divideBy } from './unrolled_gradients.js';
import {
  countSites,
  divideAt,
  keepWithoutSites,
  readAtLast,
  rememberSites,
} from './unrolled_gradients_linear.js';
import { sliceSizeOf } from './walk.js';

/** Of add and sub: dy for data, and what is gathered of it, with the sign of updates, for them. */
export function sumGradients(sign: 1 | -1): GradientLoops {
  return (call) => {
    const { plan, dy, indices, toData, toUpdates } = call;
    if (toData) {
      toData.set(dy);
      if (!plan.attributes.includeSelf) clearTouched(call, toData);
    }
    if (!toUpdates) return;
    gatherNumbers(plan, dy, indices, toUpdates);
    if (sign < 0) for (let i = 0; i < toUpdates.length; i++) toUpdates[i] = -toUpdates[i];
  };
}

/** Of none: dy goes to the last update of each place, and to data where there is none. */
export const noneGradients: GradientLoops = (call) => {
  const { dy, toData, toUpdates, plan } = call;
  if (toData) toData.set(dy);
  if (!toUpdates) {
    if (toData) clearTouched(call, toData);
    return;
  }
  const sliceSize = sliceSizeOf(plan.geometry);
  if (sliceSize === 1) {
    noneOfSingles(call, toUpdates);
    return;
  }
  const last = lastSites(call, sliceSize);
  for (let slice = 0, offset = 0; slice < last.length; slice++, offset += sliceSize) {
    const to = (last[slice] - 1) * sliceSize;
    if (to < 0) continue;
    toUpdates.set(dy.subarray(offset, offset + sliceSize), to);
    if (toData) toData.fill(0, offset, offset + sliceSize);
  }
};

/** The same of single values, without a branch on where updates land. */
function noneOfSingles({ plan, indices, dy, toData }: GradientCall, toUpdates: Float32Array): void {
  const last = new Int32Array(dy.length);
  forEachRun(plan, indices, (places, begin, end, first) => {
    rememberSites(last, places, begin, end, first);
  });
  const [values, out] = [intsOf(dy), intsOf(toUpdates)];
  forEachRun(plan, indices, (places, begin, end, first) => {
    readAtLast(values, last, places, begin, end, out, first);
  });
  if (toData) keepWithoutSites(values, last, last.length, intsOf(toData));
}

/** Of mean: dy divided by the number of terms. */
export const meanGradients: GradientLoops = (call) => {
  const { plan, indices, dy, toData, toUpdates } = call;
  const sliceSize = sliceSizeOf(plan.geometry);
  if (sliceSize === 1) {
    meanOfSingles(call);
    return;
  }
  const { includeSelf } = plan.attributes;
  const landed = landedSites(call, sliceSize);
  const self = includeSelf ? 1 : 0;
  if (toData) {
    for (let slice = 0, offset = 0; slice < landed.length; slice++, offset += sliceSize) {
      const count = landed[slice];
      if (count > 0 && !includeSelf) continue;
      const terms = count + 1;
      for (let place = offset; place < offset + sliceSize; place++) {
        toData[place] = dy[place] / terms;
      }
    }
  }
  if (!toUpdates) return;
  forEachRun(plan, indices, (offsets, begin, end, first) => {
    let to = first * sliceSize;
    for (let i = begin; i < end; i++) {
      const offset = offsets[i];
      const terms = landed[offset / sliceSize] + self;
      for (let place = offset; place < offset + sliceSize; place++, to++) {
        toUpdates[to] = dy[place] / terms;
      }
    }
  });
};

/** The same of single values. */
function meanOfSingles({ plan, indices, dy, toData, toUpdates }: GradientCall): void {
  const { includeSelf } = plan.attributes;
  const terms = new Int32Array(dy.length).fill(includeSelf ? 1 : 0);
  forEachRun(plan, indices, (places, begin, end) => {
    countSites(terms, places, begin, end);
  });
  if (toUpdates) {
    forEachRun(plan, indices, (places, begin, end, first) => {
      divideAt(dy, terms, places, begin, end, toUpdates, first);
    });
  }
  if (toData && includeSelf) divideBy(terms, dy.length, dy, 0, toData);
  else if (toData) keepWithoutSites(intsOf(dy), terms, terms.length, intsOf(toData));
}

/** Puts zeros where updates land. */
export function clearTouched({ plan, indices }: GradientCall, values: Float32Array): void {
  const sliceSize = sliceSizeOf(plan.geometry);
  forEachRun(plan, indices, (offsets, begin, end) => {
    if (sliceSize === 1) for (let i = begin; i < end; i++) values[offsets[i]] = 0;
    else for (let i = begin; i < end; i++) values.fill(0, offsets[i], offsets[i] + sliceSize);
  });
}

/** Returns the last site of each slice, counted from 1; 0 where there is none. */
function lastSites({ plan, indices }: GradientCall, sliceSize: number): Int32Array {
  const last = new Int32Array(sliceCount(plan.geometry.dataSize, sliceSize));
  forEachRun(plan, indices, (offsets, begin, end, first) => {
    if (sliceSize === 0) return;
    for (let i = begin, site = first + 1; i < end; i++, site++) {
      last[offsets[i] / sliceSize] = site;
    }
  });
  return last;
}

/** Counts the sites of each slice. */
function landedSites({ plan, indices }: GradientCall, sliceSize: number): Int32Array {
  const landed = new Int32Array(sliceCount(plan.geometry.dataSize, sliceSize));
  forEachRun(plan, indices, (offsets, begin, end) => {
    if (sliceSize === 0) return;
    for (let i = begin; i < end; i++) landed[offsets[i] / sliceSize]++;
  });
  return landed;
}

/** Offsets are multiples of sliceSize, so one number for each slice is enough. */
function sliceCount(dataSize: number, sliceSize: number): number {
  return sliceSize === 0 ? 0 : dataSize / sliceSize;
}
