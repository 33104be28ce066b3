/**
 * GLSL that reads updates from their sources, and finds the rows that sites address.
 */
import type { Ends, RowsOfSites, ScatterPlan } from '../contract/plan.js';
import { fetchOf } from './glsl.js';
import { geometryUniforms } from './glsl_offsets.js';

/**
 * Writes `sourceOf(site)`, the offset of the row that a site reads, or -1; `weightOf(site, component)`;
 * and `updateOf(source, weight, component, place)`. Stored updates need none of them.
 */
export function gatheredUpdates({ gathered }: ScatterPlan): string {
  if (!gathered) return '';
  const { source, weights, heads, like } = gathered;
  const weight =
    heads === 1
      ? 'fetchWeights(site)'
      : 'fetchWeights(site * heads + divide(component, perHead, perHeadInverse))';
  return `${rowOffset('source', source)}float weightOf(Num site, Num component) {
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

/** Writes `<name>Of(site)`, the offset of the row that a site addresses, or -1. */
export function rowOffset(
  name: keyof Ends,
  { width, column, wraps, isBatched }: RowsOfSites,
): string {
  const fetch = fetchOf(name === 'data' ? 'indices' : `${name}Indices`);
  return `Num ${name}Of(Num site) {
  float index = ${fetch}(${width === 1 ? 'site' : `site * Num(${width}) + Num(${column})`});
${wraps ? `  index += index < 0.0 ? float(${name}Rows) : 0.0;\n` : ''}  Num row = ${isBatched ? `divide(site, ${name}Sites, ${name}SitesInverse) * ${name}Rows + ` : ''}Num(index);
  return index >= 0.0 && index < float(${name}Rows) ? row * sliceSize : Num(-1);
}
`;
}

/** Returns the uniforms of a scatter's geometry and of `gatheredUpdates`. */
export function scatterUniforms({
  geometry,
  gathered,
}: ScatterPlan): Record<'numbers' | 'floats', Record<string, number>> {
  const numbers = geometryUniforms(geometry);
  if (!gathered) return { numbers, floats: {} };
  const { source, heads, fill } = gathered;
  const perHead = geometry.sliceSize / heads;
  return {
    numbers: { ...numbers, ...rowUniforms('source', source), heads, perHead },
    floats: { fillOfSources: fill },
  };
}

/** Returns the uniforms of `rowOffset`, besides sliceSize. */
export function rowUniforms(
  name: keyof Ends,
  { rows, sites }: RowsOfSites,
): Record<string, number> {
  return { [`${name}Rows`]: rows, [`${name}Sites`]: sites };
}
