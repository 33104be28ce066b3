/**
 * The CPU's loops, one for each way to combine two values. bool is 0 and 1, so that OR is the
 * larger, AND the smaller and XOR the difference.
 */
import type { Combine, CombineLoops, Numbers } from './row.js';

const replace: Combine<Numbers> = (out, offsets, count, updates, from, sliceSize) => {
  for (let i = 0; i < count; i++, from += sliceSize) {
    const to = offsets[i];
    if (to < 0) continue;
    for (let c = 0; c < sliceSize; c++) out[to + c] = updates[from + c];
  }
};

// int32 wraps when it is stored; float32 is rounded then, after an exact sum in double precision.
const add: Combine<Numbers> = (out, offsets, count, updates, from, sliceSize) => {
  for (let i = 0; i < count; i++, from += sliceSize) {
    const to = offsets[i];
    if (to < 0) continue;
    for (let c = 0; c < sliceSize; c++) out[to + c] += updates[from + c];
  }
};

const sub: Combine<Numbers> = (out, offsets, count, updates, from, sliceSize) => {
  for (let i = 0; i < count; i++, from += sliceSize) {
    const to = offsets[i];
    if (to < 0) continue;
    for (let c = 0; c < sliceSize; c++) out[to + c] -= updates[from + c];
  }
};

const mul: Combine<Numbers> = (out, offsets, count, updates, from, sliceSize) => {
  for (let i = 0; i < count; i++, from += sliceSize) {
    const to = offsets[i];
    if (to < 0) continue;
    for (let c = 0; c < sliceSize; c++) out[to + c] *= updates[from + c];
  }
};

// A product of two int32 does not fit a double's 53 bits.
const wrappingMul: Combine<Numbers> = (out, offsets, count, updates, from, sliceSize) => {
  for (let i = 0; i < count; i++, from += sliceSize) {
    const to = offsets[i];
    if (to < 0) continue;
    for (let c = 0; c < sliceSize; c++) out[to + c] = Math.imul(out[to + c], updates[from + c]);
  }
};

// Math.max and Math.min propagate NaN and order the zeros, whichever comes first.
const max: Combine<Numbers> = (out, offsets, count, updates, from, sliceSize) => {
  for (let i = 0; i < count; i++, from += sliceSize) {
    const to = offsets[i];
    if (to < 0) continue;
    for (let c = 0; c < sliceSize; c++) out[to + c] = Math.max(out[to + c], updates[from + c]);
  }
};

const min: Combine<Numbers> = (out, offsets, count, updates, from, sliceSize) => {
  for (let i = 0; i < count; i++, from += sliceSize) {
    const to = offsets[i];
    if (to < 0) continue;
    for (let c = 0; c < sliceSize; c++) out[to + c] = Math.min(out[to + c], updates[from + c]);
  }
};

const xor: Combine<Numbers> = (out, offsets, count, updates, from, sliceSize) => {
  for (let i = 0; i < count; i++, from += sliceSize) {
    const to = offsets[i];
    if (to < 0) continue;
    for (let c = 0; c < sliceSize; c++) out[to + c] ^= updates[from + c];
  }
};

const replaceStrings: Combine<Uint8Array[]> = (out, offsets, count, updates, from, sliceSize) => {
  for (let i = 0; i < count; i++, from += sliceSize) {
    const to = offsets[i];
    if (to < 0) continue;
    for (let c = 0; c < sliceSize; c++) out[to + c] = updates[from + c];
  }
};

const concatenate: Combine<Uint8Array[]> = (out, offsets, count, updates, from, sliceSize) => {
  for (let i = 0; i < count; i++, from += sliceSize) {
    const to = offsets[i];
    if (to < 0) continue;
    for (let c = 0; c < sliceSize; c++) {
      const head = out[to + c];
      const tail = updates[from + c];
      const whole = new Uint8Array(head.length + tail.length);
      whole.set(head);
      whole.set(tail, head.length);
      out[to + c] = whole;
    }
  }
};

/** The loops of each reduction, by the kind of values. */
export const COMBINE = {
  none: { float32: replace, int32: replace, bool: replace, string: replaceStrings },
  add: { float32: add, int32: add, bool: max, string: concatenate },
  sub: { float32: sub, int32: sub, bool: xor },
  mul: { float32: mul, int32: wrappingMul, bool: min },
  max: { float32: max, int32: max, bool: max },
  min: { float32: min, int32: min, bool: min },
} satisfies Record<string, CombineLoops>;
