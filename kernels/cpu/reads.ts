/** The host's reader: the values that sites read, for gathers and for products, a part of the sites at a time. */
import { asNumbers, type Numbers } from '../call/dtypes.js';
import type { Indexed } from '../call/ends.js';
import { isInOrder, perSlice } from '../call/geometry.js';
import { type Factor, mapFactors, type Read } from '../call/reads.js';
import { changeValues, shareOf } from './factor_loops.js';
import type { HostCall, HostRead } from './host_loops.js';
import { type HostMemory, sitesAt } from './memory.js';
import { forEachRun } from './offsets.js';
import type { PartOfSites, Sites } from './walk.js';

/** Returns a read with its numbers in arrays. */
export function hostRead(read: Read<Indexed>, memory: HostMemory): HostRead {
  const { end, by, map, heads, fillUnlike } = read;
  // Listed, because copying the rest of an object takes as long as a small call.
  return {
    map,
    heads,
    fillUnlike,
    source: sitesAt(end, memory),
    fill: end.fill,
    x: end.value === null ? asNumbers(memory.read(end.tensor)) : null,
    by: mapFactors(by, ({ numbers, per }) => ({ numbers: asNumbers(memory.read(numbers)), per })),
  };
}

/**
 * Reads a part of the sites, from site `first` on, into `out`. Dropped sites get `fill`, or keep what `out` holds if it is
 * null. `to` is the same part at the target of a product.
 */
type ReadPart = (
  out: Numbers,
  fill: number | null,
  from: PartOfSites,
  to: PartOfSites | null,
  first?: number,
) => void;

/** Runs a function with the reader of parts of at most `most` sites. */
export function withReader(
  read: Read<Indexed>,
  most: number,
  { memory, loops }: HostCall,
  run: (readPart: ReadPart, source: Sites) => void,
): void {
  const { geometry, value } = read.end;
  const { sliceSize } = geometry;
  const areInOrder = isInOrder(geometry);
  // Memory may move when an output is made, so that comes before reading.
  const made = mapFactors(read.by, ({ numbers, per }, name) => {
    const isOfSource = name === 'sourceLike' && per !== 'call' && !areInOrder;
    const size = most * (per === 'slice' ? 1 : sliceSize);
    return isOfSource || per === 'target' ? memory.output([size], numbers.dtype) : null;
  });
  try {
    const { source, x, by, map, heads, fillUnlike } = hostRead(read, memory);
    const gathered = mapFactors(made, (output) => output && asNumbers(output.values));
    const gathersAny = Object.values(made).some(Boolean);
    run((out, fill, from, to, first = 0) => {
      let isWhole = false;
      if (x && !areInOrder)
        isWhole = loops.gather(from.sites, startingAt(x, from.offset), out, fill);
      else if (fill !== null && !areInOrder) out.fill(fill);
      const inOrderOf = (factor: Factor<Numbers>, name: keyof typeof by) => {
        const { numbers, per } = factor;
        const { [name]: place } = gathered;
        if (!place && first === 0) return factor;
        const share = shareOf(factor, { heads, sliceSize });
        if (!place) return { numbers: startingAt(numbers, (first * sliceSize) / share), per };
        if (to && per === 'target') {
          loops.gather(to.sites, startingAt(numbers, to.offset), place, null);
        } else {
          const sites = per === 'slice' ? sitesOfSlices(from.sites) : from.sites;
          // Only products compare the dropped sites.
          isWhole = loops.gather(sites, startingAt(numbers, from.offset / share), place, to && 0);
        }
        return { numbers: place, per };
      };
      const inOrder = gathersAny || first > 0 ? mapFactors(by, inOrderOf) : by;
      const values = areInOrder && x ? x : out;
      const change = { map, heads, fillUnlike, x: values, out, sliceSize, by: inOrder };
      const { sourceLike, targetLike } = inOrder;
      forEachRange(from.sites, isWhole, (begin, end, isKept) => {
        if (!isKept && !(to && targetLike)) return;
        if (isKept && value !== null) out.fill(value, begin, end);
        const here = isKept ? change : { ...change, by: { sourceLike, targetLike }, map: null };
        if (!loops.change?.(here, begin, end)) changeValues(here, begin, end);
      });
    }, source);
  } finally {
    for (const output of Object.values(made)) output?.discard();
  }
}

/** Returns the same sites with slices of size 1. */
function sitesOfSlices({ end, ...sites }: Sites): Sites {
  return { ...sites, end: { ...end, geometry: perSlice(end.geometry) } };
}

/** Returns the values from a position on. Making a view takes a while, compared with a small call. */
export function startingAt(numbers: Numbers, at: number): Numbers {
  return at > 0 ? numbers.subarray(at) : numbers;
}

/** Visits the values of all sites in ranges, of sites that are dropped or kept. */
function forEachRange(
  sites: Sites,
  isWhole: boolean,
  visit: (begin: number, end: number, isKept: boolean) => void,
): void {
  const { outOfBounds, geometry } = sites.end;
  const { sliceSize, siteCount, indexSizes } = geometry;
  if (sliceSize === 0) return;
  let at = 0;
  const visitUpTo = (site: number, isKept: boolean) => {
    if (at < site) visit(at * sliceSize, site * sliceSize, isKept);
    at = site;
  };
  if (!isWhole && outOfBounds === 'drop' && indexSizes.length > 0) {
    forEachRun(sites, (_, begin, end, first) => {
      visitUpTo(first, false);
      visitUpTo(first + end - begin, true);
    });
    visitUpTo(siteCount, false);
  } else visitUpTo(siteCount, true);
}
