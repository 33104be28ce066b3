/**
 * Writes shaders: a head that declares what a shader reads, then its functions and `main`.
 *
 * Fragment shaders read uniforms as flat varyings. Software rasterisers check the bounds of every read of a
 * uniform, which takes as long as five additions.
 */
import { flatTexture, hasIntegers, output, prelude, type ShaderVariant } from './glsl.js';
import { type Program, type Reads, readsOf, type Shader } from './shader.js';

/** The number of varying vectors that WebGL 2 guarantees, minus those that programs need themselves. */
const MAX_VECTORS = 14;

interface Uniform {
  type: 'Num' | 'Num2' | 'float' | 'vec2';
  value: number[];
}

type Uniforms = Map<string, Uniform>;

/** Returns uniforms by name: those that are declared, and the layouts of textures. */
export function uniformsOf(
  { textures, numbers, divisors, floats }: Required<Reads>,
  program: Program,
  { reach }: ShaderVariant,
): Uniforms {
  const uniforms = new Map<string, Uniform>();
  const add = (type: Uniform['type'], name: string, ...value: number[]) => {
    uniforms.set(name, { type, value });
  };
  add('Num2', 'outSize', program.target.width, program.target.height);
  for (const name in numbers) add('Num', name, numbers[name]);
  for (const name in floats) add('float', name, floats[name]);
  for (const name in divisors) {
    add('Num', name, divisors[name]);
    add('float', `${name}Inverse`, 1 / divisors[name]);
  }
  for (const name of textures) {
    const { width, height, start } = program.textures[name];
    add('Num', `${name}Start`, start);
    add('vec2', `${name}LayoutInverse`, 1 / width, 1 / height);
    if (reach !== 'small') add('Num2', `${name}Layout`, width, height);
  }
  return uniforms;
}

/** Returns the GLSL of a shader that follows its head. */
export function codeOf({ functions = [], main }: Shader, first = ''): string {
  return `${functions.map(({ glsl }) => glsl).join('')}void main() {\n${first}${main}}\n`;
}

/** Writes both shaders of a program. */
export function sourcesOf(vertex: Shader, program: Program, variant: ShaderVariant) {
  const { fragment, varyings = [], points } = program;
  const uniforms = uniformsOf(readsOf(fragment), program, variant);
  // WebGL 1 has no flat varyings. A point has too few fragments to gain from them.
  const passes = variant.version === 2 && !hasIntegers(variant) && !points;
  const { parts, vectors } = pack(passes ? uniforms : new Map<string, Uniform>());
  const complete = (shader: Shader, way: 'in' | 'out', uniforms: Uniforms, first = '') => {
    const declarations = [...uniforms].map(([name, { type }]) => {
      const part = way === 'in' ? parts.get(name) : undefined;
      return part ? `#define ${name} ${part}\n` : `uniform ${type} ${name};\n`;
    });
    return [
      prelude(variant),
      ...[...vectors, ...varyings].map((varying) => `flat ${way} ${varying};\n`),
      ...declarations,
      way === 'in' ? output(variant) : '',
      ...readsOf(shader).textures.map((name) => flatTexture(name, variant, program.textures[name])),
      codeOf(shader, first),
    ].join('');
  };
  const copies = [...parts].map(([name, part]) => `  ${part} = ${name};\n`).join('');
  const all = uniformsOf(readsOf(vertex, ...(passes ? [fragment] : [])), program, variant);
  return {
    vertex: complete(vertex, 'out', all, copies),
    fragment: complete(fragment, 'in', uniforms),
  };
}

/** Packs uniforms into vectors, pairs first so that none is split. Returns the part of a vector for each. */
function pack(uniforms: Uniforms): { parts: Map<string, string>; vectors: string[] } {
  const lengths = [...uniforms].map(([name, { value }]) => [name, value.length] as const);
  const parts = new Map<string, string>();
  let used = 0;
  for (const [name, length] of lengths.sort(([, a], [, b]) => b - a)) {
    if (used + length > 4 * MAX_VECTORS) break;
    const part = 'xyzw'.slice(used % 4, (used % 4) + length);
    parts.set(name, `constants${Math.floor(used / 4)}.${part}`);
    used += length;
  }
  const vectors = Array.from({ length: Math.ceil(used / 4) }, (_, n) => `vec4 constants${n}`);
  return { parts, vectors };
}
