/**
 * Which operands of max and min attain their results: float32 by its bits, int32 and bool as they are.
 * As float32 two different int32 could be equal.
 */
import type { Numbers } from '../contract/dtypes.js';
import { asBits } from './bits.js';
import type { Bits } from './bits.js';
import { scatteredOf } from './gradient_call.js';
import type { GradientCall } from './gradient_call.js';
import { BLOCK } from './strategy.js';
import {
  maskAttaining,
  maskEqual,
  maskOfSameTruth,
  readAt,
  readBytesAt,
} from './unrolled_gradients.js';

/** Writes masks of operands: all ones for one that attains its result, else 0. */
export interface Attaining {
  /** Of `count` of data's values, from `place` on. */
  data: (place: number, count: number, masks: Int32Array, to: number) => void;
  /** Of `count` updates from `from` on, which land from `place` on. */
  updates: (from: number, count: number, place: number, masks: Int32Array, to: number) => void;
  /** Of the updates from `from` on, which land at `places`; from the beginning of `masks` on. */
  updatesAt: (
    places: Int32Array,
    begin: number,
    end: number,
    from: number,
    masks: Int32Array,
  ) => void;
}

/** The loops of a dtype. V8 makes one slow that meets arrays of several types, so bytes have their own. */
interface Loops {
  read: (values: Bits, places: Int32Array, begin: number, end: number, to: Bits) => void;
  mask: (
    operands: Bits,
    begin: number,
    end: number,
    results: Bits,
    from: number,
    masks: Int32Array,
    to: number,
  ) => void;
  /** Holds results at places. */
  block: Bits;
}

const block = new Int32Array(BLOCK);
const FLOATS: Loops = { read: readAt, mask: maskAttaining, block };
const INTEGERS: Loops = { read: readAt, mask: maskEqual, block };
const TRUTHS: Loops = {
  read: readBytesAt,
  mask: maskOfSameTruth,
  block: new Uint8Array(BLOCK),
};

/** Makes what masks the operands of a call. */
export function attainingIn(call: GradientCall): Attaining {
  const scattered = scatteredOf(call);
  const { read, mask, block } = loopsFor(scattered.data);
  const [data, updates] = [asBits(scattered.data), asBits(scattered.updates)];
  const output = asBits(scattered.output);
  return {
    data(place, count, masks, to) {
      mask(data, place, place + count, output, place, masks, to);
    },
    updates(from, count, place, masks, to) {
      mask(updates, from, from + count, output, place, masks, to);
    },
    updatesAt(places, begin, end, from, masks) {
      read(output, places, begin, end, block);
      mask(updates, from, from + end - begin, block, 0, masks, 0);
    },
  };
}

function loopsFor(values: Numbers): Loops {
  if (values instanceof Float32Array) return FLOATS;
  return values instanceof Int32Array ? INTEGERS : TRUTHS;
}
