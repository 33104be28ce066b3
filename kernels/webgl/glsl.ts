/**
 * GLSL shared by all programs: numbers, and textures as flat arrays.
 *
 * The same source serves both versions of WebGL. A `Num` holds an integer. It is a `float`, whose arithmetic
 * is fast everywhere, or an `int` in WebGL 2 if numbers exceed what floats divide exactly. Lengths and
 * strides are uniforms, so a few programs serve all calls: source depends on little more than K and the
 * number of site dimensions.
 */

/**
 * The range of a program's numbers: below 2^21, multiplying by an inverse divides exactly; below 2^24,
 * floats are exact; or larger.
 */
export type Reach = 'small' | 'large' | 'huge';

/** The properties of a call that its programs' source depends on. */
export interface ShaderVariant {
  version: 1 | 2;
  /** K, the length of an index tuple. */
  depth: number;
  /** The number of site dimensions; 0 if only the indices determine the offset. */
  dimensions: number;
  /** Whether indices out of bounds are clamped instead of dropped. */
  clamps: boolean;
  /** Whether negative indices count from the end instead of being out of bounds. */
  wraps: boolean;
  reach: Reach;
  isBool: boolean;
}

const WEBGL2 = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
bool isNaN(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}
`;

const WEBGL1 = `
precision highp float;
precision highp int;
precision highp sampler2D;
#define texture texture2D
bool isNaN(float x) {
  return !(x > 0.0 || x < 1.0);
}
`;

/** Writes GLSL for Num and for `divide(a, b, inverse)`, which rounds down; `inverse` is 1 / b. */
function numbers(num: 'float' | 'int', vector: 'vec' | 'ivec', divide: string): string {
  return `
#define Num ${num}
#define Num2 ${vector}2
#define Num3 ${vector}3
#define Num4 ${vector}4
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

/** GLSL for a value from a texture. For bool, callers may have written any byte. */
const VALUE = `
float valueOf(float x) {
  return x;
}
`;

const BOOL_VALUE = `
float valueOf(float x) {
  return x != 0.0 ? 1.0 : 0.0;
}
`;

/** Returns whether Num is `int`. */
export function hasIntegers({ version, reach }: ShaderVariant): boolean {
  return version === 2 && reach === 'huge';
}

/** Writes the head of every shader. */
export function prelude(variant: ShaderVariant): string {
  const floats = variant.reach === 'small' ? FLOATS : LARGE_FLOATS;
  const counts = hasIntegers(variant) ? INTEGERS : floats;
  const value = variant.isBool ? BOOL_VALUE : VALUE;
  return (variant.version === 2 ? WEBGL2 : WEBGL1) + counts + value;
}

/**
 * Writes functions that read the sampler `<name>` as a flat array: `fetch<Name>(i)` for values and
 * `fetch<Name>Texel(i)` for texels. Its layout is its width, its height and the tensor's first texel; its
 * middle is the first texel plus a half. Texels are sampled at their centres: with small numbers the point
 * is off by at most a quarter of a texel.
 */
export function flatTexture(name: string, { reach }: ShaderVariant): string {
  const fetch = `fetch${name[0].toUpperCase()}${name.slice(1)}`;
  const point =
    reach === 'small'
      ? `
  float line = (i + ${name}Middle) * ${name}LayoutInverse.x;
  float y = floor(line);
  return vec2(line - y, (y + 0.5) * ${name}LayoutInverse.y);`
      : `
  i += ${name}Layout.z;
  Num y = divide(i, ${name}Layout.x, ${name}LayoutInverse.x);
  return (vec2(i - y * ${name}Layout.x, y) + 0.5) * ${name}LayoutInverse.xy;`;
  return `
uniform sampler2D ${name};
uniform Num3 ${name}Layout;
uniform vec3 ${name}LayoutInverse;
uniform float ${name}Middle;
vec2 ${name}Point(Num i) {${point}
}
vec4 ${fetch}Texel(Num i) {
  return texture(${name}, ${name}Point(i));
}
float ${fetch}(Num i) {
  return valueOf(${fetch}Texel(i).r);
}
`;
}
