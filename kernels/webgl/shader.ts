/**
 * What a program declares: everything that its shaders read, and what it draws. Both shaders are written here, with
 * the same declarations.
 */
import { flatTexture, head, output } from './glsl.js';
import type { Target, View } from './views.js';

/** GLSL functions, and the uniforms that they read. Parts of a program may read the same. */
export interface Functions {
  glsl: string;
  /** Uniforms of type Num. */
  numbers?: Record<string, number>;
  /** Numbers to divide by. Each has a float more, `<name>Inverse`. */
  divisors?: Record<string, number>;
  floats?: Record<string, number>;
}

export interface Program extends Omit<Functions, 'glsl'> {
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
  /** The textures that the shaders may read, as flat arrays; see glsl.ts. */
  inputs: Record<string, View>;
  target: Target;
  /** Whether to fill the target with zeros first. */
  clears?: boolean;
  /** Whether to add to the values in the target. */
  blends?: boolean;
}

/** Returns the uniforms that a program may read, by name. */
export function uniformsOf({ functions = [], inputs, target, ...main }: Program) {
  const numbers: Record<string, number> = {};
  const floats: Record<string, number> = {};
  const addDivisor = (name: string, value: number) => {
    numbers[name] = value;
    floats[`${name}Inverse`] = 1 / value;
  };
  for (const [name, view] of Object.entries({ ...inputs, out: target })) {
    const { width, height, start, lineBits } = view;
    if (lineBits !== undefined) continue;
    numbers[`${name}Start`] = start;
    floats[`${name}HeightInverse`] = 1 / height;
    addDivisor(`${name}Width`, width);
  }
  if (target.packed) {
    const { columns, size } = target.packed;
    Object.assign(numbers, { outColumns: columns, outSize: size });
    addDivisor('outPairs', Math.ceil(columns / 2));
  }
  for (const part of [...functions, main]) {
    Object.assign(numbers, part.numbers);
    Object.assign(floats, part.floats);
    for (const name in part.divisors) addDivisor(name, part.divisors[name]);
  }
  return { numbers, floats };
}

/** Returns what tells programs apart: their textures and GLSL. The same ones always declare the same uniforms. */
export function codeOf({ functions = [], vertex = '', value, inputs, target }: Program): string {
  const textures = Object.entries(inputs).map(
    ([name, { isBool, lineBits }]) => `${name} ${isBool} ${lineBits}`,
  );
  const functionsOf = functions.map(({ glsl }) => glsl);
  return [Boolean(target.packed), ...textures, ...functionsOf, vertex, value].join('\n');
}

/** One triangle that covers the target. */
const COVERING =
  '  gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1);\n';

/** At most so many components of varyings, which fit 12 of the 15 vectors that WebGL 2 guarantees. */
const MOST_COPIED = 44;

/**
 * Writes the shaders of a program. Software rasterisers check the bounds of every read of a uniform, so their fragments
 * read flat varyings instead. Each vertex takes time to copy them, so those that are rarely read are not
 * copied. On a GPU, reads of uniforms are faster.
 */
export function sourcesOf(program: Program, hasIntegers: boolean, isSoftware: boolean) {
  const { functions = [], vertex = COVERING, varyings = [], value, inputs, target } = program;
  const { numbers, floats } = uniformsOf(program);
  const uniforms = Object.entries({ Num: numbers, float: floats }).flatMap(([type, values]) =>
    Object.keys(values).map((name, k) => ({ type, name, value: `${type}s[${k}]` })),
  );
  const often = uniforms.filter(({ name }) => !program.rarelyRead?.test(name));
  const copied = isSoftware ? often.slice(0, MOST_COPIED) : [];
  const complete = (way: 'in' | 'out', main: string) =>
    [
      head(hasIntegers),
      `uniform Num Nums[${Object.keys(numbers).length}];\n`,
      `uniform float floats[${Object.keys(floats).length}];\n`,
      ...uniforms.map((uniform) => {
        const { type, name, value } = uniform;
        if (copied.includes(uniform)) return `flat ${way} ${type} ${name};\n`;
        return `#define ${name} ${value}\n`;
      }),
      ...varyings.map((varying) => `flat ${way} ${varying};\n`),
      ...Object.keys(inputs).map((name) => flatTexture(name, inputs[name])),
      ...functions.map(({ glsl }) => glsl),
      main,
    ].join('');
  const copies = copied.map(({ name, value }) => `  ${name} = ${value};\n`).join('');
  return {
    vertex: complete('out', `void main() {\n${copies}${vertex}}\n`),
    fragment: complete('in', `float valueAt(Num i) {\n${value}}\n${output(target)}`),
  };
}
