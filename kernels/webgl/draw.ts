/**
 * Draws a program with its uniforms and textures into a target. WebGL's state is left as tfjs expects it,
 * even if a draw throws.
 */
import { indexedEndOf, type Plan } from '../call/plan.js';
import { sizeOf } from '../call/shapes.js';
import type { Blend } from './combine.js';
import type { Context } from './context.js';
import { hasIntegers, type Reach, type ShaderVariant } from './glsl.js';
import { type Program, programOf } from './program.js';
import { DRAWS_TRIANGLES_FROM } from './strategy.js';
import type { Target, View, Views } from './textures.js';
import { timed } from './timing.js';

export interface Draw {
  /** The name in tfjs' profiles. */
  name: `${string}Program`;
  /** Uniforms by name, of type Num. Programs may divide by them. A program declares all its uniforms. */
  numbers: Record<string, number>;
  floats?: Record<string, number>;
  textures: Record<string, View>;
  /** The shaders, without their heads. By default, the vertices are a triangle that covers the target. */
  vertex?: string;
  fragment: string;
  target: Target;
  vertices?: number;
  points?: boolean;
  blend?: Blend | null;
  /** Whether to clear the target to zeros first. */
  clear?: boolean;
}

export function draw({ backend, context }: Views, plan: Plan, call: Draw): void {
  const { gl } = context;
  const { name, textures, target, vertices = 3, points = false, blend = null } = call;
  const { texture, width, height } = target;
  const variant = variantOf(context, plan, [...Object.values(textures), target]);
  const program = programOf(context, variant, call);
  backend.gpgpu.setOutputMatrixTexture(texture, height, width);
  gl.useProgram(program.program);
  setUniforms(gl, program, hasIntegers(variant), call);
  if (call.clear) {
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }
  context.vertexArrays.bindVertexArray(context.vertexArray);
  try {
    // Only WebGL 2 has all equations; in WebGL 1, outputs scan their updates.
    if (blend && 'MAX' in gl) {
      gl.enable(gl.BLEND);
      gl.blendEquation(gl[blend.equation]);
      gl.blendFunc(gl[blend.source ?? 'ONE'], gl[blend.destination ?? 'ONE']);
    }
    if (points && context.readsEarly) gl.finish();
    timed(backend, name, () => {
      gl.drawArrays(points ? gl.POINTS : gl.TRIANGLES, 0, vertices);
    });
  } finally {
    // With blending left on, tfjs' next draw would add to its texture's old contents.
    if (blend) gl.disable(gl.BLEND);
    // tfjs 4.0 draws with the default vertex array.
    context.vertexArrays.bindVertexArray(null);
  }
}

/** Returns the variant of programs that index a call's values and the texels of some textures. */
function variantOf({ version }: Context, plan: Plan, views: readonly View[]): ShaderVariant {
  const { geometry, tensor } = indexedEndOf(plan);
  // Programs that read updates from their sources do not index them.
  const readsRows =
    plan.kind === 'dot' ||
    (plan.kind === 'scatter' && plan.source.geometry && geometry.sliceSize >= DRAWS_TRIANGLES_FROM);
  const values = readsRows ? geometry.siteCount : sizeOf(plan.valuesShape);
  const texels = views.map(({ width, height }) => width * height);
  const count = Math.max(values, geometry.dataSize, ...texels);
  const widths = views.map(({ width }) => width);
  // Multiplying by the inverse of a power of two is exact.
  const isExact =
    plan.kind === 'gather' &&
    count <= 2 ** 23 &&
    [geometry.sliceSize, ...geometry.siteShape, ...widths].every((length) =>
      Number.isInteger(Math.log2(length)),
    );
  return { version, reach: isExact ? 'small' : reachOf(count), isBool: tensor.dtype === 'bool' };
}

function reachOf(count: number): Reach {
  if (count < 2 ** 21) return 'small';
  return count < 2 ** 24 ? 'large' : 'huge';
}

function setUniforms(
  gl: Context['gl'],
  { program, locations }: Program,
  hasIntegers: boolean,
  { numbers, floats = {}, textures, target }: Draw,
): void {
  const at = (name: string) => {
    let location = locations.get(name);
    if (location === undefined) {
      location = gl.getUniformLocation(program, name);
      locations.set(name, location);
    }
    return location;
  };
  const set = (size: 1 | 2, name: string, values: number[]) => {
    if (hasIntegers) gl[`uniform${size}iv`](at(name), values);
    else gl[`uniform${size}fv`](at(name), values);
    const inverse = at(`${name}Inverse`);
    const inverses = values.map((value) => 1 / value);
    if (inverse) gl[`uniform${size}fv`](inverse, inverses);
  };
  set(2, 'outSize', [target.width, target.height]);
  for (const [name, value] of Object.entries(numbers)) set(1, name, [value]);
  for (const [name, value] of Object.entries(floats)) gl.uniform1f(at(name), value);
  Object.entries(textures).forEach(([name, { texture, width, height, start }], unit) => {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.uniform1i(at(name), unit);
    set(2, `${name}Layout`, [width, height]);
    set(1, `${name}Start`, [start]);
  });
}
