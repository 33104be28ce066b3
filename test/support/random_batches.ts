/** Batches of examples, made from one example. */
import type { TensorData } from './call.js';
import { int, pick } from './random_values.js';
import type { Draw } from './seed.js';
import { sizeOf } from './values.js';

export const randomBatch = (draw: Draw): number[] => pick(draw, [[1], [2], [3], [0], [2, 2]]);

/** Returns a function that makes an input a batch: each example has the same values, `step` places further on. */
export function repeatedIn(draw: Draw, batch: number[]) {
  const moves = Array.from({ length: sizeOf(batch) }, () => int(draw, 0, 5));
  return ({ shape, values, ...others }: TensorData, step = 1): TensorData => ({
    ...others,
    shape: [...batch, ...shape],
    values: moves.flatMap((move) => {
      const at = values.length > 0 ? (move * step) % values.length : 0;
      return [...values.slice(at), ...values.slice(0, at)];
    }),
  });
}

/** The i-th example of a batch. */
export function exampleOf<T extends TensorData>(batched: T, batch: number[], i: number): T {
  const shape = batched.shape.slice(batch.length);
  const size = sizeOf(shape);
  return { ...batched, shape, values: batched.values.slice(i * size, (i + 1) * size) };
}
