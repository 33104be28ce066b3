/**
 * WGSL for the geometry of indices: from a site to the slice that it addresses.
 */
import type { Plan } from '../contract/plan.js';

/**
 * Writes `sliceOf(site)`, the number of the slice that a site addresses, or -1 for a dropped site. It reads
 * `indices` and `uniforms.geometry`. Loops are unrolled: over uniforms they take three times as long on a
 * software adapter.
 *
 * The sites of a line share `originOf(site)`, the part from their position; `sliceAt(origin, site)` adds the
 * part from their indices.
 */
export function sliceOf({ geometry, attributes }: Plan): string {
  const { siteShape, indexSizes } = geometry;
  const depth = indexSizes.length;
  const clamps = attributes.outOfBounds === 'clamp';
  const inside = indexSizes.map((_, k) => `u32(i${k}) < u32(uniforms.geometry[${k}].w)`);
  return `fn originOf(site : i32) -> i32 {
  var rest = site;
  var slice = 0;
${siteShape
  .slice(1)
  .map((_, n) => dimension(siteShape.length - 1 - n))
  .join('')}
  return slice + rest * uniforms.geometry[0].y;
}
fn sliceAt(origin : i32, site : i32) -> i32 {
  var slice = origin;
${indexSizes.map((_, k) => index(k, depth, clamps, attributes.wrapNegatives)).join('')}
  return ${clamps || depth === 0 ? 'slice' : `select(-1, slice, ${inside.join(' && ')})`};
}
fn sliceOf(site : i32) -> i32 {
  return sliceAt(originOf(site), site);
}
`;
}

function dimension(d: number): string {
  return `  let quotient${d} = rest / uniforms.geometry[${d}].x;
  slice += (rest - quotient${d} * uniforms.geometry[${d}].x) * uniforms.geometry[${d}].y;
  rest = quotient${d};
`;
}

function index(k: number, depth: number, clamps: boolean, wraps: boolean): string {
  const size = `uniforms.geometry[${k}].w`;
  const wrapped = wraps ? `  i${k} = select(i${k}, i${k} + ${size}, i${k} < 0);\n` : '';
  const clamped = clamps ? `  i${k} = clamp(i${k}, 0, ${size} - 1);\n` : '';
  return `  var i${k} = indices[${depth === 1 ? 'site' : `site * ${depth} + ${k}`}];
${wrapped}${clamped}  slice += i${k} * uniforms.geometry[${k}].z;
`;
}
