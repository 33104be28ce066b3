/**
 * Loops for slices long enough to be moved or added one at a time. A processor fetches memory only for the
 * instructions in flight, and few of those reach the next slices. So these loops prefetch a few slices at a
 * time by reading one value of each cache line; the actual loop then finds them in the cache.
 */
import type { Numbers } from '../call/dtypes.js';
import type { Combination } from '../call/reductions.js';
import { asBits, type Bits } from './memory.js';
import { addRow, copyWords } from './by_four.js';
import { ODD_ROWS_FROM, ROWS_AT_ONCE, ROWS_BY_SET_FROM, ROWS_FROM } from './strategy.js';
import type { EndSites, RunConsumer } from './sites.js';

/**
 * V8 copies 64 bits between typed arrays in a register: that is faster than two copies of 32 bits. Other engines
 * create BigInts, which is much slower; their errors have properties for the line. Doubles are no alternative: an engine
 * may change a NaN's bits.
 */
const HAS_FAST_WORDS = !['line', 'lineNumber'].some((name) => name in new Error());

/** The number of 32-bit values in a cache line of 64 bytes. */
const LINE = 16;

type CopyRow = (at: number, to: number) => void;

/** Returns a function that gathers slices of `data`; null if single values are faster. */
export function rowGatherer({ end }: EndSites, data: Bits, out: Bits): RunConsumer | null {
  const sliceSize = end.geometry.sliceSize | 0;
  const copy = rowCopier(data, out, sliceSize);
  if (!copy) return null;
  return readingAhead(data, sliceSize, (offsets, begin, end, first) => {
    for (let i = begin, to = first * sliceSize; i < end; i++, to += sliceSize) copy(offsets[i], to);
  });
}

/** Does the same for scatters that copy or add slices; null for others. */
export function rowCombiner(
  combination: Combination,
  { end }: EndSites,
  updates: Numbers,
  out: Numbers,
): RunConsumer | null {
  const sliceSize = end.geometry.sliceSize | 0;
  if (sliceSize < ROWS_FROM) return null;
  if (combination === 'replace') {
    const copy = rowCopier(asBits(updates), asBits(out), sliceSize);
    if (!copy) return null;
    return (offsets, begin, end, first) => {
      for (let i = begin, at = first * sliceSize; i < end; i++, at += sliceSize)
        copy(at, offsets[i]);
    };
  }
  if (combination !== 'add') return null;
  if (!(out instanceof Float32Array && updates instanceof Float32Array)) return null;
  return readingAhead(asBits(out), sliceSize, (offsets, begin, end, first) => {
    for (let i = begin, at = first * sliceSize; i < end; i++, at += sliceSize) {
      addRow(out, offsets[i], offsets[i] + sliceSize, updates, at, 1);
    }
  });
}

function rowCopier(from: Bits, to: Bits, sliceSize: number): CopyRow | null {
  if (sliceSize < ROWS_FROM) return null;
  const words = sliceSize < ROWS_BY_SET_FROM ? copierByWords(from, to, sliceSize) : null;
  if (words || sliceSize < ODD_ROWS_FROM) return words;
  // `set` is slow to start.
  return (at, begin) => {
    to.set(from.subarray(at, at + sliceSize), begin);
  };
}

/** Copies 64-bit words; null if slices do not consist of whole words, and in engines other than V8. */
function copierByWords(from: Bits, to: Bits, sliceSize: number): CopyRow | null {
  const bytes = sliceSize * from.BYTES_PER_ELEMENT;
  const isWhole = [bytes, from.byteOffset, to.byteOffset].every((length) => length % 8 === 0);
  if (!HAS_FAST_WORDS || !isWhole) return null;
  const [words, out] = [from, to].map(
    ({ buffer, byteOffset, byteLength }) => new BigInt64Array(buffer, byteOffset, byteLength >> 3),
  );
  const count = bytes / 8;
  // Slices begin at multiples of their length, and so at whole words.
  const shift = Math.log2(8 / from.BYTES_PER_ELEMENT);
  return (at, begin) => {
    copyWords(words, at >> shift, out, begin >> shift, (begin >> shift) + count);
  };
}

/** Passes slices to `consume` in batches, after prefetching them. */
function readingAhead(values: Bits, sliceSize: number, consume: RunConsumer): RunConsumer {
  return (offsets, begin, end, first) => {
    for (let i = begin; i < end; i += ROWS_AT_ONCE) {
      const next = Math.min(end, i + ROWS_AT_ONCE);
      readAhead(values, offsets, i, next, sliceSize);
      consume(offsets, i, next, first + i - begin);
    }
  };
}

// Keeps the compiler from eliminating the reads.
const sink = { read: 0 };

/** Reads one value of each cache line of some slices; dropped ones have negative offsets. */
export function readAhead(
  values: Bits,
  offsets: Int32Array,
  begin: number,
  end: number,
  sliceSize: number,
): void {
  // The processor prefetches longer slices by itself.
  if (sliceSize < ROWS_FROM || sliceSize >= ROWS_BY_SET_FROM) return;
  let read = 0;
  for (let i = begin; i < end; i++) {
    const offset = Math.max(offsets[i], 0);
    for (let c = 0; c < sliceSize; c += LINE) read |= values[offset + c];
    // Slices seldom begin with a cache line.
    read |= values[offset + sliceSize - 1];
  }
  sink.read = read;
}
