/**
 * Programs that compute every value of their output: they draw one triangle that covers it, and the
 * fragment shader runs for each texel.
 */
import type { Context } from './context.js';
import { prelude, type ShaderVariant } from './glsl.js';
import { passConstants } from './constants.js';
import { type Program, programOf } from './program.js';

/** Returns the program of this name; `body` writes its fragment shader, after the head. */
export function coveringProgram(
  context: Context,
  name: string,
  variant: ShaderVariant,
  body: () => string,
): Program {
  return programOf(context, name, variant, () =>
    passConstants(variant, {
      vertex: coveringVertexShader(variant),
      fragment: coveringHead(variant) + body(),
    }),
  );
}

/** Writes the vertex shader: one triangle that covers the output. */
function coveringVertexShader({ version }: ShaderVariant): string {
  if (version === 2) {
    return `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1);
}
`;
  }
  return `
attribute vec2 corner;
varying vec2 position;
void main() {
  position = corner * 0.5 + 0.5;
  gl_Position = vec4(corner, 0, 1);
}
`;
}

const OUTPUT_INDEX = `
Num outputIndex() {
  Num2 texel = outputTexel();
  return texel.y * outSize.x + texel.x;
}
`;

/** Writes the head of the fragment shader; `outputIndex()` returns the place to compute. */
function coveringHead(variant: ShaderVariant): string {
  const shared = `
uniform Num2 outSize;
uniform Num outCount;
`;
  if (variant.version === 2) {
    return `${prelude(variant)}${shared}
out vec4 result;
Num2 outputTexel() {
  return Num2(gl_FragCoord.xy - 0.5);
}
${OUTPUT_INDEX}`;
  }
  // gl_FragCoord has only medium precision in WebGL 1.
  return `${prelude(variant)}${shared}
varying vec2 position;
#define result gl_FragColor
vec2 outputTexel() {
  return floor(position * outSize);
}
${OUTPUT_INDEX}`;
}
