/**
 * Passes uniforms to the fragment shader through the vertex shader, as flat varyings. Software rasterisers
 * check the bounds of every read of a uniform, which takes as long as five additions.
 */
import { hasIntegers, type ShaderVariant } from './glsl.js';
import type { ShaderSources } from './program.js';

/** The number of varying vectors that WebGL 2 guarantees, minus those that programs need themselves. */
const MAX_VECTORS = 14;

const DECLARATION = /^uniform (Num|float|Num2|vec2|Num3|vec3) (\w+);.*$/gm;

/** A uniform, and its position in the vectors. */
interface Constant {
  name: string;
  size: number;
  vector: number;
  first: number;
}

/** Makes the vertex shader pass on the float uniforms that the fragment shader reads. */
export function passConstants(variant: ShaderVariant, sources: ShaderSources): ShaderSources {
  // Varyings are not flat in WebGL 1.
  if (variant.version === 1 || hasIntegers(variant)) return sources;
  const { constants, vectors } = place(sources.fragment);
  const names = Array.from({ length: vectors }, (_, i) => `constants${i}`);
  const partOf = ({ vector, first, size }: Constant) =>
    `${names[vector]}.${'xyzw'.slice(first, first + size)}`;
  const isPassed = (name: string) => constants.find((constant) => constant.name === name);
  const fragment = sources.fragment.replace(DECLARATION, (line, _, name: string) => {
    const constant = isPassed(name);
    return constant ? `#define ${name} ${partOf(constant)}` : line;
  });
  const declared = constants
    .filter(({ name }) => !new RegExp(`uniform \\w+ ${name};`).test(sources.vertex))
    .map(({ name, size }) => `uniform ${size === 1 ? 'float' : `vec${size}`} ${name};\n`);
  const declare = (way: string) => names.map((name) => `flat ${way} vec4 ${name};\n`).join('');
  const copies = constants.map((constant) => `  ${partOf(constant)} = ${constant.name};\n`);
  const afterVersion = /^(#version.*\n)/;
  return {
    vertex: sources.vertex.replace(
      'void main() {\n',
      `precision highp float;\n${declared.join('')}${declare('out')}void main() {\n${copies.join('')}`,
    ),
    fragment: fragment.replace(afterVersion, `$1precision highp float;\n${declare('in')}`),
  };
}

/** Packs the uniforms that a shader uses into as few vectors as possible, the longest first. */
function place(shader: string): { constants: Constant[]; vectors: number } {
  const found = [...shader.matchAll(DECLARATION)]
    .map(([, type, name]) => ({ name, size: Number(/\d?$/.exec(type)?.[0]) || 1 }))
    .filter(({ name }) => [...shader.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1)
    .sort((a, b) => b.size - a.size);
  const filled: number[] = [];
  const constants: Constant[] = [];
  for (const { name, size } of found) {
    let vector = filled.findIndex((count) => count + size <= 4);
    if (vector < 0) vector = filled.push(0) - 1;
    if (vector >= MAX_VECTORS) continue;
    constants.push({ name, size, vector, first: filled[vector] });
    filled[vector] += size;
  }
  return { constants, vectors: Math.min(filled.length, MAX_VECTORS) };
}
