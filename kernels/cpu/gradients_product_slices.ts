/**
 * The gradients of mul, slice by slice: what gradients_product.ts computes.
 */
import { intsOf } from './bits.js';
import { forEachSlice } from './by_slice.js';
import { factorsIn } from './factors.js';
import type { Factors } from './factors.js';
import { scatteredOf } from './gradient_call.js';
import type { GradientCall } from './gradient_call.js';
import { BLOCK } from './strategy.js';
import { holdsNonFinite, holdsZeroOrNaN, timesOthers } from './unrolled_gradients_product.js';
import {
  countZeros,
  keepAlone,
  multiplyBy,
  nonZeros,
  timesOtherNonZeros,
} from './unrolled_gradients_product_zeros.js';

// Of the places of a slice.
const zeros = new Uint8ClampedArray(BLOCK);
const products = new Float32Array(BLOCK);

/** Floats and their bits. */
interface Both {
  floats: Float32Array;
  bits: Int32Array;
}

const both = (floats: Float32Array): Both => ({ floats, bits: intsOf(floats) });

/** Computes the gradients; that of data only if its own value takes part. */
export function productGradientsBySlice(call: GradientCall, ofData: Float32Array | null): void {
  const { plan, indices, dy } = call;
  const scattered = scatteredOf(call);
  const [data, updates] = [scattered.data, scattered.updates].map(factorsIn);
  const [toData, toUpdates] = [ofData, call.toUpdates].map((floats) => floats && both(floats));
  const self = plan.attributes.includeSelf;

  /** Writes the gradient of a slice's factors, the count of `own` from `from` on. */
  const write = (to: Both, own: Factors, from: number, place: number, count: number) => {
    const at = own.at(from, from + count);
    timesOtherNonZeros(dy, place, place + count, products, 0, own.floats, at, to.floats, from);
    keepAlone(to.bits, from, from + count, own.floats, at, zeros, 0);
  };
  const { output } = scattered;
  // The products of int32 wrap, and those of bool are bool.
  const ofFloats = output instanceof Float32Array && {
    data: intsOf(data.floats),
    output: intsOf(output),
    /** Writes the same where no factor is zero: the output holds the products of all factors. */
    write: (to: Both, own: Factors, from: number, place: number, count: number) => {
      timesOthers(dy, place, place + count, output, place, own.floats, from, to.floats, from);
    },
  };

  forEachSlice(plan, indices, {
    touched(place, count, froms, begin, end) {
      const isWhole = ofFloats && !holdsZeroOrNaN(ofFloats.output, place, place + count);
      const writeOf = isWhole ? ofFloats.write : write;
      if (!isWhole) {
        start(self ? data : null, place, count);
        for (let i = begin; i < end; i++) addFactors(updates, froms[i], count);
      }
      if (toData) writeOf(toData, data, place, place, count);
      if (!toUpdates) return;
      for (let i = begin; i < end; i++) writeOf(toUpdates, updates, froms[i], place, count);
    },
    untouched(begin, end) {
      if (!toData) return;
      toData.floats.set(dy.subarray(begin, end), begin);
      // The product of no other factor is still divided by an own one, which may give NaN.
      if (!ofFloats || !holdsNonFinite(ofFloats.data, begin, end)) return;
      for (let place = begin; place < end; place += BLOCK) {
        const count = Math.min(BLOCK, end - place);
        start(data, place, count);
        write(toData, data, place, place, count);
      }
    },
  });
}

/** Starts to count zeros and to multiply other factors: from data's own if it takes part. */
function start(data: Factors | null, place: number, count: number): void {
  zeros.fill(0, 0, count);
  if (!data) {
    products.fill(1, 0, count);
    return;
  }
  const at = data.at(place, place + count);
  countZeros(zeros, 0, count, data.floats, at);
  nonZeros(data.floats, at, products, 0, count);
}

function addFactors(updates: Factors, from: number, count: number): void {
  const at = updates.at(from, from + count);
  countZeros(zeros, 0, count, updates.floats, at);
  multiplyBy(products, count, updates.floats, at);
}
