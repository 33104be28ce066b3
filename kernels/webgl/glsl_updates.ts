/**
 * GLSL that reads updates at their sources, and changes them by a call's factors.
 */
import type { ScatterPlan } from '../call/plan.js';
import { offsets } from './glsl_offsets.js';
import type { Functions } from './shader.js';

/** Writes `sourceOf(site)`: where a site's updates begin, or -1 if its source is dropped. */
export function sources({ source, target }: ScatterPlan): Functions {
  if (source.geometry) return offsets('source', source);
  const { sliceSize } = target.geometry;
  const glsl = 'Num sourceOf(Num site) {\n  return site * sliceSize;\n}\n';
  return { numbers: { sliceSize }, glsl };
}

/** Writes `valueOf(source, component, place, weight)`, the update of a place. */
export function values({ source, factors }: ScatterPlan): Functions {
  const head = 'float valueOf(Num source, Num component, Num place, float weight)';
  if (!source.tensor) {
    return { floats: { everyUpdate: source.value }, glsl: `${head} {\n  return everyUpdate;\n}\n` };
  }
  const read = `fetchUpdates(source + component)${factors?.weights ? ' * weight' : ''}`;
  const like = factors?.like ?? null;
  return {
    textures: ['updates', ...(like ? ['sourceLike', 'targetLike'] : [])],
    floats: source.geometry ? { fillOfSources: source.fill } : {},
    glsl: `${head} {
  float update = ${source.geometry ? `source < Num(0) ? fillOfSources : ${read}` : read};
${like ? COMPARED : ''}  return update;
}
`,
  };
}

const COMPARED = `  float a = source < Num(0) ? 0.0 : fetchSourceLike(source + component);
  float b = fetchTargetLike(place);
  if (a != b && !(isNaN(a) && isNaN(b))) update = 0.0;
`;

/** Writes `weightOf(site, component)`, if there are weights. */
export function weights({ target, factors }: ScatterPlan): Functions[] {
  if (!factors?.weights) return [];
  const { heads } = factors;
  const divisors = { perHead: target.geometry.sliceSize / heads };
  const index = heads === 1 ? 'site' : 'site * heads + divide(component, perHead, perHeadInverse)';
  const glsl = `float weightOf(Num site, Num component) {\n  return fetchWeights(${index});\n}\n`;
  return [{ textures: ['weights'], numbers: { heads }, divisors, glsl }];
}

/** Writes the update of a place, with its weight if there are weights. */
export function updateAt(
  { factors }: ScatterPlan,
  source: string,
  component: string,
  place: string,
  weight: string,
): string {
  return `valueOf(${source}, ${component}, ${place}, ${factors?.weights ? weight : '1.0'})`;
}
