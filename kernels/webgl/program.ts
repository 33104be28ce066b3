/**
 * Compiles the programs of a WebGL context, once each, and caches them by name.
 */
import type { Context, GL } from './context.js';
import { hasIntegers, type ShaderVariant } from './glsl.js';

export interface ShaderSources {
  vertex: string;
  fragment: string;
}

export interface Program {
  program: WebGLProgram;
  /** Whether `Num` is `int`. */
  hasIntegers: boolean;
  /** Whether all its uniforms are known to be set. */
  isChecked: boolean;
  /** The uniform locations found so far; null if the GLSL compiler removed the uniform. */
  locations: Map<string, WebGLUniformLocation | null>;
}

/** The location of the attribute `corner` in WebGL 1. */
export const CORNER = 0;

export function programOf(
  context: Context,
  name: string,
  variant: ShaderVariant,
  sources: () => ShaderSources,
): Program {
  const known = context.programs.get(name);
  if (known) return known;
  const { vertex, fragment } = sources();
  const program = {
    program: link(context.gl, vertex, fragment),
    hasIntegers: hasIntegers(variant),
    isChecked: false,
    locations: new Map(),
  };
  context.programs.set(name, program);
  return program;
}

function link(gl: GL, vertex: string, fragment: string): WebGLProgram {
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
