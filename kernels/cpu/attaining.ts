/**
 * Finds the operands of max and min that attain their results. float32 is compared by its bits, int32
 * and bool as they are: as float32 two different int32 could be equal.
 */
import type { Numbers } from '../contract/dtypes.js';
import { asBits } from './bits.js';
import type { Bits } from './bits.js';
import { scatteredOf } from './gradient_call.js';
import type { GradientCall } from './gradient_call.js';
import { BLOCK } from './strategy.js';
import { keepMasked, readAt, readBytesAt } from './unrolled_gradients.js';
import {
  countsToShares,
  countsToSharesBy,
  keepAttaining,
  maskAttaining,
  maskEqual,
  maskOfSameTruth,
} from './unrolled_gradients_extremum.js';
import { forEachPart } from './walk.js';

/** Finds the operands that attain their results; a mask is all ones for one that does, else 0. */
export interface Attaining {
  /** Masks `count` of data's values, from `place` on. */
  maskData: (place: number, count: number, masks: Int32Array, to: number) => void;
  /** Masks `count` updates from `from` on, which land from `place` on. */
  maskUpdates: (from: number, count: number, place: number, masks: Int32Array, to: number) => void;
  /** Masks the updates from `from` on, which land at `places`; from the beginning of `masks` on. */
  maskUpdatesAt: (
    places: Int32Array,
    begin: number,
    end: number,
    from: number,
    masks: Int32Array,
  ) => void;
  /**
   * Replaces counts of updates that do by the bits of each operand's share of dy; data's own values count,
   * too, if `self` is all ones.
   */
  share: (counts: Int32Array, dy: Float32Array, self: number, shares: Float32Array) => void;
  /** Keeps the shares of those of data's own values that do. */
  keepData: (shares: Int32Array) => void;
}

type Mask = (
  operands: Bits,
  begin: number,
  end: number,
  results: Bits,
  from: number,
  masks: Int32Array,
  to: number,
) => void;

/** The loops of a dtype. V8 makes one slow that meets arrays of several types, so bytes have their own. */
interface Loops {
  read: (values: Bits, places: Int32Array, begin: number, end: number, to: Bits) => void;
  mask: Mask;
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

/** Makes what finds the operands of a call that attain their results. */
export function attainingIn(call: GradientCall): Attaining {
  const scattered = scatteredOf(call);
  const { read, mask, block } = loopsFor(scattered.data);
  const [data, updates] = [asBits(scattered.data), asBits(scattered.updates)];
  const output = asBits(scattered.output);
  return {
    maskData(place, count, masks, to) {
      mask(data, place, place + count, output, place, masks, to);
    },
    maskUpdates(from, count, place, masks, to) {
      mask(updates, from, from + count, output, place, masks, to);
    },
    maskUpdatesAt(places, begin, end, from, masks) {
      read(output, places, begin, end, block);
      mask(updates, from, from + end - begin, block, 0, masks, 0);
    },
    ...(mask === maskAttaining ? inOnePass(data, output) : byParts(mask, data, output)),
  };
}

function loopsFor(values: Numbers): Loops {
  if (values instanceof Float32Array) return FLOATS;
  return values instanceof Int32Array ? INTEGERS : TRUTHS;
}

type OfData = Pick<Attaining, 'share' | 'keepData'>;

/** For floats. */
function inOnePass(data: Bits, output: Bits): OfData {
  return {
    share(counts, dy, self, shares) {
      countsToShares(counts, 0, counts.length, dy, data, output, self, shares);
    },
    keepData(shares) {
      keepAttaining(shares, 0, shares.length, data, output);
    },
  };
}

/** For others. */
function byParts(mask: Mask, data: Bits, output: Bits): OfData {
  return {
    share(counts, dy, self, shares) {
      forEachPart(counts.length, (begin, end) => {
        mask(data, begin, end, output, begin, block, 0);
        countsToSharesBy(block, counts, begin, end, dy, self, shares);
      });
    },
    keepData(shares) {
      forEachPart(shares.length, (begin, end) => {
        mask(data, begin, end, output, begin, block, 0);
        keepMasked(shares, begin, end, block, 0);
      });
    },
  };
}
