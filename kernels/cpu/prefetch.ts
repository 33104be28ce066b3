/**
 * Reading ahead. A processor fetches only as many values from memory at once as it has instructions
 * in flight. Loops that compute much or read long slices have few of them. A loop that does nothing
 * but read one value of each cache line has many in flight; the loop proper then finds them near.
 */
import type { Bits } from './bits.js';
import type { RunConsumer } from './offsets.js';
import { PREFETCHED_SLICES, PREFETCHES_RUNS_FROM, PREFETCHES_UP_TO } from './strategy.js';
import { readPlaces } from './unrolled_move.js';

/** Values of 32 bits that are surely on one cache line together. */
const LINE = 16;

// Keeps the compiler from removing the reads.
const sink = { read: 0 };

/** Reads at places, of which those of one slice follow each other: one value of each line. */
export function prefetchPlaces(
  values: Bits,
  places: Int32Array,
  begin: number,
  end: number,
  sliceSize: number,
): void {
  if (end - begin < PREFETCHES_RUNS_FROM) return;
  sink.read = readPlaces(values, places, begin, end, Math.min(sliceSize, LINE));
}

/** Lets `consume` have slices of `values` read ahead, where that pays. */
export function withPrefetch(values: Bits, sliceSize: number, consume: RunConsumer): RunConsumer {
  if (sliceSize * values.BYTES_PER_ELEMENT > PREFETCHES_UP_TO) return consume;
  return prefetching(values, sliceSize, consume);
}

/** Lets `consume` have slices of `values` in batches that are read ahead. */
export function prefetching(
  values: Bits,
  sliceSize: number,
  consume: RunConsumer,
  atOnce = PREFETCHED_SLICES,
): RunConsumer {
  return (offsets, begin, end, first) => {
    for (let i = begin; i < end; i += atOnce) {
      const next = Math.min(end, i + atOnce);
      prefetchSlices(values, offsets, i, next, sliceSize);
      consume(offsets, i, next, first + i - begin);
    }
  };
}

/** Reads slices, given by their offsets: one value of each line. */
function prefetchSlices(
  values: Bits,
  offsets: Int32Array,
  begin: number,
  end: number,
  sliceSize: number,
): void {
  let read = 0;
  for (let i = begin; i < end; i++) {
    const offset = offsets[i];
    for (let c = 0; c < sliceSize; c += LINE) read |= values[offset + c];
  }
  sink.read = read;
}
