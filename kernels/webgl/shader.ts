/**
 * What a program declares: everything that its shaders read, and what it draws. Both shaders are written here, with
 * the same declarations.
 */
import { flatTexture, head, output, type Variant } from './glsl.js';
import type { Target, View } from './textures.js';

/** What GLSL reads. Parts of a program may read the same. */
export interface Reads {
  /** The names of textures, which are read as flat arrays; see glsl.ts. */
  textures?: readonly string[];
  /** Uniforms of type Num. */
  numbers?: Record<string, number>;
  /** Numbers to divide by. Each has a uniform more, `<name>Inverse`. */
  divisors?: Record<string, number>;
  floats?: Record<string, number>;
}

export interface Functions extends Reads {
  glsl: string;
}

export interface Program extends Reads {
  /** The name in tfjs' profiles. */
  name: `${string}Program`;
  functions?: readonly Functions[];
  /** The body of `main` that places the vertices. By default, each texel of the target has a fragment. */
  vertex?: string;
  /** Types and names of what the vertex shader sets for all fragments of a triangle or point. */
  varyings?: readonly `${'Num' | 'float'} ${string}`[];
  /** The body of `main` that sets `result`, the texel of the place `outputIndex()`. */
  fragment: string;
  /** Whether to draw points; they have too few fragments to gain from copies of uniforms. */
  points?: boolean;
  /** How many triangles or points to draw. */
  count?: number;
  /** The textures that the shaders may name. */
  inputs: Record<string, View>;
  target: Target;
}

interface Uniform {
  /** The name of its type; Num1 is Num. */
  type: `Num${1 | 2}` | 'float' | 'vec2';
  value: number[];
}

/** Returns the textures and the uniforms that a program reads, by name. */
export function readsOf(program: Program) {
  const { functions = [], inputs, target } = program;
  const uniforms = new Map<string, Uniform>();
  const add = (type: Uniform['type'], name: string, ...value: number[]) => {
    uniforms.set(name, { type, value });
  };
  add('Num2', 'outSize', target.width, target.height);
  add('vec2', 'outScale', 1 / target.width, 1 / target.height);
  const textures = new Set<string>();
  for (const part of [...functions, program]) {
    for (const name in part.numbers) add('Num1', name, part.numbers[name]);
    for (const name in part.divisors) {
      add('Num1', name, part.divisors[name]);
      add('float', `${name}Inverse`, 1 / part.divisors[name]);
    }
    for (const name in part.floats) add('float', name, part.floats[name]);
    for (const name of part.textures ?? []) {
      const { width, height, start } = inputs[name];
      textures.add(name);
      add('Num2', `${name}Layout`, width, start);
      add('vec2', `${name}Scale`, 1 / width, 1 / height);
    }
  }
  return { textures: [...textures], uniforms };
}

/** Returns the GLSL that tells programs apart. The same code always declares the same. */
export function codeOf({ functions = [], vertex = '', fragment, inputs }: Program): string {
  const bools = Object.values(inputs).map(({ isBool }) => Number(isBool));
  return [...bools, ...functions.map(({ glsl }) => glsl), vertex, fragment].join('\n');
}

/** One triangle that covers the target. */
const COVERING =
  '  gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1);\n';

/** At most so many components of varyings, which fit 12 of the 15 vectors that WebGL 2 guarantees. */
const MOST_COPIED = 44;

/**
 * Writes the shaders of a program; in WebGL 1, tfjs' vertex shader serves. Elsewhere fragments read uniforms as flat
 * varyings: software rasterisers check the bounds of every read of a uniform. Varyings that fragments do not read
 * cost nothing.
 */
export function sourcesOf(program: Program, variant: Variant) {
  const { functions = [], vertex = COVERING, varyings = [], fragment, inputs } = program;
  const { textures, uniforms } = readsOf(program);
  const uniform = ([name, { type }]: [string, Uniform]) => `uniform ${type} ${name};\n`;
  const complete = (way: 'in' | 'out', declared: string, main: string) =>
    [
      head(variant),
      ...varyings.map((varying) => `flat ${way} ${varying};\n`),
      declared,
      ...textures.map((name) => flatTexture(name, inputs[name])),
      ...functions.map(({ glsl }) => glsl),
      way === 'in' ? output(variant) : '',
      `void main() {\n${main}}\n`,
    ].join('');
  const all = [...uniforms].map(uniform).join('');
  if (variant.version === 1) return { fragment: complete('in', all, fragment) };
  let [out, copies, declared] = ['', '', ''];
  let room = program.points ? 0 : MOST_COPIED;
  for (const entry of uniforms) {
    const [name, { type, value }] = entry;
    room -= value.length;
    out += room < 0 ? '' : `flat out ${type} ${name}Copy;\n`;
    copies += room < 0 ? '' : `  ${name}Copy = ${name};\n`;
    declared +=
      room < 0 ? uniform(entry) : `flat in ${type} ${name}Copy;\n#define ${name} ${name}Copy\n`;
  }
  return {
    vertex: complete('out', all + out, copies + vertex),
    fragment: complete('in', declared, fragment),
  };
}
