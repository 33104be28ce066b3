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
  type: 'Num' | 'Num2' | 'Num3' | 'float';
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
    for (const name in part.numbers) add('Num', name, part.numbers[name]);
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

/** Writes the shaders of a program. */
export function sourcesOf(program: Program, variant: Variant) {
  const { functions = [], vertex, varyings = [], fragment, inputs } = program;
  const { textures, uniforms } = readsOf(program);
  const complete = (way: 'in' | 'out', main: string) =>
    [
      head(variant),
      ...varyings.map((varying) => `flat ${way} ${varying};\n`),
      ...[...uniforms].map(([name, { type }]) => `uniform ${type} ${name};\n`),
      ...textures.map((name) => flatTexture(name, inputs[name])),
      ...functions.map(({ glsl }) => glsl),
      way === 'in' ? output(variant) : '',
      `void main() {\n${main}}\n`,
    ].join('');
  return { vertex: vertex && complete('out', vertex), fragment: complete('in', fragment) };
}
