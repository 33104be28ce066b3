/**
 * The host's loops in their simple form, for calls that other backends leave to the host: these are small,
 * or their tensors are copied to and from other memory anyway.
 */
import type { Numbers } from '../contract/dtypes.js';
import type { Combination } from '../contract/reductions.js';
import { asBits } from './bits.js';
import type { Combine as CombineRun } from './by_four.js';
import type { HostLoops } from './host_loops.js';
import { fillSites, forEachPlaces } from './places.js';
import { partOf } from './walk.js';

type Combine = CombineRun<Numbers>;

const replace: Combine = (out, places, begin, end, updates, from) => {
  for (let i = begin; i < end; i++, from++) out[places[i]] = updates[from];
};

// Storing rounds to float32 and wraps int32.
const add: Combine = (out, places, begin, end, updates, from) => {
  for (let i = begin; i < end; i++, from++) out[places[i]] += updates[from];
};

const sub: Combine = (out, places, begin, end, updates, from) => {
  for (let i = begin; i < end; i++, from++) out[places[i]] -= updates[from];
};

const mul: Combine = (out, places, begin, end, updates, from) => {
  for (let i = begin; i < end; i++, from++) out[places[i]] *= updates[from];
};

// The product of two int32 does not fit into a double's 53 bits.
const mulIntegers: Combine = (out, places, begin, end, updates, from) => {
  for (let i = begin; i < end; i++, from++)
    out[places[i]] = Math.imul(out[places[i]], updates[from]);
};

const max: Combine = (out, places, begin, end, updates, from) => {
  for (let i = begin; i < end; i++, from++)
    out[places[i]] = Math.max(out[places[i]], updates[from]);
};

const min: Combine = (out, places, begin, end, updates, from) => {
  for (let i = begin; i < end; i++, from++)
    out[places[i]] = Math.min(out[places[i]], updates[from]);
};

// Compares truth values, because any byte but 0 is true.
const xor: Combine = (out, places, begin, end, updates, from) => {
  for (let i = begin; i < end; i++, from++)
    out[places[i]] = +((out[places[i]] === 0) !== (updates[from] === 0));
};

const COMBINE: Record<Combination, Combine> = { replace, add, sub, mul, max, min, xor };

export const PLAIN_LOOPS: HostLoops = {
  gather(check, data, indices, out, fill) {
    if (fill !== null) {
      const { first, end } = partOf(check);
      const { sliceSize } = check.geometry;
      out.fill(fill, first * sliceSize, end * sliceSize);
    }
    // Moving bits preserves a NaN's payload.
    const [from, to] = [asBits(data), asBits(out)];
    const consume = (places: Int32Array, begin: number, end: number, first: number) => {
      for (let i = begin; i < end; i++, first++) to[first] = from[places[i]];
    };
    forEachPlaces(check, indices, consume);
  },
  fill: fillSites,
  combine(combination, check, indices, updates, out) {
    const isFloat = out instanceof Float32Array;
    const combine = combination === 'mul' && !isFloat ? mulIntegers : COMBINE[combination];
    const isMove = combination === 'replace';
    const [from, to] = isMove ? [asBits(updates), asBits(out)] : [updates, out];
    forEachPlaces(check, indices, (places, begin, end, first) => {
      combine(to, places, begin, end, from, first);
    });
  },
};
