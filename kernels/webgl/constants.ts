/**
 * Passes uniforms to the fragment shader through the vertex shader, as flat varyings. Software rasterisers
 * check the bounds of every read of a uniform, which takes as long as five additions.
 */
import type { ShaderSources } from './program.js';

/** The number of varying vectors that WebGL 2 guarantees, minus those that programs need themselves. */
const MAX_VECTORS = 14;

const DECLARATION = /^uniform (Num|float|Num2|vec2) (\w+);$/gm;

/** Makes the vertex shader pass on the float uniforms that the fragment shader reads. */
export function passConstants({ vertex, fragment }: ShaderSources): ShaderSources {
  const { parts, vectors } = place(fragment);
  const declare = (way: string) =>
    Array.from({ length: vectors }, (_, n) => `flat ${way} vec4 constants${n};\n`).join('');
  const copies = [...parts].map(([name, part]) => `  ${part} = ${name};\n`);
  return {
    vertex: vertex.replace('void main() {\n', `${declare('out')}$&${copies.join('')}`),
    fragment: fragment
      .replace(DECLARATION, (line, _, name: string) => {
        const part = parts.get(name);
        return part ? `#define ${name} ${part}` : line;
      })
      .replace('\n', `$&precision highp float;\n${declare('in')}`),
  };
}

/**
 * Packs the uniforms that a shader uses into as few vectors as possible, the longest first. Returns the part
 * of a vector for each, by name.
 */
function place(shader: string): { parts: Map<string, string>; vectors: number } {
  const found = [...shader.matchAll(DECLARATION)]
    .map(([, type, name]) => ({ name, size: Number(/\d?$/.exec(type)?.[0]) || 1 }))
    .filter(({ name }) => [...shader.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1)
    .sort((a, b) => b.size - a.size);
  const filled: number[] = [];
  const parts = new Map<string, string>();
  for (const { name, size } of found) {
    let vector = filled.findIndex((count) => count + size <= 4);
    if (vector < 0) vector = filled.push(0) - 1;
    if (vector >= MAX_VECTORS) continue;
    const first = filled[vector];
    parts.set(name, `constants${vector}.${'xyzw'.slice(first, first + size)}`);
    filled[vector] += size;
  }
  return { parts, vectors: Math.min(filled.length, MAX_VECTORS) };
}
