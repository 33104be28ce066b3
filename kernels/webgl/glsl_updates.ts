/**
 * GLSL that reads updates at their sources, and changes them by a call's factors.
 */
import type { ScatterPlan } from '../call/plan.js';
import { offsets } from './glsl_offsets.js';
import type { Functions } from './shader.js';

/**
 * Writes `sourceOf(site)`, where a site's updates begin, or -1 if its source is dropped; and
 * `updateOf(site, source, component, place)`, the update of a place. `weight` is GLSL for its weight, if there are any.
 */
export function updates(plan: ScatterPlan, weight = weightIn(plan)): Functions[] {
  const { source, target, factors } = plan;
  const { sliceSize } = target.geometry;
  const { heads = 1 } = factors ?? {};
  const read = `fetchUpdates(source + component)${factors?.weights ? ` * ${weight}` : ''}`;
  const orFill = source.geometry ? `source < Num(0) ? constant : ${read}` : read;
  return [
    source.geometry ? offsets('source', source) : { glsl: SOURCE_IN_ORDER },
    {
      numbers: { sliceSize, ...(heads > 1 && { heads }) },
      divisors: heads > 1 ? { perHead: sliceSize / heads } : {},
      floats: { constant: source.geometry ? source.fill : source.tensor ? 0 : source.value },
      glsl: `float updateOf(Num site, Num source, Num component, Num place) {
  float update = ${source.tensor ? orFill : 'constant'};
${factors?.like ? COMPARED : ''}  return update;
}
`,
    },
  ];
}

const SOURCE_IN_ORDER = `Num sourceOf(Num site) {
  return site * sliceSize;
}
`;

const COMPARED = `  float a = source < Num(0) ? 0.0 : fetchSourceLike(source + component);
  float b = fetchTargetLike(place);
  if (a != b && !(isNaN(a) && isNaN(b))) update = 0.0;
`;

function weightIn({ factors }: ScatterPlan): string {
  const head = factors?.heads === 1 ? '' : ' * heads + divide(component, perHead, perHeadInverse)';
  return `fetchWeights(site${head})`;
}
