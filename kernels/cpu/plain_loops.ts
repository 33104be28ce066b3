/**
 * The host's loops in their simple form, for calls that other backends leave to the host: these are small,
 * or their tensors are copied to and from other memory anyway.
 */
import type { Numbers } from '../call/dtypes.js';
import type { Combination } from '../call/reductions.js';
import { asBits, type Bits } from './memory.js';
import type { HostLoops } from './host_loops.js';
import { forEachRun } from './offsets.js';
import { fillSites, forEachPlaces, places } from './places.js';
import { BLOCK } from './strategy.js';
import { partOf } from './walk.js';

/** Combines `count` updates with the values at the places in the block. */
export type Combine<Values> = (out: Values, count: number, updates: Values, from: number) => void;

// A constant of this module in CommonJS, too.
const block = places;

const replace: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++) out[block[i]] = updates[from];
};

// Storing rounds to float32 and wraps int32.
const add: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++) out[block[i]] += updates[from];
};

const sub: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++) out[block[i]] -= updates[from];
};

const mul: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++) out[block[i]] *= updates[from];
};

// The product of two int32 does not fit into a double's 53 bits.
const mulIntegers: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++) out[block[i]] = Math.imul(out[block[i]], updates[from]);
};

const max: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++) out[block[i]] = Math.max(out[block[i]], updates[from]);
};

const min: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++) out[block[i]] = Math.min(out[block[i]], updates[from]);
};

// Compares truth values, because any byte but 0 is true.
const xor: Combine<Numbers> = (out, count, updates, from) => {
  for (let i = 0; i < count; i++, from++)
    out[block[i]] = +((out[block[i]] === 0) !== (updates[from] === 0));
};

const COMBINE: Record<Combination, Combine<Numbers>> = { replace, add, sub, mul, max, min, xor };

/** Replaces the places in the block with the values there. */
function gatherPlaces(data: Bits, count: number): void {
  for (let i = 0; i < count; i++) block[i] = data[block[i]];
}

export const PLAIN_LOOPS: HostLoops = {
  gather(sites, data, out, fill) {
    if (fill !== null) {
      const { first, end } = partOf(sites);
      const { sliceSize } = sites.end.geometry;
      out.fill(fill, first * sliceSize, end * sliceSize);
    }
    // Moving bits preserves a NaN's payload.
    const [from, to] = [asBits(data), asBits(out)];
    // In one go: V8 does not check the constant block, and the first use of each page of new memory is slow.
    forEachPlaces(sites, (count, first) => {
      gatherPlaces(from, count);
      to.set(count < BLOCK ? block.subarray(0, count) : block, first);
    });
    return false;
  },
  fillDropped(sites, value, out) {
    const { sliceSize, siteCount } = sites.end.geometry;
    let at = 0;
    const fillUpTo = (site: number) => out.fill(value, at * sliceSize, site * sliceSize);
    forEachRun(sites, (_, begin, end, first) => {
      fillUpTo(first);
      at = first + end - begin;
    });
    fillUpTo(siteCount);
  },
  fill: fillSites,
  combine(combination, sites, updates, out) {
    const isFloat = out instanceof Float32Array;
    const combine = combination === 'mul' && !isFloat ? mulIntegers : COMBINE[combination];
    const isMove = combination === 'replace';
    const [from, to] = isMove ? [asBits(updates), asBits(out)] : [updates, out];
    forEachPlaces(sites, (count, first) => {
      combine(to, count, from, first);
    });
  },
};
