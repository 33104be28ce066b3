/**
 * GLSL shared by all programs: numbers, uniforms, and textures as flat arrays.
 *
 * The same source serves both versions of WebGL. A `Num` holds an integer. It is a `float`, whose arithmetic
 * is fast everywhere, or an `int` in WebGL 2 if numbers exceed what floats divide exactly. Lengths and
 * strides are uniforms, so a few programs serve all calls: source depends on little more than K and the
 * number of site dimensions.
 */
import type { View } from './textures.js';

/**
 * The range of a program's numbers: below 2^21, multiplying by an inverse divides exactly; below 2^24,
 * floats are exact; or larger.
 */
export type Reach = 'small' | 'large' | 'huge';

/** What heads depend on. */
export interface ShaderVariant {
  version: 1 | 2;
  reach: Reach;
}

const PRECISION = `precision highp float;
precision highp int;
precision highp sampler2D;
`;

const WEBGL2 = `#version 300 es
${PRECISION}bool isNaN(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}
`;

const WEBGL1 = `${PRECISION}#define texture texture2D
bool isNaN(float x) {
  return !(x > 0.0 || x < 1.0);
}
`;

/** Writes GLSL for Num and for `divide(a, b, inverse)`, which rounds down; `inverse` is 1 / b. */
function numbers(num: 'float' | 'int', vector: 'vec' | 'ivec', divide: string): string {
  return `#define Num ${num}
#define Num2 ${vector}2
${num} divide(${num} a, ${num} b, float inverse) {
  ${divide}
}
`;
}

/**
 * For a >= 0, (a + 1/2) / b is at least 1/2b away from any integer. Below 2^22 the product with the inverse,
 * after two roundings, is off by less than that.
 */
const FLOATS = numbers('float', 'vec', 'return floor((a + 0.5) * inverse);');

/** For numbers up to 2^24 the product is off by at most 1. */
const LARGE_FLOATS = numbers(
  'float',
  'vec',
  `float q = floor(a * inverse);
  float rest = a - q * b;
  return q + (rest < 0.0 ? -1.0 : rest >= b ? 1.0 : 0.0);`,
);

const INTEGERS = numbers('int', 'ivec', 'return a / b;');

/** Returns whether Num is `int`. */
export function hasIntegers({ version, reach }: ShaderVariant): boolean {
  return version === 2 && reach === 'huge';
}

/** Writes the head of every shader. */
export function prelude(variant: ShaderVariant): string {
  const floats = variant.reach === 'small' ? FLOATS : LARGE_FLOATS;
  return (variant.version === 2 ? WEBGL2 : WEBGL1) + (hasIntegers(variant) ? INTEGERS : floats);
}

/**
 * Writes `outputIndex()`, the place that a fragment computes, and declares its `result`. In WebGL 1,
 * gl_FragCoord has only medium precision.
 */
export function output({ version }: ShaderVariant): string {
  const [declared, texel] =
    version === 2
      ? ['out vec4 result;', 'gl_FragCoord.xy']
      : ['varying vec2 position;\n#define result gl_FragColor', 'position * outSize'];
  return `${declared}
Num outputIndex() {
  Num2 texel = Num2(floor(${texel}));
  return texel.y * outSize.x + texel.x;
}
`;
}

/**
 * Writes functions that read the sampler `<name>` as a flat array: `fetch<Name>(i)` for values and
 * `fetch<Name>Texel(i)` for texels. Its layout is its width and height, its start the tensor's first texel.
 * Texels are sampled at their centres: with small numbers the point is off by at most a quarter of a texel.
 */
export function flatTexture(name: string, { reach }: ShaderVariant, { isBool }: View): string {
  const fetch = `fetch${name[0].toUpperCase()}${name.slice(1)}`;
  const point =
    reach === 'small'
      ? `float line = (i + 0.5) * ${name}LayoutInverse.x;
  float y = floor(line);
  return vec2(line - y, (y + 0.5) * ${name}LayoutInverse.y);`
      : `Num y = divide(i, ${name}Layout.x, ${name}LayoutInverse.x);
  return (vec2(i - y * ${name}Layout.x, y) + 0.5) * ${name}LayoutInverse;`;
  return `uniform sampler2D ${name};
vec2 ${name}Point(Num i) {
  i += ${name}Start;
  ${point}
}
vec4 ${fetch}Texel(Num i) {
  return texture(${name}, ${name}Point(i));
}
float ${fetch}(Num i) {
  float x = ${fetch}Texel(i).r;
  return ${isBool ? 'float(x != 0.0)' : 'x'};
}
`;
}
