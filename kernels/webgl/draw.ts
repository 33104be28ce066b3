/**
 * Draws a program with its uniforms and textures into a target. WebGL's state is left as tfjs expects it,
 * even if a draw throws.
 */
import type { Blend } from './combine.js';
import type { CompiledProgram, Context } from './context.js';
import { hasIntegers, type Reach, type ShaderVariant } from './glsl.js';
import { uniformsOf } from './head.js';
import { compiled } from './program.js';
import { type Program, type Reads, readsOf, type Shader } from './shader.js';
import type { Views } from './textures.js';
import { timed } from './timing.js';

export interface Draw extends Program {
  blend?: Blend | null;
  /** Whether to fill the target with zeros first. */
  clears?: boolean;
}

/** The vertices of one triangle that covers the target. */
const COVERING: Record<1 | 2, Shader> = {
  1: {
    functions: [{ glsl: 'attribute vec2 corner;\nvarying vec2 position;\n' }],
    main: '  position = corner * 0.5 + 0.5;\n  gl_Position = vec4(corner, 0, 1);\n',
  },
  2: {
    main: '  gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1);\n',
  },
};

export function draw({ backend, context }: Views, call: Draw): void {
  const { gl, version } = context;
  const {
    name,
    target,
    vertex = COVERING[version],
    count = 1,
    points,
    blend = null,
    clears,
  } = call;
  const reads = readsOf(vertex, call.fragment);
  const variant = { version, reach: reachOf(reads, call) };
  const program = compiled(context, vertex, call, variant);
  backend.gpgpu.setOutputMatrixTexture(target.texture, target.height, target.width);
  gl.useProgram(program.program);
  setUniforms(gl, program, reads, call, variant);
  context.vertexArrays.bindVertexArray(context.vertexArray);
  if (clears) {
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }
  try {
    // Only WebGL 2 has all equations; in WebGL 1, outputs scan their updates.
    if (blend && 'MAX' in gl) {
      gl.enable(gl.BLEND);
      gl.blendEquation(gl[blend.equation]);
      gl.blendFunc(gl[blend.source ?? 'ONE'], gl[blend.destination ?? 'ONE']);
    }
    if (points && context.readsEarly) gl.finish();
    timed(backend, name, () => {
      gl.drawArrays(points ? gl.POINTS : gl.TRIANGLES, 0, points ? count : 3 * count);
    });
  } finally {
    // With blending left on, tfjs' next draw would add to its texture's old contents.
    if (blend) gl.disable(gl.BLEND);
    // tfjs 4.0 draws with the default vertex array.
    context.vertexArrays.bindVertexArray(null);
  }
}

/** Returns the range of a program's numbers, which are the positions of texels, points and triangles. */
function reachOf(reads: Required<Reads>, { textures, target, count = 1 }: Program): Reach {
  const views = reads.textures.map((name) => textures[name]);
  const texels = [...views, target].map(({ width, height }) => width * height);
  const range = Math.max(count, ...texels);
  if (range < 2 ** 21) return 'small';
  // Multiplying by the inverse of a power of two is exact.
  const divisors = [...Object.values(reads.divisors), ...views.map(({ width }) => width)];
  const isExact = divisors.every((divisor) => Number.isInteger(Math.log2(divisor)));
  if (isExact && range <= 2 ** 23) return 'small';
  return range < 2 ** 24 ? 'large' : 'huge';
}

/** The methods that set uniforms, if Num is `float`, and if it is `int`. */
const SETTERS = {
  Num: ['uniform1fv', 'uniform1iv'],
  Num2: ['uniform2fv', 'uniform2iv'],
  float: ['uniform1fv', 'uniform1fv'],
  vec2: ['uniform2fv', 'uniform2fv'],
} as const;

function setUniforms(
  gl: Context['gl'],
  { program, locations }: CompiledProgram,
  reads: Required<Reads>,
  call: Program,
  variant: ShaderVariant,
): void {
  const at = (name: string) => {
    let location = locations.get(name);
    if (location === undefined) {
      location = gl.getUniformLocation(program, name);
      locations.set(name, location);
    }
    return location;
  };
  for (const [name, { type, value }] of uniformsOf(reads, call, variant)) {
    gl[SETTERS[type][Number(hasIntegers(variant))]](at(name), value);
  }
  reads.textures.forEach((name, unit) => {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, call.textures[name].texture);
    gl.uniform1i(at(name), unit);
  });
}
