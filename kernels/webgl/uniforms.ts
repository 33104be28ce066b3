/**
 * The uniforms of programs, and the variant of the shared GLSL that their numbers need.
 */
import type { DotPlan } from '../contract/fused.js';
import type { IndexGeometry } from '../contract/geometry.js';
import type { Plan } from '../contract/plan.js';
import { sizeOf } from '../contract/shapes.js';
import type { Context } from './context.js';
import type { Reach, ShaderVariant } from './glsl.js';
import { DRAWS_TRIANGLES_FROM } from './strategy.js';
import type { View } from './textures.js';

/** Returns the variant of programs that index a call's values and the texels of some textures. */
export function variantOf(
  { version }: Context,
  plan: Plan | DotPlan,
  views: readonly View[],
): ShaderVariant {
  const { geometry, valuesShape, data } = plan;
  // Programs that read updates from their sources do not index them.
  const readsRows =
    plan.kind === 'dot' ||
    (plan.kind === 'scatter' && plan.gathered && geometry.sliceSize >= DRAWS_TRIANGLES_FROM);
  const values = readsRows ? geometry.siteCount : sizeOf(valuesShape);
  const texels = views.map(({ width, height }) => width * height);
  const count = Math.max(values, geometry.dataSize, ...texels);
  const widths = views.map(({ width }) => width);
  // Multiplying by the inverse of a power of two is exact.
  const isExact =
    plan.kind === 'gather' &&
    count <= 2 ** 23 &&
    [geometry.sliceSize, ...geometry.siteShape, ...widths].every(isPowerOfTwo);
  return { version, reach: isExact ? 'small' : reachOf(count), isBool: data.dtype === 'bool' };
}

function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count));
}

function reachOf(count: number): Reach {
  if (count < 2 ** 21) return 'small';
  return count < 2 ** 24 ? 'large' : 'huge';
}

/** Returns the uniforms of `tupleOffset` and `offsetOf`, and sliceSize. */
export function geometryUniforms({
  siteShape,
  siteStrides,
  indexSizes,
  indexStrides,
  sliceSize,
}: IndexGeometry): Record<string, number> {
  return {
    sliceSize,
    ...numbered('siteLength', siteShape),
    ...numbered('siteStride', siteStrides),
    ...numbered('indexSize', indexSizes),
    ...numbered('indexStride', indexStrides),
  };
}

/** Returns uniforms with names that end in their position. */
export function numbered(name: string, values: readonly number[]): Record<string, number> {
  return Object.fromEntries(values.map((value, n) => [`${name}${n}`, value]));
}
