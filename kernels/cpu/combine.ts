/**
 * The host's ways to combine values: a loop for each combination, by the values of floats or by their
 * bits.
 */
import type { Combination, FloatCombination } from '../contract/reductions.js';
import type { Bits } from './bits.js';
import * as loops from './loops.js';
import type { Combine, CombineSlices } from './loops.js';
import {
  PREFETCHES_EXTREMA_FROM,
  PREFETCHES_FLOAT_SUMS_FROM,
  PREFETCHES_INTEGER_SUMS_FROM,
} from './strategy.js';
import * as unrolled from './unrolled_combine.js';

interface Way<Values> {
  loop: Combine<Values>;
  /** The length of slices from which on their places are read ahead. */
  prefetchesFrom: number;
}

/** By the values of floats. */
interface ByValue extends Way<Float32Array> {
  by: 'value';
  /** The same for long slices, where they are so frequent that it pays. */
  sliceLoop?: CombineSlices;
}

/** By bits: those of floats, or integers as they are. */
export interface ByBits extends Way<Bits> {
  by: 'bits';
  /** True where nothing of what was there is kept: slices can then be copied whole. */
  replaces?: true;
}

// Nothing waits for what is only written, so that reading ahead gains nothing.
const REPLACE: ByBits = {
  by: 'bits',
  loop: unrolled.replace,
  prefetchesFrom: Infinity,
  replaces: true,
};

const ofFloats = (loop: Combine<Float32Array>): ByValue => ({
  by: 'value',
  loop,
  prefetchesFrom: PREFETCHES_FLOAT_SUMS_FROM,
});

const ofIntegers = (loop: Combine<Bits>): ByBits => ({
  by: 'bits',
  loop,
  prefetchesFrom: PREFETCHES_INTEGER_SUMS_FROM,
});

const extremum = (loop: Combine<Bits>): ByBits => ({
  by: 'bits',
  loop,
  prefetchesFrom: PREFETCHES_EXTREMA_FROM,
});

export const COMBINE_FLOATS: Record<FloatCombination, ByValue | ByBits> = {
  replace: REPLACE,
  // Embeddings, messages and all gradients of lookups add slices.
  add: { ...ofFloats(unrolled.addFloats), sliceLoop: unrolled.addFloatSlices },
  sub: ofFloats(unrolled.subFloats),
  mul: ofFloats(unrolled.mulFloats),
  max: extremum(loops.maxFloats),
  min: extremum(loops.minFloats),
};

export const COMBINE_INTEGERS: Record<Combination, ByBits> = {
  replace: REPLACE,
  add: ofIntegers(unrolled.addIntegers),
  sub: ofIntegers(unrolled.subIntegers),
  mul: ofIntegers(unrolled.mulIntegers),
  max: extremum(loops.maxIntegers),
  min: extremum(loops.minIntegers),
  xor: ofIntegers(unrolled.xor),
};
