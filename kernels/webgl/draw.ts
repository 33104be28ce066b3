/**
 * Draws a program with its uniforms and textures into a target. WebGL's state is left as tfjs expects it,
 * even if a draw throws.
 */
import type { Blend } from './combine.js';
import type { Context, WebGLBackend } from './context.js';
import type { Program } from './program.js';
import type { Target, View } from './textures.js';
import { timed } from './timing.js';

/** The uniforms of a program. In shaders they are `Num` or vectors of `Num` unless noted. */
export interface Uniforms {
  numbers: Record<string, number>;
  /** Arrays of Num2 and Num4. */
  pairs?: Record<string, number[]>;
  fours?: Record<string, number[]>;
  /** Uniforms that are always `int`. */
  counts?: Record<string, number>;
  floats?: Record<string, number>;
  textures: Record<string, View>;
}

interface Draw {
  /** The name in tfjs' profiles. */
  name: `${string}Program`;
  program: Program;
  uniforms: Uniforms;
  target: Target;
  /** The number of vertices; by default 3, a triangle that covers the target. */
  vertices?: number;
  points?: boolean;
  blend?: Blend | null;
  /** Whether to clear the target to zeros first. */
  clear?: boolean;
}

export function draw(backend: WebGLBackend, context: Context, call: Draw): void {
  const { gpgpu } = backend;
  const { gl } = context;
  const { name, program, uniforms, target, vertices = 3, points = false, blend = null } = call;
  gpgpu.setOutputMatrixTexture(target.texture, target.height, target.width);
  gl.useProgram(program.program);
  setUniforms(context, program, {
    ...uniforms,
    pairs: { ...uniforms.pairs, outSize: [target.width, target.height] },
  });
  if (call.clear) {
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }
  context.vertexArrays.bind(context.vertexArray);
  try {
    if (blend) {
      gl.enable(gl.BLEND);
      gl.blendEquation(equationOf(gl, blend));
      gl.blendFunc(gl[blend.source], gl[blend.destination]);
    }
    if (points && context.readsEarly) gl.finish();
    timed(backend, name, () => {
      gl.drawArrays(points ? gl.POINTS : gl.TRIANGLES, 0, vertices);
    });
  } finally {
    // With blending left on, tfjs' next draw would add to its texture's old contents.
    if (blend) gl.disable(gl.BLEND);
    context.vertexArrays.bind(null);
  }
}

function equationOf(gl: Context['gl'], { equation }: Blend): number {
  if (equation !== 'MAX' && equation !== 'MIN') return gl[equation];
  if (!('MAX' in gl)) throw new Error('WebGL 1 does not blend by maximum or minimum.');
  return gl[equation];
}

function setUniforms(context: Context, program: Program, uniforms: Uniforms): void {
  const { gl } = context;
  const at = (name: string) => locate(context, program, name);
  /** Also sets the inverses of values that a program divides by. */
  const set = (size: 1 | 2 | 3 | 4, name: string, values: number[]) => {
    if (values.length === 0) {
      at(name);
      at(`${name}Inverse`);
      return;
    }
    if (program.hasIntegers) gl[`uniform${size}iv`](at(name), values);
    else gl[`uniform${size}fv`](at(name), values);
    const inverse = at(`${name}Inverse`);
    if (inverse)
      gl[`uniform${size}fv`](
        inverse,
        values.map((value) => 1 / value),
      );
  };
  for (const [name, value] of Object.entries(uniforms.numbers)) set(1, name, [value]);
  for (const [name, values] of Object.entries(uniforms.pairs ?? {})) set(2, name, values);
  for (const [name, values] of Object.entries(uniforms.fours ?? {})) set(4, name, values);
  for (const [name, value] of Object.entries(uniforms.counts ?? {})) gl.uniform1i(at(name), value);
  for (const [name, value] of Object.entries(uniforms.floats ?? {})) gl.uniform1f(at(name), value);
  Object.entries(uniforms.textures).forEach(([name, view], unit) => {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, view.texture);
    gl.uniform1i(at(name), unit);
    set(3, `${name}Layout`, [view.width, view.height, view.start]);
    gl.uniform1f(at(`${name}Middle`), view.start + 0.5);
  });
  checkUniforms(context, program);
}

/** Throws at a program's first draw if it reads a uniform that is never set. */
function checkUniforms({ gl }: Context, program: Program): void {
  if (program.isChecked) return;
  const count = Number(gl.getProgramParameter(program.program, gl.ACTIVE_UNIFORMS));
  for (let i = 0; i < count; i++) {
    const name = gl.getActiveUniform(program.program, i)?.name.replace(/\[0\]$/, '') ?? '';
    if (!program.locations.has(name)) {
      throw new Error(`A program reads the uniform ${name}, which is never set.`);
    }
  }
  program.isChecked = true;
}

function locate(
  { gl }: Context,
  { program, locations }: Program,
  name: string,
): WebGLUniformLocation | null {
  let location = locations.get(name);
  if (location === undefined) {
    location = gl.getUniformLocation(program, name);
    locations.set(name, location);
  }
  return location;
}
