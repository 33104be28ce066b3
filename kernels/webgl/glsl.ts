/**
 * GLSL that all programs share: numbers, and textures as flat arrays.
 *
 * One text serves both versions of WebGL. A `Num` holds an integer: it is a `float`, whose arithmetic is
 * fast everywhere, but an `int` where WebGL 2 counts further than floats divide exactly. Lengths and strides are uniforms. Only K and the number of site
 * dimensions change a text, so few programs serve all calls.
 */

/**
 * How far the numbers of a program reach: up to 2^21, where a product with an inverse divides; up to
 * 2^24, which floats hold; or further.
 */
export type Reach = 'small' | 'large' | 'huge';

/** The facts about a call that change a program's text. */
export interface ShaderVariant {
  version: 1 | 2;
  /** K, the length of an index tuple. */
  depth: number;
  /** Whether the outermost dimension of sites adds to the offset, which another one always does. */
  strided: boolean;
  /** The number of site dimensions but the innermost; UNROLLED_DIMENSIONS means as many or more. */
  outer: number;
  /** Whether an index out of bounds is clamped rather than dropped. */
  clamps: boolean;
  /** Whether a negative index counts from the end rather than being out of bounds. */
  wraps: boolean;
  /** How far its numbers reach. */
  reach: Reach;
  /** Whether data is bool. */
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

/** Writes GLSL for a Num, and for `divide(a, b, inverse)`, rounded down; `inverse` is 1 / b. */
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
 * For a from 0 up, (a + 1/2) / b is at least 1/2b away from an integer. Below 2^22 its product with the
 * inverse, which two roundings change, is closer to it than that.
 */
const FLOATS = numbers('float', 'vec', 'return floor((a + 0.5) * inverse);');

/** Larger numbers, up to 2^24: the product is at most 1 off. */
const LARGE_FLOATS = numbers(
  'float',
  'vec',
  `float q = floor(a * inverse);
  float rest = a - q * b;
  return q + (rest < 0.0 ? -1.0 : rest >= b ? 1.0 : 0.0);`,
);

const INTEGERS = numbers('int', 'ivec', 'return a / b;');

/** GLSL for a value of a texture: callers may have written any byte as a bool. */
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

/** Returns whether a Num is an `int`. */
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
 * Writes functions that read the sampler `<name>` as a flat array: `fetch<Name>(i)` its values,
 * `fetch<Name>Texel(i)` its texels. Its layout is its width, its height and the tensor's first texel,
 * and its middle half a texel more than that. Texels are sampled at their centres: where numbers are
 * small, the point lies a quarter of a texel off at most.
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
