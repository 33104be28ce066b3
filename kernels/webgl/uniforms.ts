/**
 * The variant of a call's programs, and its geometry as the uniforms that the shared GLSL declares.
 */

import type { Plan } from '../contract/plan.js';
import { sizeOf } from '../contract/shapes.js';
import type { Context } from './context.js';
import type { Uniforms } from './draw.js';
import type { Reach, ShaderVariant } from './glsl.js';
import { DRAWS_RECTANGLES_FROM, UNROLLED_DIMENSIONS } from './strategy.js';
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
  const counts = [values, geometry.dataSize, ...texels];
  return variantUpTo(Math.max(...counts), context, plan);
}

/** Returns the variant of programs whose numbers stay below `count`. */
export function variantUpTo(
  count: number,
  { version }: Context,
  { geometry, attributes, data }: Pick<Plan, 'geometry' | 'attributes' | 'data'>,
): ShaderVariant {
  return {
    version,
    depth: geometry.indexStrides.length,
    outer: Math.min(geometry.siteShape.length - 1, UNROLLED_DIMENSIONS),
    clamps: attributes.outOfBounds === 'clamp',
    wraps: attributes.wrapNegatives,
    reach: reachOf(count),
    isBool: data.dtype === 'bool',
    strided: geometry.siteShape.length > 1 || geometry.siteStrides[0] > 0,
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
  const { depth, outer, strided, clamps, wraps } = variant;
  const indices = `K=${depth} outer=${strided ? outer : 'none'}${clamps ? ' clamps' : ''}${wraps ? '' : ' from 0'}`;
  return `${purpose} ${indices}${numbersName(variant)}`;
}

/**
 * Returns the uniforms of `tupleOffset` and `offsetOf`, and sliceSize. Offsets count units of `unit`
 * values.
 */
export function geometryUniforms({ geometry }: Plan, unit = 1): Omit<Uniforms, 'textures'> {
  const { siteShape, siteStrides, indexSizes, indexStrides, sliceSize } = geometry;
  const outer = siteShape.length - 1;
  const pairs: number[] = [];
  for (let d = outer; d > 0; d--) pairs.push(siteShape[d], siteStrides[d] / unit);
  const numbers = { sliceSize, outermostStride: siteStrides[0] / unit };
  const tuple: Record<string, number> = {};
  indexSizes.forEach((size, k) => {
    tuple[`indexSize${k}`] = size;
    tuple[`indexLast${k}`] = size - 1;
    tuple[`indexStride${k}`] = indexStrides[k] / unit;
  });
  return {
    numbers: { ...numbers, ...tuple },
    counts: { outerDimensions: outer },
    pairs: { dimensions: pairs },
  };
}
