/** tensorScatter by ONNX's definition, and its gradients. A position outside of a linear axis is dropped. */
import type { CacheUse, TensorData } from './call.js';
import { numbersOf, sizeOf } from './values.js';

/** The place in flat pastCache that each value of flat update is written to; -1 if it is dropped. */
function placesOfUpdate({ inputs, options }: CacheUse): number[] {
  const { pastCache, update, writeIndices } = inputs;
  const { shape } = pastCache;
  const { axis = -2, mode = 'linear' } = options ?? {};
  const along = axis < 0 ? axis + shape.length : axis;
  const starts = writeIndices ? numbersOf(writeIndices) : Array<number>(shape[0]).fill(0);
  return update.values.map((_, flat) => {
    const at = update.shape.map(
      (length, d) => Math.floor(flat / sizeOf(update.shape.slice(d + 1))) % length,
    );
    const sum = starts[at[0]] + at[along];
    const positions = shape[along];
    const position = mode === 'circular' ? ((sum % positions) + positions) % positions : sum;
    if (position < 0 || position >= positions) return -1;
    at[along] = position;
    return at.reduce((place, coordinate, d) => place * shape[d] + coordinate, 0);
  });
}

/** The result with other values in the place of pastCache's and update's. */
export function writeInto<T>(use: CacheUse, past: readonly T[], update: readonly T[]): T[] {
  const result = [...past];
  placesOfUpdate(use).forEach((place, i) => {
    if (place >= 0) result[place] = update[i];
  });
  return result;
}

export function cacheResult(use: CacheUse): TensorData {
  const { pastCache, update } = use.inputs;
  return { ...pastCache, values: writeInto(use, pastCache.values, update.values) };
}

/** The gradients of Σ dy · result. */
export function cacheGradients(
  use: CacheUse,
  dy: TensorData,
): Record<'data' | 'updates', TensorData> {
  const zeros = use.inputs.update.values.map(() => 0);
  const taken = placesOfUpdate(use).map((place) => (place < 0 ? 0 : dy.values[place]));
  return {
    data: { ...dy, values: writeInto(use, dy.values, zeros) },
    updates: { ...dy, shape: use.inputs.update.shape, values: taken },
  };
}
