/**
 * What a program declares: everything that its shaders read, and what it draws. head.ts writes the declarations
 * in GLSL, and draw.ts sets the values.
 */
import type { Target, View } from './textures.js';

/** What GLSL reads. Parts of a shader may read the same. */
export interface Reads {
  /** The names of textures, which are read as flat arrays; see glsl.ts. */
  textures?: readonly string[];
  /** Uniforms of type Num. */
  numbers?: Record<string, number>;
  /** The same, to divide by: each comes with its inverse, the float `<name>Inverse`. */
  divisors?: Record<string, number>;
  floats?: Record<string, number>;
}

export interface Functions extends Reads {
  glsl: string;
}

export interface Shader extends Reads {
  functions?: readonly Functions[];
  /** The body of `main`. */
  main: string;
}

export interface Program {
  /** The name in tfjs' profiles. */
  name: `${string}Program`;
  /** By default, it draws a triangle that covers the target, so that each texel has a fragment. */
  vertex?: Shader;
  /** Types and names of what the vertex shader sets for all fragments of a point or triangle. */
  varyings?: readonly `${'Num' | 'float'} ${string}`[];
  /** Sets `result`, the texel of the place `outputIndex()`. */
  fragment: Shader;
  points?: boolean;
  /** How many points or triangles to draw; by default one. */
  count?: number;
  /** The textures that the shaders may name. */
  textures: Record<string, View>;
  target: Target;
}

/** Returns everything that shaders and their functions read. */
export function readsOf(...shaders: Shader[]): Required<Reads> {
  const textures = new Set<string>();
  const [numbers, divisors, floats]: Record<string, number>[] = [{}, {}, {}];
  for (const part of shaders.flatMap((shader) => [...(shader.functions ?? []), shader])) {
    for (const name of part.textures ?? []) textures.add(name);
    Object.assign(numbers, part.numbers);
    Object.assign(divisors, part.divisors);
    Object.assign(floats, part.floats);
  }
  return { textures: [...textures], numbers, divisors, floats };
}
