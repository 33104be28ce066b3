/**
 * Writes and compiles the programs of a WebGL context, once each, and caches them by their source.
 */
import { passConstants } from './constants.js';
import type { Context, GL } from './context.js';
import type { Draw } from './draw.js';
import { flatTexture, hasIntegers, output, prelude, reads, type ShaderVariant } from './glsl.js';

export interface ShaderSources {
  vertex: string;
  fragment: string;
}

export interface Program {
  program: WebGLProgram;
  /** The uniform locations found so far; null if the GLSL compiler removed the uniform. */
  locations: Map<string, WebGLUniformLocation | null>;
}

/** The location of the attribute `corner` in WebGL 1. */
export const CORNER = 0;

/** Draws one triangle that covers the output, so that the fragment shader runs for each of its texels. */
const COVERING = {
  1: `attribute vec2 corner;
varying vec2 position;
void main() {
  position = corner * 0.5 + 0.5;
  gl_Position = vec4(corner, 0, 1);
}
`,
  2: `void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1);
}
`,
};

/**
 * Returns the program of two shaders, given without their heads. The heads declare all uniforms, the textures
 * that the shader reads and, in the fragment shader, the output. The same source always gets the same
 * uniforms and textures, so these are not part of the key.
 */
export function programOf(context: Context, variant: ShaderVariant, call: Draw): Program {
  const { vertex = COVERING[variant.version], fragment, points } = call;
  const key = `${variant.reach} ${variant.isBool} ${vertex}${fragment}`;
  const known = context.programs.get(key);
  if (known) return known;
  const head = prelude(variant) + declarations(call);
  const complete = (shader: string) => {
    const names = Object.keys(call.textures).filter((name) => reads(shader, name));
    return head + names.map((name) => flatTexture(name, variant)).join('') + shader;
  };
  const sources = { vertex: complete(vertex), fragment: complete(output(variant) + fragment) };
  // WebGL 1 has no flat varyings. A point has too few fragments to gain from them.
  const isPassed = variant.version === 2 && !hasIntegers(variant) && !points;
  const program = {
    program: link(context.gl, isPassed ? passConstants(sources) : sources),
    locations: new Map(),
  };
  context.programs.set(key, program);
  return program;
}

/** Declares uniforms. Those that hold numbers come with their inverses, to divide by. */
function declarations({ numbers, floats = {}, textures }: Draw): string {
  const withInverse = (name: string, size: '' | 2) =>
    `uniform Num${size} ${name};\nuniform ${size ? 'vec2' : 'float'} ${name}Inverse;\n`;
  return [
    withInverse('outSize', 2),
    ...Object.keys(numbers).map((name) => withInverse(name, '')),
    ...Object.keys(floats).map((name) => `uniform float ${name};\n`),
    ...Object.keys(textures).flatMap((name) => [
      withInverse(`${name}Layout`, 2),
      withInverse(`${name}Start`, ''),
    ]),
  ].join('');
}

function link(gl: GL, { vertex, fragment }: ShaderSources): WebGLProgram {
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
