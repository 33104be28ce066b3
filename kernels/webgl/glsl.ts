/**
 * GLSL that all programs share: numbers, textures as flat arrays, and the geometry of indices.
 *
 * One text serves both versions of WebGL. A `Num` is an integer: `int` in WebGL 2; in WebGL 1, whose
 * integers are floats, `float`. Nothing depends on shapes but the depth K of the indices, so that
 * programs are few: lengths and strides are uniforms.
 */

/** What a program's text depends on besides its purpose. */
export interface Dialect {
  version: 1 | 2;
  /** K, the length of an index tuple. */
  depth: number;
  /** How many dimensions of the sites are outside the innermost; LOOP stands for that many or more. */
  outer: number;
  /** Whether an index out of bounds is clamped rather than dropped. */
  clamps: boolean;
  /** Whether a negative index counts from the end rather than being out of bounds. */
  wraps: boolean;
  /** Whether numbers of sites reach 2^22, where dividing by way of floats is off by more than one. */
  large: boolean;
}

/** More dimensions than sites can have: each is 2 or longer, and no texture holds over 2^28 values. */
export const MAX_DIMENSIONS = 28;

const WEBGL2 = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
#define Num int
#define Num2 ivec2
#define Num3 ivec3
#define Num4 ivec4
bool isNaN(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}
`;

const WEBGL1 = `
precision highp float;
precision highp int;
precision highp sampler2D;
#define Num float
#define Num2 vec2
#define Num3 vec3
#define Num4 vec4
bool isNaN(float x) {
  return !(x > 0.0 || x < 1.0);
}
`;

// A quotient by way of floats may be off by one; its remainder tells, exactly.
const DIVIDE = `
Num divide(Num a, Num b) {
  Num q = Num(floor(float(a) / float(b)));
  Num r = a - q * b;
  return r < Num(0) ? q - Num(1) : r >= b ? q + Num(1) : q;
}
`;

const DIVIDE_LARGE_2 = `
int divide(int a, int b) {
  return a / b;
}
`;

const DIVIDE_LARGE_1 = `
float divide(float a, float b) {
  float q = floor(a / b);
  for (int i = 0; i < 2; i++) {
    float r = a - q * b;
    q += r < 0.0 ? -1.0 : r >= b ? 1.0 : 0.0;
  }
  return q;
}
`;

/** The head of every shader. */
export function prelude({ version, large }: Dialect): string {
  if (version === 2) return WEBGL2 + (large ? DIVIDE_LARGE_2 : DIVIDE);
  return WEBGL1 + (large ? DIVIDE_LARGE_1 : DIVIDE);
}

/** A texture as a flat array: the function `fetch<Name>(i)` for the sampler `<name>`. */
export function flatTexture(name: string, { version }: Dialect): string {
  const fetch = `fetch${name[0].toUpperCase()}${name.slice(1)}`;
  const read =
    version === 2
      ? `texelFetch(${name}, ivec2(i - y * at.x, y), 0)`
      : `texture2D(${name}, (vec2(i - y * at.x, y) + 0.5) / at.xy)`;
  return `
uniform sampler2D ${name};
uniform Num3 ${name}Layout; // width, height, and where the tensor starts
vec4 ${fetch}Texel(Num i) {
  Num3 at = ${name}Layout;
  i += at.z;
  Num y = divide(i, at.x);
  return ${read};
}
float ${fetch}(Num i) {
  return ${fetch}Texel(i).r;
}
`;
}

/** `tupleOffset(site)` and `offsetOf(site)`: where the geometry says, or -1 for a dropped site. */
export function offsets(dialect: Dialect): string {
  const { depth, outer } = dialect;
  return `${flatTexture('indices', dialect)}
uniform Num indexSizes[${Math.max(depth, 1)}];
uniform Num indexStrides[${Math.max(depth, 1)}];
Num tupleOffset(Num site) {
  Num offset = Num(0);
  Num size;
  float index;
  bool inside = true;
${repeat(depth, (k) => placeOf(k, dialect))}
  return inside ? offset : Num(-1);
}

uniform int outerDimensions;
uniform Num2 dimensions[${MAX_DIMENSIONS}]; // length and stride, the innermost first
uniform Num outermostStride;
Num offsetOf(Num site) {
  Num offset = tupleOffset(site);
  Num rest = site;
  Num quotient;
  Num fixedOffset = Num(0);
${outer < LOOP ? repeat(outer, (d) => outerStep(String(d))) : OUTER_LOOP}
  return offset < Num(0) ? offset : offset + fixedOffset + rest * outermostStride;
}
`;
}

/** Dimensions of sites are unrolled up to here: software and old GPUs are slow at short loops. */
export const LOOP = 3;

const OUTER_LOOP = `
  for (int d = 0; d < ${MAX_DIMENSIONS}; d++) {
    if (d >= outerDimensions) break;
    ${outerStep('d')}
  }
`;

function outerStep(d: string): string {
  return `
  quotient = divide(rest, dimensions[${d}].x);
  fixedOffset += (rest - quotient * dimensions[${d}].x) * dimensions[${d}].y;
  rest = quotient;
`;
}

/** Adds the place of the k-th index. Compared as floats, so that NaN is out of bounds. */
function placeOf(k: number, { depth, clamps, wraps }: Dialect): string {
  const lowest = wraps ? '-float(size)' : '0.0';
  return `
  size = indexSizes[${k}];
  index = fetchIndices(site * Num(${depth}) + Num(${k}));
  ${clamps ? `index = index < 0.0 ? max(index, ${lowest}) : min(index, float(size) - 1.0);` : ''}
  inside = inside && index >= ${lowest} && index < float(size);
  offset += Num(${wraps ? 'index < 0.0 ? index + float(size) : index' : 'index'}) * indexStrides[${k}];
`;
}

function repeat(count: number, text: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => text(n)).join('');
}

/** The vertex shader of programs that compute every value of their output: one large triangle. */
export function coveringVertexShader({ version }: Dialect): string {
  if (version === 2) {
    return `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1);
}
`;
  }
  return `
attribute vec2 corner;
varying vec2 place;
void main() {
  place = corner * 0.5 + 0.5;
  gl_Position = vec4(corner, 0, 1);
}
`;
}

/** The head of a covering fragment shader: \`outputIndex()\` is the flat index it computes. */
export function coveringHead(dialect: Dialect): string {
  const shared = `
uniform Num2 outSize;
uniform Num outCount;
`;
  if (dialect.version === 2) {
    return `${prelude(dialect)}${shared}
out vec4 result;
Num outputIndex() {
  return int(gl_FragCoord.y) * outSize.x + int(gl_FragCoord.x);
}
`;
  }
  // gl_FragCoord has medium precision only.
  return `${prelude(dialect)}${shared}
varying vec2 place;
#define result gl_FragColor
Num outputIndex() {
  vec2 pixel = floor(place * outSize);
  return pixel.y * outSize.x + pixel.x;
}
`;
}
