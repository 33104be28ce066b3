/**
 * Draws a program with its uniforms and textures into a target. WebGL's state is left as tfjs expects it,
 * even if a draw throws. Programs are compiled once for each context, and found again by their code.
 */
import type { Blend } from './combine.js';
import { type CompiledProgram, type Context, type GL, timed, type TfjsProgram } from './context.js';
import { MOST_IN_FLOATS, type Variant } from './glsl.js';
import { codeOf, type Program, sourcesOf, uniformsOf } from './shader.js';
import type { Target, View, Views } from './textures.js';

export interface Draw extends Program {
  blend?: Blend | null;
  /** Whether to fill the target with zeros first. */
  clears?: boolean;
}

export function draw(views: Views, call: Draw): void {
  const { backend, context } = views;
  const { gpgpu } = backend;
  const { gl } = context;
  const { name, target, vertex, count = 1, points, blend = null, clears } = call;
  const variant = variantOf(context, call);
  const made = compiled(views, call, variant);
  gpgpu.setOutputMatrixTexture(target.texture, target.height, target.width);
  gpgpu.setProgram(made.program);
  const { numbers, floats } = uniformsOf(call);
  gl[variant.hasIntegers ? 'uniform1iv' : 'uniform1fv'](made.numbers, Object.values(numbers));
  gl.uniform1fv(made.floats, Object.values(floats));
  Object.values(call.inputs).forEach(({ texture }, unit) => {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, texture);
  });
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
    if (vertex && context.readsEarly) gl.finish();
    timed(backend, name, () => {
      if (points) gl.drawArrays(gl.POINTS, 0, count);
      else if (context.version === 2) gl.drawArrays(gl.TRIANGLES, 0, 3 * count);
      else {
        gpgpu.bindVertexArray?.(made.program.vao);
        gpgpu.executeProgram();
      }
    });
  } finally {
    // With blending left on, tfjs' next draw would add to its texture's old contents.
    if (blend) gl.disable(gl.BLEND);
  }
}

/** Copies a tensor's values to a texture. Only a draw can change where they are, or make bools 0 and 1. */
export function copy(views: Views, data: View, target: Target): void {
  const { backend, context } = views;
  const { texture, width, height, start, isBool } = data;
  const isAlike = width === target.width && height === target.height && start === 0 && !isBool;
  if (!texture || !isAlike) {
    draw(views, {
      name: 'CopyProgram',
      target,
      inputs: { data },
      fragment: '  result = vec4(fetchData(outputIndex()), 0, 0, 1);\n',
    });
    return;
  }
  const { gl } = context;
  backend.gpgpu.setOutputMatrixTexture(texture, height, width);
  gl.bindTexture(gl.TEXTURE_2D, target.texture);
  timed(backend, 'CopyProgram', () => {
    gl.copyTexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 0, 0, width, height);
  });
}

/** A program's numbers are the positions of texels and triangles. WebGL 1 refuses calls that need integers. */
function variantOf(
  { version, isSoftware }: Context,
  { inputs, target, count = 1 }: Program,
): Variant {
  const texels = [target, ...Object.values(inputs)].map(({ width, height }) => width * height);
  const hasIntegers = version === 2 && Math.max(count, ...texels) > MOST_IN_FLOATS;
  return { version, hasIntegers, isSoftware };
}

function compiled(
  { backend, context }: Views,
  program: Program,
  variant: Variant,
): CompiledProgram {
  const { gpgpu } = backend;
  const { gl, programs } = context;
  const key = `${variant.hasIntegers} ${codeOf(program)}`;
  const known = programs.get(key);
  if (known) return known;
  const { vertex, fragment } = sourcesOf(program, variant);
  const shaders = [compile(gl, gl.FRAGMENT_SHADER, fragment)];
  if (vertex) shaders.push(compile(gl, gl.VERTEX_SHADER, vertex));
  const linked = vertex ? link(gl, shaders) : gpgpu.createProgram(shaders[0]);
  if (!vertex) gpgpu.buildVao?.(linked);
  for (const shader of shaders) gl.deleteShader(shader);
  const locationOf = (name: string) => gl.getUniformLocation(linked, name);
  const made = { program: linked, numbers: locationOf('Nums'), floats: locationOf('floats') };
  gl.useProgram(linked);
  Object.keys(program.inputs).forEach((name, unit) => {
    gl.uniform1i(locationOf(name), unit);
  });
  programs.set(key, made);
  return made;
}

function link(gl: GL, shaders: WebGLShader[]): TfjsProgram {
  // Without a vertex array, as the vertex shaders read no attributes.
  const program = gl.createProgram() as TfjsProgram;
  for (const shader of shaders) gl.attachShader(program, shader);
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS)) return program;
  const log = gl.getProgramInfoLog(program);
  gl.deleteProgram(program);
  throw new Error(`A gather or scatter program could not be linked: ${log ?? 'no reason given'}.`);
}

function compile(gl: GL, type: number, source: string): WebGLShader {
  const shader = gl.createShader(type);
  if (!shader) throw new Error('The WebGL context cannot create a shader; it may be lost.');
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  if (gl.getShaderParameter(shader, gl.COMPILE_STATUS)) return shader;
  const log = gl.getShaderInfoLog(shader);
  gl.deleteShader(shader);
  throw new Error(`A gather or scatter shader could not be compiled: ${log ?? 'no reason given'}.`);
}
