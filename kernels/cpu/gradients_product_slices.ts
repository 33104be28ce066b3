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
import {
  holdsNonFinite,
  holdsZeroOrNaN,
  keepAlone,
  multiply,
  replaceZeros,
  splitZeros,
  timesOthers,
} from './unrolled_gradients.js';

// Of the places of a slice.
const zeros = new Uint8ClampedArray(BLOCK);
const products = new Float32Array(BLOCK);
const productBits = intsOf(products);
const factors = new Float32Array(BLOCK);
const factorBits = intsOf(factors);

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
  // int32 wraps, and the products of bool are bool.
  const output = scattered.output instanceof Float32Array ? both(scattered.output) : null;
  const [toData, toUpdates] = [ofData, call.toUpdates].map((floats) => floats && both(floats));
  const self = plan.attributes.includeSelf;

  /** Writes the gradient of a slice's factors, the count of `own` from `from` on. */
  const write = (to: Both, own: Factors, from: number, place: number, count: number) => {
    const at = own.at(from, from + count);
    replaceZeros(own.bits, at, at + count, factorBits, 0);
    timesOthers(dy, place, place + count, products, 0, factors, 0, to.floats, from);
    keepAlone(to.bits, from, from + count, own.bits, at, zeros, 0);
  };
  /** Writes the same where no factor is zero: `all` holds the products of all factors of each place. */
  const writeWithoutZeros =
    (all: Float32Array) => (to: Both, own: Factors, from: number, place: number, count: number) => {
      timesOthers(dy, place, place + count, all, place, own.floats, from, to.floats, from);
    };

  forEachSlice(plan, indices, {
    touched(place, count, froms, begin, end) {
      const hasZeros = !output || holdsZeroOrNaN(output.bits, place, place + count);
      if (hasZeros) {
        start(self ? data : null, place, count);
        for (let i = begin; i < end; i++) multiplyBy(updates, froms[i], count);
      }
      const writeOf = hasZeros ? write : writeWithoutZeros(output.floats);
      if (toData) writeOf(toData, data, place, place, count);
      if (!toUpdates) return;
      for (let i = begin; i < end; i++) writeOf(toUpdates, updates, froms[i], place, count);
    },
    untouched(begin, end) {
      if (!toData) return;
      toData.floats.set(dy.subarray(begin, end), begin);
      // The product of no other factor is still divided by an own one, which may give NaN.
      if (!output || !holdsNonFinite(data.bits, begin, end)) return;
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
  if (data) splitZeros(zeros, count, data.bits, data.at(place, place + count), productBits);
  else products.fill(1, 0, count);
}

function multiplyBy(updates: Factors, from: number, count: number): void {
  splitZeros(zeros, count, updates.bits, updates.at(from, from + count), factorBits);
  multiply(products, count, factors);
}
