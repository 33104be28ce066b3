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
  floats?: Record<string, number>;
}

export interface Functions extends Reads {
  glsl: string;
}

export interface Program extends Reads {
  /** The name in tfjs' profiles. */
  name: `${string}Program`;
  functions?: readonly Functions[];
  /** The body of `main` that places the vertices of triangles. By default, each texel of the target has a fragment. */
  vertex?: string;
  /** Types and names of what the vertex shader sets for all fragments of a triangle. */
  varyings?: readonly `${'Num' | 'float'} ${string}`[];
  /** The body of `main` that sets `result`, the texel of the place `outputIndex()`. */
  fragment: string;
  /** How many triangles to draw. */
  count?: number;
  /** The textures that the shaders may name. */
  inputs: Record<string, View>;
  target: Target;
}

interface Uniform {
  /** The name of its type; Num1 is Num. */
  type: `Num${1 | 2 | 3}` | 'float';
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
  const textures = new Set<string>();
  for (const part of [...functions, program]) {
    for (const name in part.numbers) add('Num1', name, part.numbers[name]);
    for (const name in part.floats) add('float', name, part.floats[name]);
    for (const name of part.textures ?? []) {
      const { width, height, start } = inputs[name];
      textures.add(name);
      add('Num3', `${name}Layout`, width, height, start);
    }
  }
  return { textures: [...textures], uniforms };
}

/** Returns the GLSL that tells programs apart. The same code always declares the same. */
export function codeOf({ functions = [], vertex = '', fragment, inputs }: Program): string {
  const bools = Object.values(inputs).map(({ isBool }) => Number(isBool));
  return [...bools, ...functions.map(({ glsl }) => glsl), vertex, fragment].join('\n');
}

/**
 * Writes the shaders of a program. In triangles, fragments read uniforms as flat varyings: software rasterisers check
 * the bounds of every read of a uniform. Varyings that fragments do not read cost nothing.
 */
export function sourcesOf(program: Program, variant: Variant) {
  const { functions = [], vertex, varyings = [], fragment, inputs } = program;
  const { textures, uniforms } = readsOf(program);
  const declare = (write: (name: string, type: string) => string) =>
    [...uniforms].map(([name, { type }]) => write(name, type)).join('');
  const uniform = declare((name, type) => `uniform ${type} ${name};\n`);
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
  if (!vertex) return { fragment: complete('in', uniform, fragment) };
  const out = declare((name, type) => `flat out ${type} ${name}Copy;\n`);
  const copies = declare((name) => `  ${name}Copy = ${name};\n`);
  const copied = declare(
    (name, type) => `flat in ${type} ${name}Copy;\n#define ${name} ${name}Copy\n`,
  );
  return {
    vertex: complete('out', uniform + out, copies + vertex),
    fragment: complete('in', copied, fragment),
  };
}
