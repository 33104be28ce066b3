/** The host's reader: the values that sites read, for gathers and for products, a part of the sites at a time. */
import { asNumbers, type Numbers } from '../call/dtypes.js';
import type { Indexed } from '../call/ends.js';
import { isInOrder, perSlice } from '../call/geometry.js';
import { type Factor, mapFactors, type Read } from '../call/reads.js';
import { changeValues, shareOf } from './factor_loops.js';
import type { HostCall, HostRead } from './host_loops.js';
import { type HostMemory, sitesAt } from './memory.js';
import type { EndSites, PartOfSites } from './walk.js';

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

/** Reads a part of the sites, from site `first` on, into `out`. `to` is the same part at the target of a product. */
type ReadPart = (out: Numbers, from: PartOfSites, to: PartOfSites | null, first?: number) => void;

/** Runs a function with the reader of parts of at most `most` sites. */
export function withReader(
  read: Read<Indexed>,
  most: number,
  { memory, loops }: HostCall,
  run: (readPart: ReadPart, source: EndSites) => void,
): void {
  const { end } = read;
  const { geometry, value, outOfBounds } = end;
  const { sliceSize, indexSizes } = geometry;
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
    run((out, from, to, first = 0) => {
      const size = from.count * sliceSize;
      let isWhole = outOfBounds !== 'drop' || indexSizes.length === 0;
      if (value !== null) out.fill(value, 0, size);
      else if (x && !areInOrder) {
        isWhole = loops.gather(from.sites, startingAt(x, from.offset), out, null) || isWhole;
      }
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
          const values = startingAt(numbers, from.offset / share);
          isWhole = loops.gather(sites, values, place, to && 0) || isWhole;
        }
        return { numbers: place, per };
      };
      const inOrder = gathersAny || first > 0 ? mapFactors(by, inOrderOf) : by;
      const { sourceLike, targetLike, ...others } = inOrder;
      const changeBy = (by: HostRead['by'], x = out, map: HostRead['map'] = null) => {
        const change = { map, heads, fillUnlike, x, out, sliceSize, by };
        if (!loops.change?.(change, size)) changeValues(change, size);
      };
      const comparesAll = !isWhole && to && targetLike;
      changeBy(comparesAll ? others : inOrder, areInOrder && x ? x : out, map);
      if (!isWhole) loops.fillDropped(from.sites, end.fill, out);
      if (comparesAll) changeBy({ sourceLike, targetLike });
    }, source);
  } finally {
    for (const output of Object.values(made)) output?.discard();
  }
}

/** Returns the same sites with slices of size 1. */
function sitesOfSlices({ end, ...sites }: EndSites): EndSites {
  return { ...sites, end: { ...end, geometry: perSlice(end.geometry) } };
}

/** Returns the values from a position on. Making a view takes a while, compared with a small call. */
export function startingAt(numbers: Numbers, at: number): Numbers {
  return at > 0 ? numbers.subarray(at) : numbers;
}
