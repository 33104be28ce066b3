/** Both ways around the thresholds of kernels/cpu/strategy.ts for slices. */
import type { IndexCheck } from '../../kernels/contract/bounds.js';
import { asBits } from '../../kernels/cpu/bits.js';
import { combineAll, sliceCombiner } from '../../kernels/cpu/combine_all.js';
import { gatherPlaces } from '../../kernels/cpu/gather_singles.js';
import { forEachRun } from '../../kernels/cpu/offsets.js';
import type { RunConsumer } from '../../kernels/cpu/offsets.js';
import { forEachPlaces } from '../../kernels/cpu/places.js';
import { prefetching, withPrefetch } from '../../kernels/cpu/prefetch.js';
import { gathererBySet, gathererByWords } from '../../kernels/cpu/slices.js';
import { PREFETCHED_SLICES } from '../../kernels/cpu/strategy.js';
import { addFloats, addFloatSlices } from '../../kernels/cpu/unrolled_combine.js';
import { floats, integers, M, slicesOf } from './inputs.js';
import { around } from './timing.js';
import type { Comparison } from './timing.js';

interface Slices {
  check: IndexCheck;
  indices: Int32Array;
}

const { from: data, to: out } = integers;

/** Bytes to values of 32 bits. */
const valuesIn = (bytes: number) => bytes / 4;

const runs =
  ({ check, indices }: Slices, consume: RunConsumer) =>
  () => {
    forEachRun(check, indices, consume);
  };

const gathersByPlaces =
  ({ check, indices }: Slices) =>
  () => {
    forEachPlaces(check, indices, (places, begin, end, first) => {
      gatherPlaces(data, places, begin, end, out, first);
    });
  };

const gathersBySet = (sliceSize: number, slices: Slices) =>
  runs(slices, withPrefetch(data, sliceSize, gathererBySet(data, out, sliceSize)));

function gathersByWords(sliceSize: number, slices: Slices) {
  const gather = gathererByWords(data, out, sliceSize);
  if (!gather) throw new Error(`slices of ${sliceSize} values are no words`);
  return runs(slices, withPrefetch(data, sliceSize, gather));
}

function addedSlices(): Comparison[] {
  const ahead = asBits(floats.to);
  return around('values in a slice, added', [2, 4, 8, 16], M, (sliceSize) => {
    const slices = slicesOf(sliceSize);
    const combine = sliceCombiner(addFloatSlices, floats.from, floats.to, sliceSize);
    const byPlaces = () => {
      const { check, indices } = slices;
      combineAll(addFloats, check, indices, floats.from, floats.to, ahead);
    };
    return [
      ['by places', byPlaces],
      ['slice by slice', runs(slices, withPrefetch(ahead, sliceSize, combine))],
    ];
  });
}

function copiedSlices(): Comparison[] {
  return [
    ...around('bytes in a slice, in words from', [16, 24, 32, 64], M, (bytes) => {
      const slices = slicesOf(valuesIn(bytes));
      return [
        ['by places', gathersByPlaces(slices)],
        ['in words', gathersByWords(valuesIn(bytes), slices)],
      ];
    }),
    ...around('bytes in a slice, in words up to', [512, 1024, 2048, 4096], M, (bytes) => {
      const slices = slicesOf(valuesIn(bytes));
      return [
        ['in words', gathersByWords(valuesIn(bytes), slices)],
        ['by set', gathersBySet(valuesIn(bytes), slices)],
      ];
    }),
    // Lengths that are no words.
    ...around('bytes in a slice, by set', [100, 148, 196, 260, 388], M, (bytes) => {
      const slices = slicesOf(valuesIn(bytes));
      return [
        ['by places', gathersByPlaces(slices)],
        ['by set', gathersBySet(valuesIn(bytes), slices)],
      ];
    }),
  ];
}

function prefetchedSlices(): Comparison[] {
  const upTo = around('bytes in a slice, read ahead up to', [256, 512, 1024, 2048], M, (bytes) => {
    const slices = slicesOf(valuesIn(bytes));
    const gather = gathererBySet(data, out, valuesIn(bytes));
    return [
      ['read ahead', runs(slices, prefetching(data, valuesIn(bytes), gather))],
      ['not', runs(slices, gather)],
    ];
  });
  const sliceSize = valuesIn(256);
  const slices = slicesOf(sliceSize);
  const gather = gathererBySet(data, out, sliceSize);
  const atOnce = (count: number) => runs(slices, prefetching(data, sliceSize, gather, count));
  const counts = around('slices read ahead at once', [8, 16, 64, 128], M, (count) => [
    ['so many', atOnce(count)],
    [`${PREFETCHED_SLICES}`, atOnce(PREFETCHED_SLICES)],
  ]);
  return [...upTo, ...counts];
}

export function sliceThresholds(): Comparison[] {
  return [...addedSlices(), ...copiedSlices(), ...prefetchedSlices()];
}
