/**
 * The last step of a mean: divides sums by counts.
 */
import type { ScatterPlan } from '../contract/plan.js';
import type { Context, WebGLBackend } from './context.js';
import { coveringProgram } from './covering.js';
import { draw } from './draw.js';
import { flatTexture, type ShaderVariant } from './glsl.js';
import type { Target, View } from './textures.js';
import { numbersName, variantOf } from './uniforms.js';

/** GLSL for `average(sum, terms)`, rounded down exactly if `roundsDown` is set. */
export const AVERAGE = `
uniform int roundsDown;
float average(float sum, float terms) {
  float quotient = sum / terms;
  if (roundsDown == 0) return quotient;
  quotient = floor(quotient + 0.5);
  return quotient * terms > sum ? quotient - 1.0 : quotient;
}
`;

/** Draws averages from the sums and counts of each place, and from data's value if the call includes it. */
export function resolveMean(
  average: 'exact' | 'floor',
  plan: ScatterPlan,
  backend: WebGLBackend,
  context: Context,
  textures: { data: View; sums: View },
  target: Target,
): void {
  const variant = variantOf(context, plan, textures);
  const name = `mean${numbersName(variant)}`;
  const program = coveringProgram(context, name, variant, () => meanBody(variant));
  draw(backend, context, {
    name: 'MeanProgram',
    program,
    target,
    uniforms: {
      numbers: {
        outCount: plan.geometry.dataSize,
        includeSelf: plan.attributes.includeSelf ? 1 : 0,
      },
      counts: { roundsDown: average === 'floor' ? 1 : 0 },
      textures,
    },
  });
}

function meanBody(variant: ShaderVariant): string {
  return `${flatTexture('data', variant)}${flatTexture('sums', variant)}
uniform Num includeSelf;
${AVERAGE}
void main() {
  Num i = outputIndex();
  result = vec4(0);
  if (i >= outCount) return;
  float own = fetchData(i);
  vec2 landed = fetchSumsTexel(i).xy;
  float self = float(includeSelf);
  float sum = includeSelf > Num(0) ? own + landed.x : landed.x;
  result = vec4(landed.y > 0.0 ? average(sum, landed.y + self) : own, 0, 0, 1);
}
`;
}
