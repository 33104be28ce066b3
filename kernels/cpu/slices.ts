/**
 * Copying long slices whole. The fastest way depends on the engine and on the length; see
 * `npm run bench:stages`.
 */
import type { Bits } from './bits.js';
import type { RunConsumer } from './offsets.js';
import { withPrefetch } from './prefetch.js';
import { COPIES_BY_SET_FROM, COPIES_WORDS_FROM, COPIES_WORDS_UP_TO } from './strategy.js';
import { copyWords } from './unrolled_move.js';

/**
 * V8 moves 64 bits from one typed array to another in a register, and so twice as fast as 32. Other
 * engines make a BigInt of them. Doubles are no way around that: an engine may change a NaN's bits.
 */
const HAS_FAST_WORDS = isV8();

/** Returns a copier of slices at offsets of `data` to `out`; null where value by value is faster. */
export function sliceGatherer(data: Bits, out: Bits, sliceSize: number): RunConsumer | null {
  const bytes = sliceSize * data.BYTES_PER_ELEMENT;
  const byWords = copiesWords(bytes) ? gathererByWords(data, out, sliceSize) : null;
  if (!byWords && bytes < COPIES_BY_SET_FROM) return null;
  return withPrefetch(data, sliceSize, byWords ?? gathererBySet(data, out, sliceSize));
}

/** Returns a copier of `updates` to slices at offsets of `out`; null where value by value is faster. */
export function slicePutter(updates: Bits, out: Bits, sliceSize: number): RunConsumer | null {
  const bytes = sliceSize * out.BYTES_PER_ELEMENT;
  const byWords = copiesWords(bytes) ? putterByWords(updates, out, sliceSize) : null;
  if (!byWords && bytes < COPIES_BY_SET_FROM) return null;
  return byWords ?? putterBySet(updates, out, sliceSize);
}

function copiesWords(bytes: number): boolean {
  return HAS_FAST_WORDS && bytes >= COPIES_WORDS_FROM && bytes <= COPIES_WORDS_UP_TO;
}

/** Copies slices in words; null where they do not consist of such. */
export function gathererByWords(data: Bits, out: Bits, sliceSize: number): RunConsumer | null {
  const words = asWords(data, out, sliceSize);
  if (!words) return null;
  const { from, to, count, shift } = words;
  return (offsets, begin, end, first) => {
    for (let i = begin, at = first * count; i < end; i++, at += count) {
      copyWords(from, offsets[i] >> shift, to, at, at + count);
    }
  };
}

/** Copies slices by the arrays' own method. */
export function gathererBySet(data: Bits, out: Bits, sliceSize: number): RunConsumer {
  return (offsets, begin, end, first) => {
    for (let i = begin, at = first * sliceSize; i < end; i++, at += sliceSize) {
      out.set(data.subarray(offsets[i], offsets[i] + sliceSize), at);
    }
  };
}

function putterByWords(updates: Bits, out: Bits, sliceSize: number): RunConsumer | null {
  const words = asWords(updates, out, sliceSize);
  if (!words) return null;
  const { from, to, count, shift } = words;
  return (offsets, begin, end, first) => {
    for (let i = begin, at = first * count; i < end; i++, at += count) {
      const offset = offsets[i] >> shift;
      copyWords(from, at, to, offset, offset + count);
    }
  };
}

function putterBySet(updates: Bits, out: Bits, sliceSize: number): RunConsumer {
  return (offsets, begin, end, first) => {
    for (let i = begin, at = first * sliceSize; i < end; i++, at += sliceSize) {
      out.set(updates.subarray(at, at + sliceSize), offsets[i]);
    }
  };
}

/** Both arrays as words of 64 bits, and a slice's length in them; null where they do not fit. */
function asWords(from: Bits, to: Bits, sliceSize: number) {
  const bytes = sliceSize * from.BYTES_PER_ELEMENT;
  if (bytes % 8 !== 0 || from.byteOffset % 8 !== 0 || to.byteOffset % 8 !== 0) return null;
  const words = ({ buffer, byteOffset, byteLength }: Bits) =>
    new BigInt64Array(buffer, byteOffset, byteLength >> 3);
  return {
    from: words(from),
    to: words(to),
    count: bytes / 8,
    // Offsets of slices are multiples of their length, and so of a word.
    shift: Math.log2(8 / from.BYTES_PER_ELEMENT),
  };
}

/** Only V8 begins an error's stack with its name and message. */
function isV8(): boolean {
  return new Error('V8').stack?.startsWith('Error: V8') ?? false;
}
