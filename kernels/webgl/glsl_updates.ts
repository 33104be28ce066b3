/**
 * GLSL that reads updates from their sources, and finds the rows that sites address.
 */
import type { GatheredUpdates, RowsOfSites } from '../contract/plan.js';
import type { Uniforms } from './draw.js';
import { flatTexture, type ShaderVariant } from './glsl.js';

/** The properties of gathered updates that a program's source depends on. */
export interface GatheredVariant extends RowsVariant {
  weights: 'none' | 'one' | 'heads';
  compares: boolean;
}

interface RowsVariant {
  isBatched: boolean;
  width: number;
  column: number;
  wraps: boolean;
}

export function gatheredVariant({
  source,
  weights,
  heads,
  like,
}: GatheredUpdates): GatheredVariant {
  const ofSite = weights === null ? 'none' : heads === 1 ? 'one' : 'heads';
  return { ...rowsVariant(source), weights: ofSite, compares: like !== null };
}

export function rowsVariant({ width, column, wraps, isBatched }: RowsOfSites): RowsVariant {
  return { width, column, wraps, isBatched };
}

/** Returns a variant's part of a program's name. */
export function nameOf(variant: object): string {
  return Object.values(variant).join(' ');
}

/**
 * Writes `sourceOf(site)`, the offset of the row that a site reads, or -1; `weightOf(site, component)`;
 * and `updateOf(source, weight, component, place)`.
 */
export function gatheredUpdates(gathered: GatheredVariant, variant: ShaderVariant): string {
  const { weights, compares } = gathered;
  const names = [
    ...(weights === 'none' ? [] : ['weights']),
    ...(compares ? ['sourceLike', 'dataLike'] : []),
  ];
  const weight = {
    none: '1.0',
    one: 'fetchWeights(site)',
    heads: 'fetchWeights(site * heads + divide(component, perHead, perHeadInverse))',
  }[weights];
  return `uniform Num rowSize;
${rowOffset('source', gathered, variant)}
${names.map((name) => flatTexture(name, variant)).join('')}
uniform Num heads;
uniform Num perHead;
uniform float perHeadInverse;
uniform float fillOfSources;
float weightOf(Num site, Num component) {
  return ${weight};
}
float updateOf(Num source, float weight, Num component, Num place) {
  bool isThere = source >= Num(0);
  float update = isThere ? fetchUpdates(source + component) : fillOfSources;
${compares ? COMPARED : ''}
  return ${weights === 'none' ? 'update' : 'update * weight'};
}
`;
}

const COMPARED = `  float a = isThere ? fetchSourceLike(source + component) : 0.0;
  float b = fetchDataLike(place);
  if (a != b && !(isNaN(a) && isNaN(b))) update = 0.0;`;

/** Writes `<name>Of(site)`, the offset of the row that a site addresses, or -1. */
export function rowOffset(
  name: 'source' | 'target',
  { width, column, wraps, isBatched }: RowsVariant,
  variant: ShaderVariant,
): string {
  const indices = `${name}Indices`;
  const fetch = `fetch${indices[0].toUpperCase()}${indices.slice(1)}`;
  return `${flatTexture(indices, { ...variant, isBool: false })}
uniform Num ${name}Rows;
uniform Num ${name}Sites;
uniform float ${name}SitesInverse;
Num ${name}Of(Num site) {
  float index = ${fetch}(${width === 1 ? 'site' : `site * Num(${width}) + Num(${column})`});
  ${wraps ? `index += index < 0.0 ? float(${name}Rows) : 0.0;` : ''}
  Num row = ${isBatched ? `divide(site, ${name}Sites, ${name}SitesInverse) * ${name}Rows + ` : ''}Num(index);
  return index >= 0.0 && index < float(${name}Rows) ? row * rowSize : Num(-1);
}
`;
}

/** Returns the uniforms of `gatheredUpdates`. */
export function gatheredUniforms(
  { source, heads, fill }: GatheredUpdates,
  sliceSize: number,
): Pick<Uniforms, 'numbers'> & { floats: Record<string, number> } {
  return {
    numbers: { ...rowUniforms('source', source, sliceSize), heads, perHead: sliceSize / heads },
    floats: { fillOfSources: fill },
  };
}

/** Returns the uniforms of `rowOffset`. */
export function rowUniforms(
  name: 'source' | 'target',
  { rows, sites }: RowsOfSites,
  rowSize: number,
): Record<string, number> {
  return { [`${name}Rows`]: rows, [`${name}Sites`]: sites, rowSize };
}
