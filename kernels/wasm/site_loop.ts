/**
 * The calls that the package's module serves: 32-bit values at sites with one index or two.
 */
import type { IndexCheck } from '../contract/bounds.js';
import { combinationOf } from '../contract/combination.js';
import type { Numbers } from '../contract/dtypes.js';
import type { IndexGeometry } from '../contract/geometry.js';
import type { SiteLoop } from '../contract/host_memory.js';
import type { Plan } from '../contract/plan.js';
import type { Module, WalkSites } from './module.js';

/** The length of the values that the module knows. */
export const BYTES = 4;

/** Returns the module's loop for a call on arrays in the heap; null where it has none. */
export function siteLoopOf(
  module: Module,
  plan: Plan,
  indices: Int32Array,
  addressed: Numbers,
  values: Numbers | number,
): SiteLoop | null {
  if (addressed.BYTES_PER_ELEMENT !== BYTES) return null;
  const op = typeof values === 'number' ? 'fill' : opOf(plan);
  const [at, to] = [indices, addressed].map(({ byteOffset }) => byteOffset);
  return loopOver(module, op, plan, at, to, valuesAt(plan, values));
}

/**
 * Returns the module's loop that goes over sites in the array at an address; null where it has none.
 * `valueAt` gives the value of a site by its number: an address, or the bits of the one number.
 */
export function loopOver(
  module: Module,
  op: string,
  check: IndexCheck,
  indices: number,
  addressed: number,
  valueAt: (site: number) => number,
): SiteLoop | null {
  const { indexSizes, sliceSize } = check.geometry;
  const depth = indexSizes.length;
  if (depth < 1 || depth > 2 || sliceSize < 1) return null;
  const walk = module.walks[op + (sliceSize > 1 ? 'Rows' : String(depth))];
  return walk ? linesOf(walk, check, indices, addressed, valueAt) : null;
}

/** Returns the beginning of the names of the module's functions for a call. */
function opOf({ kind, attributes, data: { dtype } }: Plan): string {
  if (kind === 'gather') return 'gather';
  const combination = combinationOf(attributes, dtype);
  if (combination === 'replace') return combination;
  return combination + (dtype === 'float32' ? 'F' : 'I');
}

/** The values of a call for the module, by their number. */
function valuesAt({ data, geometry }: Plan, values: Numbers | number): (site: number) => number {
  if (typeof values !== 'number') {
    const bytes = geometry.sliceSize * BYTES;
    return (site) => values.byteOffset + site * bytes;
  }
  const [bits] = new Int32Array(
    (data.dtype === 'float32' ? Float32Array : Int32Array).of(values).buffer,
  );
  return () => bits;
}

/** Walks lines of sites: the rest of one, then all that follow along the dimension around it. */
function linesOf(
  walk: WalkSites,
  { geometry, attributes }: IndexCheck,
  indices: number,
  addressed: number,
  valuesFrom: (site: number) => number,
): SiteLoop {
  const { siteShape, siteStrides, siteCount, indexSizes, indexStrides, sliceSize } = geometry;
  const depth = indexSizes.length;
  const inner = siteShape.length - 1;
  const length = siteShape[inner];
  const plane = inner > 0 ? length * siteShape[inner - 1] : length;
  const bytes = sliceSize * BYTES;
  return (first) => {
    let done = first;
    while (done < siteCount) {
      const begun = done % length;
      const lines = begun > 0 ? 1 : (plane - (done % plane)) / length;
      const count = length - begun;
      const walked = walk(
        addressed + offsetOf(geometry, done) * BYTES,
        indices + done * depth * BYTES,
        valuesFrom(done),
        lines,
        inner > 0 ? siteStrides[inner - 1] * BYTES : 0,
        count,
        siteStrides[inner] * BYTES,
        attributes.wrapNegatives ? -1 : 0,
        indexSizes[0],
        indexStrides[0] * BYTES,
        depth > 1 ? indexSizes[1] : 0,
        depth > 1 ? indexStrides[1] * BYTES : 0,
        depth,
        bytes,
      );
      done += walked;
      if (walked < lines * count) return done;
    }
    return done;
  };
}

/** Returns the part of a site's offset that does not depend on indices. */
function offsetOf({ siteShape, siteStrides }: IndexGeometry, site: number): number {
  let offset = 0;
  let row = site;
  for (let d = siteShape.length - 1; d >= 0 && row > 0; d--) {
    const coordinate = row % siteShape[d];
    offset += coordinate * siteStrides[d];
    row = (row - coordinate) / siteShape[d];
  }
  return offset;
}
