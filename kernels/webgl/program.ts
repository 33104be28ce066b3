/**
 * Programs: what they declare, their GLSL, and how they draw. Both shaders of a program are written with the same
 * declarations. It is compiled once for each context, and found again by its code.
 *
 * A `Num` holds an integer. It is a `float`, whose arithmetic is fast everywhere, or an `int` if floats do not divide
 * exactly. Lengths and strides are uniforms, so a few programs serve all calls: source depends on little more than K and
 * the number of site dimensions.
 */
import {
  type CompiledProgram,
  type Context,
  deleteProgram,
  type GL,
  type Target,
  timed,
  type TfjsProgram,
  type View,
} from './context.js';
import type { Views } from './textures.js';

/** GLSL functions, and the uniforms that they read. Parts of a program may read the same. */
export interface Functions {
  /** Says all that the GLSL depends on: a program that is known is found without writing it. */
  key: string;
  glsl: () => string;
  /** Uniforms of type Num. The names of several end in their positions. */
  numbers?: Record<string, number | readonly number[]>;
  /** Numbers to divide by. Each has a float more, `<name>Inverse`. */
  divisors?: Record<string, number | readonly number[]>;
  floats?: Record<string, number>;
}

export interface Program extends Omit<Functions, 'key' | 'glsl'> {
  /** The name in tfjs' profiles. */
  name: `${string}Program`;
  functions?: readonly Functions[];
  /** The body of `main` that places the vertices. By default, each texel of the target has a fragment. */
  vertex?: string;
  /** Types and names of what the vertex shader sets for all fragments of a triangle. */
  varyings?: readonly `${'Num' | 'float' | 'int'} ${string}`[];
  /** The body of `valueAt(i)`, the value that a fragment computes for a place of the target. */
  value: string;
  /** The names of uniforms that few fragments, or none, read. */
  rarelyRead?: RegExp;
  /** How many triangles to draw. */
  count?: number;
  /** The textures that the shaders may read, as flat arrays; see `flatTexture`. */
  inputs: Record<string, View>;
  target: Target;
  /** The number to fill the target with first, if any. */
  clears?: number | undefined;
  /** Whether to add to the values in the target. */
  blends?: boolean;
}

/** Returns the names and values of the uniforms that a program may read. Parts that read the same one repeat it. */
function uniformsOf(program: Program) {
  const { functions = [], inputs, target } = program;
  const numbers = { names: [] as string[], values: [] as number[] };
  const floats = { names: [] as string[], values: [] as number[] };
  const addFloat = (name: string, value: number) => {
    floats.names.push(name);
    floats.values.push(value);
  };
  const add = (name: string, value: number | readonly number[], divides = false) => {
    if (typeof value !== 'number') {
      for (let n = 0; n < value.length; n++) add(`${name}${n}`, value[n], divides);
      return;
    }
    numbers.names.push(name);
    numbers.values.push(value);
    if (divides) addFloat(`${name}Inverse`, 1 / value);
  };
  const addView = (name: string, { width, height, start, lineBits }: View) => {
    if (lineBits !== undefined) return;
    add(`${name}Start`, start);
    addFloat(`${name}HeightInverse`, 1 / height);
    add(`${name}Width`, width, true);
  };
  for (const name in inputs) addView(name, inputs[name]);
  addView('out', target);
  if (target.packed) {
    const { columns, size } = target.packed;
    add('outColumns', columns);
    add('outSize', size);
    add('outPairs', Math.ceil(columns / 2), true);
  }
  for (const part of [...functions, program]) {
    for (const name in part.numbers) add(name, part.numbers[name]);
    for (const name in part.floats) addFloat(name, part.floats[name]);
    for (const name in part.divisors) add(name, part.divisors[name], true);
  }
  return { numbers, floats };
}

/** Returns what tells programs apart: their textures and GLSL. The same ones always declare the same uniforms. */
function keyOf({ functions = [], vertex = '', value, inputs, target }: Program): string {
  let key = target.packed ? 'packed' : '';
  for (const name in inputs) key += `${name} ${inputs[name].isBool} ${inputs[name].lineBits}\n`;
  for (const part of functions) key += `${part.key}\n`;
  return key + vertex + value;
}

/** One triangle that covers the target. */
const COVERING =
  '  gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1);\n';

/** The most components of varyings: they fit 12 of the 15 vectors that WebGL 2 guarantees. */
const MOST_COPIED = 44;

/**
 * Writes the shaders of a program. Software rasterisers check the bounds of every read of a uniform, so their fragments
 * read flat varyings instead. Each vertex takes time to copy them, so those that are rarely read are not
 * copied. On a GPU, reads of uniforms are faster.
 */
function sourcesOf(program: Program, hasIntegers: boolean, isSoftware: boolean) {
  const { functions = [], vertex = COVERING, varyings = [], value, inputs, target } = program;
  const { numbers, floats } = uniformsOf(program);
  const declare = (type: string, names: string[]) =>
    [...new Set(names)].map((name) => {
      return { type, name, value: `${type}s[${names.indexOf(name)}]` };
    });
  const uniforms = [...declare('Num', numbers.names), ...declare('float', floats.names)];
  const often = uniforms.filter(({ name }) => !program.rarelyRead?.test(name));
  const copied = isSoftware ? often.slice(0, MOST_COPIED) : [];
  const complete = (way: 'in' | 'out', main: string) =>
    [
      head(hasIntegers),
      `uniform Num Nums[${numbers.names.length}];\n`,
      `uniform float floats[${floats.names.length}];\n`,
      ...uniforms.map((uniform) => {
        const { type, name, value } = uniform;
        if (copied.includes(uniform)) return `flat ${way} ${type} ${name};\n`;
        return `#define ${name} ${value}\n`;
      }),
      ...varyings.map((varying) => `flat ${way} ${varying};\n`),
      ...Object.keys(inputs).map((name) => flatTexture(name, inputs[name])),
      ...functions.map(({ glsl }) => glsl()),
      main,
    ].join('');
  const copies = copied.map(({ name, value }) => `  ${name} = ${value};\n`).join('');
  return {
    vertex: complete('out', `void main() {\n${copies}${vertex}}\n`),
    fragment: complete('in', `float valueAt(Num i) {\n${value}}\n${output(target)}`),
  };
}

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
  gl[hasIntegers ? 'uniform1iv' : 'uniform1fv'](places.numbers, numbers.values);
  gl.uniform1fv(places.floats, floats.values);
  let unit = gl.TEXTURE0;
  for (const name in call.inputs) {
    gl.activeTexture(unit++);
    gl.bindTexture(gl.TEXTURE_2D, call.inputs[name].texture);
  }
  // Not clearColor: browsers replace its NaN.
  if (clears !== undefined) gl.clearBufferfv(gl.COLOR, 0, [clears, 0, 0, 0]);
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
  const isLarge = ({ width, height }: View) => width * height > MOST_IN_FLOATS;
  for (const name in inputs) if (isLarge(inputs[name])) return true;
  return isLarge(target) || Math.max(count, target.packed?.size ?? 0) > MOST_IN_FLOATS;
}

/** Returns a program, and starts to compile it if it is new. */
function compiled(
  { gl, isSoftware, programs }: Context,
  call: Program,
  hasIntegers: boolean,
): CompiledProgram {
  const key = `${hasIntegers} ${keyOf(call)}`;
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

/**
 * For a >= 0, (a + 1/2) / b is at least 1/2b away from any integer. Below this a, rounding 1/b and the product changes it
 * by less.
 */
const MOST_IN_FLOATS = 2 ** 22;

/** Writes the head of every shader. `divide(a, b, 1 / b)` rounds down. */
function head(hasIntegers: boolean): string {
  return `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
#define Num ${hasIntegers ? 'int' : 'float'}
bool isNaN(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}
Num divide(Num a, Num b, float inverse) {
  return ${hasIntegers ? 'a / b' : 'floor((a + 0.5) * inverse)'};
}
`;
}

/** Writes the `main` of a fragment shader: `valueAt(i)` computes the value at a place. */
function output({ packed }: Target): string {
  return `out vec4 result;
void main() {
  vec2 texel = gl_FragCoord.xy - 0.5;
  Num i = Num(texel.y) * outWidth + Num(texel.x);
${packed ? FOUR_VALUES : '  result = vec4(valueAt(i), 0, 0, 1);\n'}}
`;
}

/** tfjs expects zeros where a texel has no value. Software rasterisers are slow at a loop over the four. */
const FOUR_VALUES = `  Num rows = divide(i, outPairs, outPairsInverse);
  Num column = Num(2) * (i - rows * outPairs);
  Num first = Num(2) * rows * outColumns + column;
  Num below = first + outColumns;
  bool hasNext = column + Num(1) < outColumns;
  bool hasBelow = below < outSize;
  result = vec4(valueAt(first), 0, 0, 0);
  if (hasNext) result.g = valueAt(first + Num(1));
  if (hasBelow) result.b = valueAt(below);
  if (hasNext && hasBelow) result.a = valueAt(below + Num(1));
`;

/**
 * Declares a texture, the type of its values `<Name>Type`, and `fetch<Name>(i)`, which reads it as a flat array, at the
 * centres of texels. Those of integers can be read at both types of numbers.
 */
function flatTexture(name: string, { isBool, lineBits }: View): string {
  const title = name[0].toUpperCase() + name.slice(1);
  if (lineBits !== undefined) {
    return `uniform highp isampler2D ${name};
#define ${title}Type int
int fetch${title}(int i) {
  return texelFetch(${name}, ivec2(i & ${2 ** lineBits - 1}, i >> ${lineBits}), 0).r;
}
int fetch${title}(float i) {
  return fetch${title}(int(i));
}
`;
  }
  return `uniform sampler2D ${name};
#define ${title}Type float
float fetch${title}(Num i) {
  i += ${name}Start;
  Num line = divide(i, ${name}Width, ${name}WidthInverse);
  vec2 texel = vec2(i - line * ${name}Width, line) + 0.5;
  float value = texture(${name}, texel * vec2(${name}WidthInverse, ${name}HeightInverse)).r;
  return ${isBool ? 'float(value != 0.0)' : 'value'};
}
`;
}
