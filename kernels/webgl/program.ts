/**
 * Compiles the programs of a WebGL context, once each, and caches them by their code.
 */
import { type CompiledProgram, type Context, CORNER, type GL } from './context.js';
import type { ShaderVariant } from './glsl.js';
import { codeOf, sourcesOf } from './head.js';
import type { Program, Shader } from './shader.js';

/** Returns the compiled program. The same code always declares the same, so heads are not part of the key. */
export function compiled(
  context: Context,
  vertex: Shader,
  program: Program,
  variant: ShaderVariant,
): CompiledProgram {
  const bools = Object.values(program.textures).map(({ isBool }) => Number(isBool));
  const key = [variant.reach, ...bools, codeOf(vertex), codeOf(program.fragment)].join(' ');
  const known = context.programs.get(key);
  if (known) return known;
  const sources = sourcesOf(vertex, program, variant);
  const made = { program: link(context.gl, sources), locations: new Map() };
  context.programs.set(key, made);
  return made;
}

function link(gl: GL, { vertex, fragment }: ReturnType<typeof sourcesOf>): WebGLProgram {
  const program = gl.createProgram();
  const shaders = [
    compile(gl, gl.VERTEX_SHADER, vertex),
    compile(gl, gl.FRAGMENT_SHADER, fragment),
  ];
  for (const shader of shaders) gl.attachShader(program, shader);
  gl.bindAttribLocation(program, CORNER, 'corner');
  gl.linkProgram(program);
  for (const shader of shaders) gl.deleteShader(shader);
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
