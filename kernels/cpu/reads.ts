/**
 * The host's reader: what sites read, for gathers, changes and products, a part of the sites at a time; and the loops of
 * factors, over values from `begin` up to `end`.
 */
import { asNumbers, type Numbers } from '../call/dtypes.js';
import { perSlice } from '../call/geometry.js';
import type { GatherPlan, ScatterPlan } from '../call/plan.js';
import {
  type ByFactor,
  type Factor,
  FACTORS,
  mapFactors,
  type Mapping,
  type Read,
} from '../call/reads.js';
import type { Change, HostCall, HostLoops, HostRead } from './loops.js';
import { asBits, bitsOf, type HostMemory, type HostOutput, sitesAt } from './memory.js';
import type { EndSites, PartOfSites } from './sites.js';
import { BLOCK } from './strategy.js';

/** Returns a read with its numbers in arrays. */
export function hostRead(read: Read, memory: HostMemory): HostRead {
  const { end, by, map, heads, fillUnlike } = read;
  // Listed, because copying the rest of an object takes as long as a small call.
  return {
    map,
    heads,
    fillUnlike,
    source: end.geometry && sitesAt(end, memory),
    fill: end.geometry ? end.fill : 0,
    x: end.value === null ? asNumbers(memory.read(end.tensor)) : null,
    value: end.value ?? 0,
    by: mapFactors(by, ({ numbers, per }) => ({ numbers: asNumbers(memory.read(numbers)), per })),
  };
}

/** Some sites in order, from number `first` on, at both ends; null where an end is in order. */
interface Part {
  from: PartOfSites | null;
  to: PartOfSites | null;
  first: number;
  count: number;
}

/** Reads a part of the sites into `out`. */
type ReadPart = (out: Numbers, part: Part) => void;

/** Runs a function with the reader of parts of at most `most` sites. */
export function withReader(
  { read, sliceSize }: GatherPlan | ScatterPlan,
  most: number,
  { memory, loops }: HostCall,
  run: (readPart: ReadPart, source: EndSites | null) => void,
): void {
  // Memory may move when an output is made, so that comes before reading.
  const made = outputsOf(read, most * sliceSize, most, memory);
  try {
    const numbers = hostRead(read, memory);
    const gathered = mapFactors(made, (output) => output && asNumbers(output.values));
    run((out, part) => {
      readInto(out, part, numbers, gathered, sliceSize, loops);
    }, numbers.source);
  } finally {
    for (const output of Object.values(made)) output?.discard();
  }
}

/** Makes outputs for the factors that indices address, which are gathered before values are changed. */
function outputsOf(
  { end, by }: Read,
  size: number,
  sites: number,
  memory: HostMemory,
): ByFactor<HostOutput | null> {
  return mapFactors(by, ({ numbers, per }, name) => {
    const isOfSource = name === 'sourceLike' && per !== 'call' && end.geometry !== null;
    if (!isOfSource && per !== 'target') return null;
    return memory.output([per === 'slice' ? sites : size], numbers.dtype);
  });
}

/** Reads the values of a part, and changes them. Gathers may know that no site is dropped. */
function readInto(
  out: Numbers,
  part: Part,
  { x, value, fill, by, map, heads, fillUnlike }: HostRead,
  gathered: ByFactor<Numbers | null>,
  sliceSize: number,
  loops: HostLoops,
): void {
  const { from, to, first, count } = part;
  const size = count * sliceSize;
  let isWhole = from?.sites.end.outOfBounds !== 'drop';
  if (!x) out.fill(value, 0, size);
  else if (from) {
    isWhole = loops.gather(from.sites, startingAt(x, from.offset), out, null) || isWhole;
  }
  const inOrderOf = (factor: Factor<Numbers>, name: keyof typeof by): Factor<Numbers> => {
    const { numbers, per } = factor;
    const { [name]: place } = gathered;
    const share = shareOf(factor, { heads, sliceSize });
    if (!place) return { numbers: startingAt(numbers, (first * sliceSize) / share), per };
    isWhole = gatherFactor(factor, share, place, part, loops) || isWhole;
    return { numbers: place, per };
  };
  const inOrder = by.sourceLike || first > 0 ? mapFactors(by, inOrderOf) : by;
  const { sourceLike, targetLike, ...others } = inOrder;
  const changeBy = (by: HostRead['by'], x = out, map: HostRead['map'] = null) => {
    const change = { map, heads, fillUnlike, x, out, sliceSize, by };
    if (!loops.change?.(change, size)) changeValues(change, size);
  };
  // Products compare the dropped sites, too.
  const comparesAll = !isWhole && to && targetLike;
  changeBy(comparesAll ? others : inOrder, from || !x ? out : x, map);
  if (!isWhole && from) loops.fillDropped(from.sites, fill, out);
  if (comparesAll) changeBy({ sourceLike, targetLike });
}

/** Gathers the numbers of a factor that indices address. Returns whether every site is known to have a source. */
function gatherFactor(
  { numbers, per }: Factor<Numbers>,
  share: number,
  place: Numbers,
  { from, to }: Part,
  loops: HostLoops,
): boolean {
  if (to && per === 'target') {
    loops.gather(to.sites, startingAt(numbers, to.offset), place, null);
  } else if (from) {
    const sites = per === 'slice' ? sitesOfSlices(from.sites) : from.sites;
    return loops.gather(sites, startingAt(numbers, from.offset / share), place, to && 0);
  }
  return false;
}

/** Returns the same sites with slices of size 1. */
function sitesOfSlices({ end, ...sites }: EndSites): EndSites {
  return { ...sites, end: { ...end, geometry: perSlice(end.geometry) } };
}

/** Returns the values from a position on. Making a view takes a while, compared with a small call. */
export function startingAt(numbers: Numbers, at: number): Numbers {
  return at > 0 ? numbers.subarray(at) : numbers;
}

/** Changes the first `size` values, a few at a time, which then stay in a cache. */
function changeValues(change: Change, size: number): void {
  let row = Infinity;
  for (const name of FACTORS) {
    const share = shareOf(change.by[name], change);
    if (share > 1 && share < row) row = share;
  }
  for (let at = 0; at < size;) {
    const next = Math.min(size, at - (at % row) + row, at + BLOCK) | 0;
    changeRow(change, at, next);
    at = next;
  }
}

/** Returns how many consecutive values share a number of a factor. */
export function shareOf(
  factor: Factor<Numbers> | undefined,
  { sliceSize, heads }: Pick<Change, 'sliceSize' | 'heads'>,
): number {
  // Without a table, which would be made anew for each factor of a small call.
  if (!factor || factor.per === 'call') return Infinity;
  if (factor.per === 'slice') return sliceSize;
  return factor.per === 'head' ? sliceSize / heads : 1;
}

/** The numbers of a factor begin at `at`, and move by `step` from value to value: by 0 if one is for all of them. */
interface Row {
  numbers: Numbers;
  at: number;
  step: 0 | 1;
}

/** Changes values that share all numbers which are not for each value. */
function changeRow(change: Change, begin: number, end: number): void {
  const { x, out, by, map, fillUnlike } = change;
  const { from, over, weights, sourceLike, targetLike } = by;
  const rowOf = (factor: Factor<Numbers>): Row => {
    const share = shareOf(factor, change);
    const { numbers } = factor;
    return { numbers, at: (begin / share) | 0, step: share === 1 ? 1 : 0 };
  };
  let values = x;
  if (from) values = subtractRow(values, rowOf(from), out, begin, end);
  if (over) values = divideRow(values, rowOf(over), out, begin, end);
  if (map) values = MAPS[map](values, out, begin, end);
  if (weights) values = multiplyRow(values, rowOf(weights), out, begin, end);
  if (sourceLike && targetLike) {
    keepRow(values, rowOf(sourceLike), rowOf(targetLike), fillUnlike, out, begin, end);
  }
}

/** These loops do not branch on values: the processor would mispredict every second branch. They return `out`. */
type RowLoop = (x: Numbers, by: Row, out: Numbers, begin: number, end: number) => Numbers;

/** Divides x; a divisor of 0 leaves it as it is. Quotients of int32 are rounded down. */
const divideRow: RowLoop = (x, by, out, begin, end) => {
  const { numbers, step } = by;
  const { floor, fround } = Math;
  // Most rows of a large mean have no update.
  const isSame = step === 0 && (numbers[by.at] === 1 || numbers[by.at] === 0);
  if (isSame && x === out) return out;
  const isFloat = out instanceof Float32Array;
  for (let i = begin, at = by.at | 0; i < end; i++, at += step) {
    const divisor = isFloat ? fround(numbers[at]) : numbers[at];
    const quotient = x[i] / (divisor + +(divisor === 0));
    out[i] = isFloat ? quotient : floor(quotient);
  }
  return out;
};

/** Subtracts x from a factor. */
const subtractRow: RowLoop = (x, { numbers, at: start, step }, out, begin, end) => {
  for (let i = begin, at = start | 0; i < end; i++, at += step) out[i] = numbers[at] - x[i];
  return out;
};

const multiplyRow: RowLoop = (x, { numbers, at: start, step }, out, begin, end) => {
  for (let i = begin, at = start | 0; i < end; i++, at += step) out[i] = x[i] * numbers[at];
  return out;
};

/** Each function has a loop of its own, which calls no other. */
const MAPS: Record<Mapping, (x: Numbers, out: Numbers, begin: number, end: number) => Numbers> = {
  exp(x, out, begin, end) {
    for (let i = begin; i < end; i++) out[i] = Math.exp(x[i]);
    return out;
  },
  log(x, out, begin, end) {
    for (let i = begin; i < end; i++) out[i] = Math.log(x[i]);
    return out;
  },
  sqrt(x, out, begin, end) {
    for (let i = begin; i < end; i++) out[i] = Math.sqrt(x[i]);
    return out;
  },
};

/** Keeps the bits of x where two factors are alike, NaN too; writes `fill` elsewhere. */
function keepRow(
  x: Numbers,
  { numbers: a, at: atA, step: stepA }: Row,
  { numbers: b, at: atB, step: stepB }: Row,
  fill: number,
  out: Numbers,
  begin: number,
  end: number,
): void {
  const [from, to] = [asBits(x), asBits(out)];
  const otherwise = bitsOf(fill, out);
  for (let i = begin, j = atA | 0, k = atB | 0; i < end; i++, j += stepA, k += stepB) {
    const p = a[j];
    const q = b[k];
    const isAlike = +(p === q) | (+(p !== p) & +(q !== q));
    to[i] = otherwise ^ ((from[i] ^ otherwise) & -isAlike);
  }
}
