/**
 * The ways to combine two values, each on the CPU, in GLSL and by blending. bool is 0 and 1, so
 * that OR is the larger, AND the smaller and XOR the difference.
 */
import type { Combine, Combination, Numbers } from './row.js';

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

export const COMBINATIONS = {
  replace: { loop: replace, glsl: 'update', blend: null },
  add: {
    loop: add,
    glsl: 'value + update',
    blend: { equation: 'FUNC_ADD', source: 'ONE', destination: 'ONE' },
  },
  sub: {
    loop: sub,
    glsl: 'value - update',
    blend: { equation: 'FUNC_REVERSE_SUBTRACT', source: 'ONE', destination: 'ONE' },
  },
  // Blending by the destination's colour would compute Infinity · 0 for Infinity · 1: the update
  // goes into alpha, which multiplies what is there, and the colour that is added is -0.
  mul: {
    loop: mul,
    glsl: 'value * update',
    blend: { equation: 'FUNC_ADD', source: 'ONE', destination: 'SRC_ALPHA', throughAlpha: true },
  },
  wrappingMul: {
    loop: wrappingMul,
    glsl: 'value * update',
    blend: { equation: 'FUNC_ADD', source: 'ONE', destination: 'SRC_ALPHA', throughAlpha: true },
  },
  max: {
    loop: max,
    glsl: 'isNaN(value) || value > update ? value : update',
    blend: { equation: 'MAX', source: 'ONE', destination: 'ONE', losesNaN: true },
  },
  min: {
    loop: min,
    glsl: 'isNaN(value) || value < update ? value : update',
    blend: { equation: 'MIN', source: 'ONE', destination: 'ONE', losesNaN: true },
  },
  // update · (1 - value) + value · (1 - update)
  xor: {
    loop: xor,
    glsl: 'value == update ? 0.0 : 1.0',
    blend: {
      equation: 'FUNC_ADD',
      source: 'ONE_MINUS_DST_COLOR',
      destination: 'ONE_MINUS_SRC_COLOR',
    },
  },
} satisfies Record<string, Combination>;

/** Strings have only these. */
export const STRING_COMBINATIONS = { replace: replaceStrings, concatenate };
