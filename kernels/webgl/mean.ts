/**
 * The last step of a mean: divides sums by counts.
 */
import type { ScatterPlan } from '../contract/plan.js';
import { draw } from './draw.js';
import type { Target, View, Views } from './textures.js';

/** Writes `average(sum, terms)`; 'floor' rounds down exactly. */
export function averaging(average: 'exact' | 'floor'): string {
  const floor = `float quotient = floor(sum / terms + 0.5);
  return quotient * terms > sum ? quotient - 1.0 : quotient;`;
  return `float average(float sum, float terms) {
  ${average === 'floor' ? floor : 'return sum / terms;'}
}
`;
}

/** Draws averages from the sums and counts of each place, and from data's value if the call includes it. */
export function resolveMean(
  average: 'exact' | 'floor',
  plan: ScatterPlan,
  views: Views,
  textures: { data: View; sums: View },
  target: Target,
): void {
  const sum = plan.attributes.includeSelf
    ? 'average(own + landed.x, landed.y + 1.0)'
    : 'average(landed.x, landed.y)';
  draw(views, plan, {
    name: 'MeanProgram',
    target,
    uniforms: { numbers: { outCount: plan.geometry.dataSize }, textures },
    fragment: `${averaging(average)}void main() {
  Num i = outputIndex();
  result = vec4(0);
  if (i >= outCount) return;
  float own = fetchData(i);
  vec2 landed = fetchSumsTexel(i).xy;
  result = vec4(landed.y > 0.0 ? ${sum} : own, 0, 0, 1);
}
`,
  });
}
