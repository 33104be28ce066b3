/**
 * WGSL for the geometry of indices: from a site to the slice that it addresses.
 */
import type { Indexed } from '../call/ends.js';
import type { IndexGeometry } from '../call/geometry.js';
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
  const depth = indexSizes.length;
  const clamps = outOfBounds === 'clamp';
  const at = (n: number) => `uniforms.${name}Geometry[${n}]`;
  const dimensions = siteShape.map(
    (_, d) => `  let quotient${d} = rest / ${at(d)}.x;
  slice += (rest - quotient${d} * ${at(d)}.x) * ${at(d)}.y;
  rest = quotient${d};
`,
  );
  const added = indexSizes.map((_, k) => {
    const size = `${at(k)}.w`;
    return `  var i${k} = ${name}Indices[site * ${depth} + ${k}];
${wrapNegatives ? `  i${k} = select(i${k}, i${k} + ${size}, i${k} < 0);` : ''}
${clamps ? `  i${k} = clamp(i${k}, 0, ${size} - 1);` : ''}
  slice += i${k} * ${at(k)}.z;
`;
  });
  const inside = indexSizes.map((_, k) => `u32(i${k}) < u32(${at(k)}.w)`);
  return {
    // An empty buffer cannot be bound.
    inputs: depth > 0 ? { [`${name}Indices`]: indices } : {},
    vectors: { [`${name}Geometry`]: vectorsOf(geometry) },
    functions: `fn ${name}Origin(site : i32) -> i32 {
  var rest = site;
  var slice = 0;
${dimensions.slice(1).reverse().join('')}
  return slice + rest * ${at(0)}.y;
}
fn ${name}At(origin : i32, site : i32) -> i32 {
  var slice = origin;
${added.join('')}
  return ${clamps || depth === 0 ? 'slice' : `select(-1, slice, ${inside.join(' && ')})`};
}
fn ${name}Of(site : i32) -> i32 {
  return ${name}At(${name}Origin(site), site);
}
`,
  };
}

/**
 * Packs a geometry into vectors: the length and stride of a site dimension, and the stride and size of an
 * index. Strides count slices, as all offsets are multiples of sliceSize.
 */
export function vectorsOf(geometry: IndexGeometry): number[][] {
  const { siteShape, siteStrides, indexStrides, indexSizes, sliceSize } = geometry;
  const count = Math.max(siteShape.length, indexSizes.length);
  return Array.from({ length: count }, (_, n) => [
    siteShape[n] ?? 1,
    (siteStrides[n] ?? 0) / sliceSize,
    (indexStrides[n] ?? 0) / sliceSize,
    indexSizes[n] ?? 1,
  ]);
}
