/**
 * The variant of a call's programs, and its geometry as the uniforms that the shared GLSL declares.
 */

import type { Plan } from '../contract/plan.js';
import { sizeOf } from '../contract/shapes.js';
import type { Context } from './context.js';
import type { Uniforms } from './draw.js';
import type { Reach, ShaderVariant } from './glsl.js';
import { DRAWS_RECTANGLES_FROM } from './strategy.js';
import type { View } from './textures.js';

/** Returns the variant of programs that index a call's values and the texels of its textures. */
export function variantOf(
  context: Context,
  plan: Plan,
  textures: Record<string, View>,
): ShaderVariant {
  const texels = Object.values(textures).map(({ width, height }) => width * height);
  const { geometry, valuesShape } = plan;
  // Programs that read updates from their sources do not index them.
  const values =
    plan.kind === 'scatter' && plan.gathered && geometry.sliceSize >= DRAWS_RECTANGLES_FROM
      ? geometry.siteCount
      : sizeOf(valuesShape);
  const count = Math.max(values, geometry.dataSize, ...texels);
  const variant = variantUpTo(count, context, plan);
  if (plan.kind !== 'gather' || count > 2 ** 23) return variant;
  // Multiplying by the inverse of a power of two is exact.
  const widths = Object.values(textures).map(({ width }) => width);
  const divisors = [geometry.sliceSize, ...geometry.siteShape, ...widths];
  return divisors.every(isPowerOfTwo) ? { ...variant, reach: 'small' } : variant;
}

function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count));
}

/** Returns the variant of programs whose numbers stay below `count`. */
export function variantUpTo(
  count: number,
  { version }: Context,
  { geometry, attributes, data }: Pick<Plan, 'geometry' | 'attributes' | 'data'>,
): ShaderVariant {
  const { siteShape, siteStrides } = geometry;
  const isStrided = siteShape.length > 1 || siteStrides[0] > 0;
  return {
    version,
    depth: geometry.indexStrides.length,
    dimensions: isStrided ? siteShape.length : 0,
    clamps: attributes.outOfBounds === 'clamp',
    wraps: attributes.wrapNegatives,
    reach: reachOf(count),
    isBool: data.dtype === 'bool',
  };
}

function reachOf(count: number): Reach {
  if (count < 2 ** 21) return 'small';
  return count < 2 ** 24 ? 'large' : 'huge';
}

/** Returns the part of a program's name for its numbers and values. */
export function numbersName({ reach, isBool }: ShaderVariant): string {
  return `${reach === 'small' ? '' : ` ${reach}`}${isBool ? ' bool' : ''}`;
}

export function programName(purpose: string, variant: ShaderVariant): string {
  const { depth, dimensions, clamps, wraps } = variant;
  const indices = `K=${depth} ${dimensions}D${clamps ? ' clamps' : ''}${wraps ? '' : ' from 0'}`;
  return `${purpose} ${indices}${numbersName(variant)}`;
}

/** Returns the uniforms of `tupleOffset` and `offsetOf`, and sliceSize. */
export function geometryUniforms({ geometry }: Plan): Pick<Uniforms, 'numbers'> {
  const { siteShape, siteStrides, indexSizes, indexStrides, sliceSize } = geometry;
  const numbers: Record<string, number> = { sliceSize };
  siteShape.forEach((length, d) => {
    numbers[`siteLength${d}`] = length;
    numbers[`siteStride${d}`] = siteStrides[d];
  });
  indexSizes.forEach((size, k) => {
    numbers[`indexSize${k}`] = size;
    numbers[`indexLast${k}`] = size - 1;
    numbers[`indexStride${k}`] = indexStrides[k];
  });
  return { numbers };
}
