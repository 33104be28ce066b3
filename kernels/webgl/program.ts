/**
 * Compiles the programs of a WebGL context, once each, and caches them by their code.
 */
import type { CompiledProgram, Context, GL, TfjsProgram, WebGLBackend } from './context.js';
import type { Variant } from './glsl.js';
import { codeOf, type Program, sourcesOf } from './shader.js';

/** Returns the compiled program. */
export function compiled(
  { gpgpu }: WebGLBackend,
  { gl, programs }: Context,
  program: Program,
  variant: Variant,
): CompiledProgram {
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
