/**
 * The range of numbers in textures. They are floats, which hold integers exactly up to a limit: an index
 * beyond it would silently become another index.
 */
import { show, wrong } from '../call/errors.js';
import type { Limits, NumericDtype } from '../call/dtypes.js';
import { checkSize } from '../call/inputs.js';
import { indexedEndOf, type Plan } from '../call/plan.js';
import { type Context, hasHalfFloats } from './context.js';

/** The limits up to which textures hold integers exactly. */
const IN_FLOAT = 2 ** 24;
const IN_HALF_FLOAT = 2 ** 11;

/** Returns the range of a dtype in textures; int32 is stored as floats, too. */
export function limits(dtype: NumericDtype): Limits {
  if (hasHalfFloats()) return { lowest: -65504, highest: 65504, exactIntegers: IN_HALF_FLOAT };
  if (dtype === 'int32') {
    // The highest is the largest float below 2^31.
    return { lowest: -(2 ** 31), highest: 2 ** 31 - 2 ** 7, exactIntegers: IN_FLOAT };
  }
  const highest = 2 ** 128 - 2 ** 104;
  return { lowest: -highest, highest, exactIntegers: IN_FLOAT };
}

/** Throws if indices, or in WebGL 1 places, may exceed the exact integers. */
export function checkPrecision(plan: Plan, { version }: Context): void {
  const { geometry, tensor: data } = indexedEndOf(plan);
  const limit = hasHalfFloats() ? IN_HALF_FLOAT : IN_FLOAT;
  const k = geometry.indexSizes.findIndex((size) => size > limit);
  if (k >= 0) {
    const kind = hasHalfFloats() ? 'half floats' : 'floats';
    throw wrong(
      `data has length ${geometry.indexSizes[k]} on axis ${geometry.indexAxes[k]} (shape ${show(data.shape)})`,
      `at most ${limit}: the webgl backend keeps indices in ${kind}, which are exact only up to that number`,
    );
  }
  if (version === 2) return;
  // The shaders of WebGL 1 compute with floats as well.
  const refuse = (size: number) =>
    size <= IN_FLOAT ? null : `at most ${IN_FLOAT}, the limit in WebGL 1`;
  checkSize(data.shape, 'data has', refuse);
  checkSize(plan.valuesShape, 'the values at the indices have', refuse);
}
