/**
 * GLSL shared by all programs: numbers, and textures as flat arrays.
 *
 * The same source serves both versions of WebGL. A `Num` holds an integer. It is a `float`, whose arithmetic is fast
 * everywhere, or an `int` in WebGL 2 if floats do not divide exactly. Lengths and strides are uniforms, so a few programs
 * serve all calls: source depends on little more than K and the number of site dimensions.
 */
import type { View } from './textures.js';

/** What the heads of shaders depend on. */
export interface Variant {
  version: 1 | 2;
  hasIntegers: boolean;
  isSoftware: boolean;
}

/** The remainder corrects a quotient that is off by a few. */
const WEBGL1 = `bool isNaN(float x) {
  return !(x > 0.0 || x < 1.0);
}
float divide(float a, float b, float inverse) {
  float q = floor(a * inverse);
  return q + floor((a - q * b + 0.5) * inverse);
}
`;

const WEBGL2 = `#define texture2D texture
bool isNaN(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}
`;

/**
 * For a >= 0, (a + 1/2) / b is at least 1/2b away from any integer. Below this a, rounding 1/b and the product changes it
 * by less.
 */
export const MOST_IN_FLOATS = 2 ** 22;

const FLOATS = `float divide(float a, float b, float inverse) {
  return floor((a + 0.5) * inverse);
}
`;

const INTEGERS = `int divide(int a, int b, float inverse) {
  return a / b;
}
`;

/** Writes the head of every shader. `divide(a, b, 1 / b)` rounds down. */
export function head({ version, hasIntegers }: Variant): string {
  return `${version === 2 ? '#version 300 es\n' : ''}precision highp float;
precision highp int;
precision highp sampler2D;
#define Num ${hasIntegers ? 'int' : 'float'}
${version === 2 ? WEBGL2 + (hasIntegers ? INTEGERS : FLOATS) : WEBGL1}`;
}

/**
 * Writes `outputIndex()`, the place that a fragment computes, and declares its `result`. In WebGL 1,
 * gl_FragCoord has only medium precision.
 */
export function output({ version }: Variant): string {
  const [declared, texel] =
    version === 2
      ? ['out vec4 result;', 'gl_FragCoord.xy - 0.5']
      : [
          'varying vec2 resultUV;\n#define result gl_FragColor',
          'floor(resultUV / vec2(outWidthInverse, outHeightInverse))',
        ];
  return `${declared}
Num outputIndex() {
  vec2 texel = ${texel};
  return Num(texel.y) * outWidth + Num(texel.x);
}
`;
}

/** Declares a texture and `fetch<Name>(i)`, which reads it as a flat array, at the centres of texels. */
export function flatTexture(name: string, { isBool }: View): string {
  return `uniform sampler2D ${name};
float fetch${name[0].toUpperCase()}${name.slice(1)}(Num i) {
  i += ${name}Start;
  Num line = divide(i, ${name}Width, ${name}WidthInverse);
  vec2 texel = vec2(i - line * ${name}Width, line) + 0.5;
  float value = texture2D(${name}, texel * vec2(${name}WidthInverse, ${name}HeightInverse)).r;
  return ${isBool ? 'float(value != 0.0)' : 'value'};
}
`;
}
