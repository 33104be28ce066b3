/**
 * GLSL that reads updates from their sources, and finds the rows that sites address.
 */
import type { GatheredUpdates, RowsOfSites } from '../contract/plan.js';

/**
 * Writes `sourceOf(site)`, the offset of the row that a site reads, or -1; `weightOf(site, component)`;
 * and `updateOf(source, weight, component, place)`.
 */
export function gatheredUpdates({ source, weights, heads, like }: GatheredUpdates): string {
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
  name: 'source' | 'target',
  { width, column, wraps, isBatched }: RowsOfSites,
): string {
  const fetch = name === 'source' ? 'fetchSourceIndices' : 'fetchTargetIndices';
  return `Num ${name}Of(Num site) {
  float index = ${fetch}(${width === 1 ? 'site' : `site * Num(${width}) + Num(${column})`});
${wraps ? `  index += index < 0.0 ? float(${name}Rows) : 0.0;\n` : ''}  Num row = ${isBatched ? `divide(site, ${name}Sites, ${name}SitesInverse) * ${name}Rows + ` : ''}Num(index);
  return index >= 0.0 && index < float(${name}Rows) ? row * sliceSize : Num(-1);
}
`;
}

/** Returns the uniforms of `gatheredUpdates`, besides sliceSize. */
export function gatheredUniforms(
  gathered: GatheredUpdates | undefined,
  sliceSize: number,
): Record<'numbers' | 'floats', Record<string, number>> {
  if (!gathered) return { numbers: {}, floats: {} };
  const { source, heads, fill } = gathered;
  return {
    numbers: { ...rowUniforms('source', source), heads, perHead: sliceSize / heads },
    floats: { fillOfSources: fill },
  };
}

/** Returns the uniforms of `rowOffset`, besides sliceSize. */
export function rowUniforms(
  name: 'source' | 'target',
  { rows, sites }: RowsOfSites,
): Record<string, number> {
  return { [`${name}Rows`]: rows, [`${name}Sites`]: sites };
}
