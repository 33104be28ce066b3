/**
 * Draws a program with its uniforms and textures into a target. WebGL's state is left as tfjs expects it,
 * even if a draw throws. Programs are compiled once for each context, and found again by their code.
 */
import {
  type CompiledProgram,
  type Context,
  deleteProgram,
  type GL,
  timed,
  type TfjsProgram,
} from './context.js';
import { MOST_IN_FLOATS } from './glsl.js';
import { codeOf, type Program, sourcesOf, uniformsOf } from './shader.js';
import type { Views } from './textures.js';
import type { Target, View } from './views.js';

export function draw(views: Views, call: Program): void {
  const { backend, context } = views;
  const { gpgpu } = backend;
  const { gl } = context;
  const { name, target, vertex, count = 1, blends, clears } = call;
  const hasIntegers = needsIntegers(call);
  const made = compiled(context, call, hasIntegers);
  if (views.compilesOnly) return;
  const places = (made.uniforms ??= complete(views, call, made));
  gpgpu.setOutputMatrixTexture(target.texture, target.height, target.width);
  gpgpu.setProgram(made.program);
  const { numbers, floats } = uniformsOf(call);
  gl[hasIntegers ? 'uniform1iv' : 'uniform1fv'](places.numbers, Object.values(numbers));
  gl.uniform1fv(places.floats, Object.values(floats));
  Object.values(call.inputs).forEach(({ texture }, unit) => {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, texture);
  });
  if (clears) {
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }
  try {
    if (blends) {
      gl.enable(gl.BLEND);
      gl.blendEquation(gl.FUNC_ADD);
      gl.blendFunc(gl.ONE, gl.ONE);
    }
    if (vertex && context.readsEarly) gl.finish();
    timed(backend, name, () => {
      gl.drawArrays(gl.TRIANGLES, 0, 3 * count);
    });
  } finally {
    // With blending left on, tfjs' next draw would add to its texture's old contents.
    if (blends) gl.disable(gl.BLEND);
  }
}

/** Copies a tensor's values to a texture. Only a draw can change where they are, or make bools 0 and 1. */
export function copy(views: Views, data: View, target: Target): void {
  const { backend, context } = views;
  const { texture, width, height, start, isBool } = data;
  const isAlike = width === target.width && height === target.height && start === 0;
  if (!texture || !isAlike || isBool) {
    const value = '  return fetchData(i);\n';
    draw(views, { name: 'CopyProgram', target, inputs: { data }, value });
    return;
  }
  if (views.compilesOnly) return;
  const { gl } = context;
  backend.gpgpu.setOutputMatrixTexture(texture, height, width);
  gl.bindTexture(gl.TEXTURE_2D, target.texture);
  timed(backend, 'CopyProgram', () => {
    gl.copyTexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 0, 0, width, height);
  });
}

/** A program's numbers are the positions of values, texels and triangles. */
function needsIntegers({ inputs, target, count = 1 }: Program): boolean {
  const texels = [target, ...Object.values(inputs)].map(({ width, height }) => width * height);
  return Math.max(count, target.packed?.size ?? 0, ...texels) > MOST_IN_FLOATS;
}

/** Returns a program, and starts to compile it if it is new. */
function compiled(
  { gl, isSoftware, programs }: Context,
  call: Program,
  hasIntegers: boolean,
): CompiledProgram {
  const key = `${hasIntegers} ${codeOf(call)}`;
  const known = programs.get(key);
  if (known) return known;
  const { vertex, fragment } = sourcesOf(call, hasIntegers, isSoftware);
  const shaders = [
    compile(gl, gl.FRAGMENT_SHADER, fragment),
    compile(gl, gl.VERTEX_SHADER, vertex),
  ];
  // Without a vertex array, as the vertex shaders read no attributes.
  const program = gl.createProgram() as TfjsProgram;
  for (const shader of shaders) gl.attachShader(program, shader);
  gl.linkProgram(program);
  const made = { program, shaders, uniforms: null };
  programs.set(key, made);
  return made;
}

/** Waits until a program is compiled, and prepares it for draws. Asking sooner would keep GL from compiling several. */
function complete(
  { backend, context: { gl, programs } }: Views,
  { inputs }: Program,
  made: CompiledProgram,
): NonNullable<CompiledProgram['uniforms']> {
  const { program, shaders } = made;
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    const logs = [
      ...shaders.map((shader) => gl.getShaderInfoLog(shader)),
      gl.getProgramInfoLog(program),
    ];
    for (const [key, known] of programs) if (known === made) programs.delete(key);
    deleteProgram(backend, made);
    const reason = logs.find(Boolean) ?? 'no reason given';
    throw new Error(`A gather or scatter program could not be compiled: ${reason}.`);
  }
  const locationOf = (name: string) => gl.getUniformLocation(program, name);
  gl.useProgram(program);
  Object.keys(inputs).forEach((name, unit) => {
    gl.uniform1i(locationOf(name), unit);
  });
  return { numbers: locationOf('Nums'), floats: locationOf('floats') };
}

function compile(gl: GL, type: number, source: string): WebGLShader {
  const shader = gl.createShader(type);
  if (!shader) throw new Error('The WebGL context cannot create a shader; it may be lost.');
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
}
