/** Random numbers, words and shapes, small enough that ties and duplicates are common. */
import fc from 'fast-check';
import type { DType, JsonNumber, TensorData, Value } from './call.js';
import { IN_MEMORY, type Precision } from './precision.js';
import type { Draw } from './seed.js';
import { encodeNumber, sizeOf } from './values.js';

export function int(draw: Draw, min: number, max: number): number {
  return draw(fc.integer, { min, max });
}

export function chance(draw: Draw, outOf: number): boolean {
  return int(draw, 1, outOf) === outOf;
}

export function pick<T>(draw: Draw, items: readonly T[]): T {
  return items[int(draw, 0, items.length - 1)];
}

/** Up to about 64 places; sometimes an axis of length 0. */
export function randomShape(draw: Draw, maxRank: number, allowEmpty: boolean): number[] {
  const rank = int(draw, 1, maxRank);
  const longest = rank <= 2 ? 5 : rank === 3 ? 3 : 2;
  return Array.from({ length: rank }, () =>
    allowEmpty && chance(draw, 20) ? 0 : int(draw, 1, longest),
  );
}

const words = ['', 'a', 'b', 'é', '日本', '👍'];
const eighths = fc.integer({ min: -32, max: 32 }).map((n) => encodeNumber(n / 8));
const few = fc.integer({ min: -1, max: 2 });
const anyFloat = fc.float().map(encodeNumber);

function floats({ significand }: Precision): fc.Arbitrary<JsonNumber>[] {
  return significand < 24 ? [few, eighths] : [few, eighths, anyFloat];
}

/** Integers over the whole exact range, or small enough that sums stay exact. */
function integers({ exactIntegers }: Precision): fc.Arbitrary<Value> {
  const max = exactIntegers === 2 ** 31 ? 2 ** 31 - 1 : exactIntegers / 64;
  return fc.integer({ min: -max - 1, max });
}

function valueOf(draw: Draw, dtype: DType, precision: Precision): fc.Arbitrary<Value> {
  switch (dtype) {
    case 'float32':
      return pick(draw, floats(precision));
    case 'int32':
      return pick(draw, [few, integers(precision)]);
    case 'bool':
      return fc.boolean();
    case 'string':
      return fc.constantFrom(...words);
    case 'complex64': {
      const part = pick(draw, floats(precision));
      return fc.tuple(part, part);
    }
  }
}

/** Of more values, the first ones are drawn, and repeat. */
const MOST_DRAWN = 997;

/** A tensor of values that are drawn from one distribution. */
export function tensorOf(
  draw: Draw,
  dtype: DType,
  shape: number[],
  value: fc.Arbitrary<Value>,
): TensorData {
  const size = sizeOf(shape);
  const count = Math.min(size, MOST_DRAWN);
  const drawn = draw(() => fc.array(value, { minLength: count, maxLength: count }));
  return { dtype, shape, values: Array.from({ length: size }, (_, i) => drawn[i % count]) };
}

export const randomTensor = (draw: Draw, dtype: DType, shape: number[], precision = IN_MEMORY) =>
  tensorOf(draw, dtype, shape, valueOf(draw, dtype, precision));

/** Eighths and zeros, none close to zero: exact in float32, and well-conditioned. */
const factors = fc.constantFrom(-1.5, -1, -0.625, 0, 0, 0.5, 0.75, 1, 1.25, 2);

export const randomFactors = (draw: Draw, shape: number[]) =>
  tensorOf(draw, 'float32', shape, factors);

/** Draws the items in any order. */
export const shuffled = <T>(draw: Draw, items: T[]): T[] =>
  draw(() => fc.shuffledSubarray(items, { minLength: items.length }));

/** Numbers around 0, no two of which are closer than 1/8. */
export const distinctNumbers = (draw: Draw, count: number): number[] =>
  shuffled(
    draw,
    Array.from({ length: count }, (_, i) => (i - (count >> 1)) / 8),
  );
