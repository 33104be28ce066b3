/**
 * GLSL that reads updates from their sources.
 */
import type { ScatterPlan } from '../call/plan.js';
import { offsets, offsetUniforms } from './glsl_offsets.js';

/**
 * Writes `sourceOf(site)`; `weightOf(site, component)`; and `updateOf(source, weight, component, place)`. Stored
 * updates need none of them.
 */
export function gatheredUpdates({ source, factors }: ScatterPlan): string {
  if (!source.geometry) return '';
  const { weights = null, heads = 1, like = null } = factors ?? {};
  const weight =
    heads === 1
      ? 'fetchWeights(site)'
      : 'fetchWeights(site * heads + divide(component, perHead, perHeadInverse))';
  return `${offsets('source', source)}float weightOf(Num site, Num component) {
  return ${weights ? weight : '1.0'};
}
float updateOf(Num source, float weight, Num component, Num place) {
  bool isThere = source >= Num(0);
  float update = isThere ? fetchUpdates(source + component) : fillOfSources;
${like ? COMPARED : ''}  return ${weights ? 'update * weight' : 'update'};
}
`;
}

const COMPARED = `  float a = isThere ? fetchSourceLike(source + component) : 0.0;
  float b = fetchDataLike(place);
  if (a != b && !(isNaN(a) && isNaN(b))) update = 0.0;
`;

/** Returns the uniforms of a scatter's places and of `gatheredUpdates`. */
export function scatterUniforms({
  source,
  target,
  factors,
}: ScatterPlan): Record<'numbers' | 'floats', Record<string, number>> {
  const numbers = offsetUniforms('place', target);
  if (!source.geometry) return { numbers, floats: {} };
  const heads = factors?.heads ?? 1;
  const perHead = target.geometry.sliceSize / heads;
  return {
    numbers: { ...numbers, ...offsetUniforms('source', source), heads, perHead },
    floats: { fillOfSources: source.fill },
  };
}
