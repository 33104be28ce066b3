/**
 * GLSL shared by all programs: numbers, textures as flat arrays, and what a fragment writes.
 *
 * A `Num` holds an integer. It is a `float`, whose arithmetic is fast everywhere, or an `int` if floats do not divide
 * exactly. Lengths and strides are uniforms, so a few programs serve all calls: source depends on little more than K and
 * the number of site dimensions.
 */
import type { Target, View } from './views.js';

/**
 * For a >= 0, (a + 1/2) / b is at least 1/2b away from any integer. Below this a, rounding 1/b and the product changes it
 * by less.
 */
export const MOST_IN_FLOATS = 2 ** 22;

/** Writes the head of every shader. `divide(a, b, 1 / b)` rounds down. */
export function head(hasIntegers: boolean): string {
  return `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
#define Num ${hasIntegers ? 'int' : 'float'}
bool isNaN(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}
Num divide(Num a, Num b, float inverse) {
  return ${hasIntegers ? 'a / b' : 'floor((a + 0.5) * inverse)'};
}
`;
}

/** Writes the `main` of a fragment shader: `valueAt(i)` computes the value at a place. */
export function output({ packed }: Target): string {
  return `out vec4 result;
void main() {
  vec2 texel = gl_FragCoord.xy - 0.5;
  Num i = Num(texel.y) * outWidth + Num(texel.x);
${packed ? FOUR_VALUES : '  result = vec4(valueAt(i), 0, 0, 1);\n'}}
`;
}

/** tfjs expects zeros where a texel has no value. Software rasterisers are slow at a loop over the four. */
const FOUR_VALUES = `  Num rows = divide(i, outPairs, outPairsInverse);
  Num column = Num(2) * (i - rows * outPairs);
  Num first = Num(2) * rows * outColumns + column;
  Num below = first + outColumns;
  bool hasNext = column + Num(1) < outColumns;
  bool hasBelow = below < outSize;
  result = vec4(valueAt(first), 0, 0, 0);
  if (hasNext) result.g = valueAt(first + Num(1));
  if (hasBelow) result.b = valueAt(below);
  if (hasNext && hasBelow) result.a = valueAt(below + Num(1));
`;

/**
 * Declares a texture, the type of its values `<Name>Type`, and `fetch<Name>(i)`, which reads it as a flat array, at the
 * centres of texels. Those of integers can be read at both types of numbers.
 */
export function flatTexture(name: string, { isBool, lineBits }: View): string {
  const title = name[0].toUpperCase() + name.slice(1);
  if (lineBits !== undefined) {
    return `uniform highp isampler2D ${name};
#define ${title}Type int
int fetch${title}(int i) {
  return texelFetch(${name}, ivec2(i & ${2 ** lineBits - 1}, i >> ${lineBits}), 0).r;
}
int fetch${title}(float i) {
  return fetch${title}(int(i));
}
`;
  }
  return `uniform sampler2D ${name};
#define ${title}Type float
float fetch${title}(Num i) {
  i += ${name}Start;
  Num line = divide(i, ${name}Width, ${name}WidthInverse);
  vec2 texel = vec2(i - line * ${name}Width, line) + 0.5;
  float value = texture(${name}, texel * vec2(${name}WidthInverse, ${name}HeightInverse)).r;
  return ${isBool ? 'float(value != 0.0)' : 'value'};
}
`;
}
