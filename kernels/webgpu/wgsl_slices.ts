/**
 * WGSL for the geometry of indices: from a site to the slice that it addresses.
 */
import type { Indexed } from '../call/ends.js';
import type { Part } from './program.js';

/**
 * Writes `<name>Of(site)`, the number of the slice that a site addresses, or -1 for a dropped site. Programs that
 * read two ends have one for each. Loops are unrolled: over uniforms they take three times as long on a software
 * adapter.
 *
 * The sites of a line share `<name>Origin(site)`, the part from their position; `<name>At(origin, site)` adds the
 * part from their indices.
 */
export function sliceOf(
  { indices, geometry, outOfBounds, wrapNegatives }: Indexed,
  name: 'slice' | 'source' | 'target' = 'slice',
): Part {
  const { siteShape, indexSizes } = geometry;
  const at = `uniforms.${name}Geometry`;
  const depth = indexSizes.length;
  const clamps = outOfBounds === 'clamp';
  const inside = indexSizes.map((_, k) => `u32(i${k}) < u32(${at}[${k}].w)`);
  const read = (k: number) => `${name}Indices[${depth === 1 ? 'site' : `site * ${depth} + ${k}`}]`;
  return {
    // An empty buffer cannot be bound.
    inputs: depth > 0 ? { [`${name}Indices`]: indices } : {},
    geometries: { [`${name}Geometry`]: geometry },
    functions: `fn ${name}Origin(site : i32) -> i32 {
  var rest = site;
  var slice = 0;
${siteShape
  .slice(1)
  .map((_, n) => dimension(siteShape.length - 1 - n, at))
  .join('')}
  return slice + rest * ${at}[0].y;
}
fn ${name}At(origin : i32, site : i32) -> i32 {
  var slice = origin;
${indexSizes.map((_, k) => index(k, read(k), at, clamps, wrapNegatives)).join('')}
  return ${clamps || depth === 0 ? 'slice' : `select(-1, slice, ${inside.join(' && ')})`};
}
fn ${name}Of(site : i32) -> i32 {
  return ${name}At(${name}Origin(site), site);
}
`,
  };
}

function dimension(d: number, at: string): string {
  return `  let quotient${d} = rest / ${at}[${d}].x;
  slice += (rest - quotient${d} * ${at}[${d}].x) * ${at}[${d}].y;
  rest = quotient${d};
`;
}

function index(k: number, read: string, at: string, clamps: boolean, wraps: boolean): string {
  const size = `${at}[${k}].w`;
  const wrapped = wraps
    ? `  i${k} = select(i${k}, i${k} + ${size}, i${k} < 0);
`
    : '';
  const clamped = clamps
    ? `  i${k} = clamp(i${k}, 0, ${size} - 1);
`
    : '';
  return `  var i${k} = ${read};
${wrapped}${clamped}  slice += i${k} * ${at}[${k}].z;
`;
}
