/**
 * The range of numbers in textures. They are floats, which hold integers exactly up to a limit: an index
 * beyond it would silently become another index.
 */
import type { Limits, NumericDtype } from '../contract/dtypes.js';
import { show } from '../contract/messages.js';
import type { Plan } from '../contract/plan.js';
import { sizeOf } from '../contract/shapes.js';
import { type Context, hasHalfFloats } from './context.js';

const IN_FLOAT = 2 ** 24;
const IN_HALF_FLOAT = 2 ** 11;

const FLOAT32 = 2 ** 128 - 2 ** 104;
const FLOAT16 = 65504;

/** Returns the range of a dtype in textures; int32 is stored as floats, too. */
export function limits(dtype: NumericDtype): Limits {
  const exact = exactIntegers();
  if (exact === IN_HALF_FLOAT) return symmetric(FLOAT16, exact);
  if (dtype !== 'int32') return symmetric(FLOAT32, exact);
  // The highest is the largest float below 2^31.
  return { lowest: -(2 ** 31), highest: 2 ** 31 - 2 ** 7, exactIntegers: exact };
}

const symmetric = (highest: number, exactIntegers: number): Limits => ({
  lowest: -highest,
  highest,
  exactIntegers,
});

/** Returns the limit up to which textures hold integers exactly. */
function exactIntegers(): number {
  return hasHalfFloats() ? IN_HALF_FLOAT : IN_FLOAT;
}

/** Throws if indices, or in WebGL 1 places, may exceed the exact integers. */
export function checkPrecision(
  plan: Pick<Plan, 'attributes' | 'geometry' | 'data' | 'valuesShape'>,
  { version }: Context,
): void {
  const { attributes, geometry, data, valuesShape } = plan;
  const { caller } = attributes;
  const limit = exactIntegers();
  const k = geometry.indexSizes.findIndex((size) => size > limit);
  if (k >= 0) {
    throw new Error(
      `${caller}: data has length ${geometry.indexSizes[k]} on axis ${geometry.indexAxes[k]} (shape ` +
        `${show(data.shape)}), expected at most ${limit}: the webgl backend keeps indices in ` +
        `${hasHalfFloats() ? 'half floats' : 'floats'}, which are exact only up to that number.`,
    );
  }
  if (version === 2) return;
  // The shaders of WebGL 1 compute with floats as well.
  const shapes = { 'data has': data.shape, 'the values at the indices have': valuesShape };
  for (const [subject, shape] of Object.entries(shapes)) {
    const size = sizeOf(shape);
    if (size <= IN_FLOAT) continue;
    throw new Error(
      `${caller}: ${subject} ${size} elements (shape ${show(shape)}), expected at most ${IN_FLOAT}, ` +
        'the limit in WebGL 1.',
    );
  }
}
