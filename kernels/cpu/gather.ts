/**
 * Gathering on the host, and changing what is read by the factors of a gather. Dropped sites keep what the output holds:
 * zeros, '' or the fill value.
 */
import { asNumbers, asStrings } from '../call/dtypes.js';
import { mapFactors, type ReadFactors } from '../call/factors.js';
import { isInOrder, perSlice } from '../call/geometry.js';
import type { Indexed } from '../call/ends.js';
import type { GatherPlan } from '../call/plan.js';
import { divideRow, expRow, keepRow, multiplyRow, type Row, subtractRow } from './factor_loops.js';
import type { Change, HostCall, NumbersInOrder } from './host_loops.js';
import { type HostOutput, sitesAt, toTruth } from './memory.js';
import { forEachRun } from './offsets.js';
import { forEachPlace } from './places.js';
import { BLOCK } from './strategy.js';
import type { Sites } from './walk.js';

/** Gathers values of any dtype into an output. */
export function gather(plan: GatherPlan, call: HostCall): void {
  const { source, factors } = plan;
  const { memory, output, loops } = call;
  if (factors) {
    gatherChanged(plan, factors, call);
    return;
  }
  const out = output.values;
  const data = memory.read(source.tensor);
  const sites = sitesAt(source, memory);
  if (Array.isArray(out)) {
    const strings = asStrings(data);
    forEachPlace(sites, (place, at) => {
      out[at] = strings[place];
    });
    return;
  }
  const from = asNumbers(data);
  loops.gather(sites, from, out, fillFor(source, output));
  if (source.tensor.dtype === 'bool') toTruth(out);
}

/** Returns what to fill an output with before gathering; null if no site needs it. */
function fillFor({ outOfBounds, fill }: Indexed, { holdsAny }: HostOutput): number | null {
  return outOfBounds === 'drop' && (holdsAny || !Object.is(fill, 0)) ? fill : null;
}

/** Gathers float32 or int32 values, and changes them. Dropped sites get the fill value. */
function gatherChanged(
  { source, valuesShape }: GatherPlan,
  factors: ReadFactors,
  { memory, output, loops }: HostCall,
): void {
  const { constant, exp } = factors;
  const { sourceLike } = factors.by;
  const areInOrder = isInOrder(source.geometry);
  const perSite = sourceLike?.per === 'slice' ? [source.geometry.siteCount] : valuesShape;
  // Memory may move when an output is made, so that comes before reading.
  const gathered =
    sourceLike && !areInOrder && sourceLike.per !== 'call'
      ? memory.output(perSite, sourceLike.tensor.dtype)
      : null;
  try {
    const out = asNumbers(output.values);
    const sites = sitesAt(source, memory);
    const by = mapFactors(factors.by, ({ tensor, per }) => ({
      numbers: asNumbers(memory.read(tensor)),
      per,
    }));
    const data = constant === null ? asNumbers(memory.read(source.tensor)) : null;
    const fill = fillFor(source, output);
    let isWhole = false;
    if (data && !areInOrder) isWhole = loops.gather(sites, data, out, fill);
    else if (fill !== null && !areInOrder) out.fill(fill);
    if (by.sourceLike && gathered) {
      const { numbers, per } = by.sourceLike;
      by.sourceLike.numbers = asNumbers(gathered.values);
      const end = { ...source, geometry: perSlice(source.geometry) };
      isWhole = loops.gather(
        per === 'slice' ? { ...sites, end } : sites,
        numbers,
        by.sourceLike.numbers,
        null,
      );
    }
    const change: Change = {
      x: areInOrder && data ? data : out,
      out,
      sliceSize: source.geometry.sliceSize,
      by,
      exp,
      fill: source.fill,
    };
    forEachKept(sites, isWhole, (begin, end) => {
      if (constant !== null) out.fill(constant, begin, end);
      if (!loops.change?.(change, begin, end)) changeValues(change, begin, end);
    });
  } finally {
    gathered?.discard();
  }
}

/** Visits the values of all sites that are not dropped, in ranges; at once if no site is known to be. */
export function forEachKept(
  sites: Sites,
  isWhole: boolean,
  visit: (begin: number, end: number) => void,
): void {
  const { outOfBounds, geometry } = sites.end;
  const { sliceSize, siteCount, indexSizes } = geometry;
  if (sliceSize === 0) return;
  if (isWhole || outOfBounds !== 'drop' || indexSizes.length === 0) visit(0, siteCount * sliceSize);
  else {
    forEachRun(sites, (_, begin, end, first) => {
      visit(first * sliceSize, (first + end - begin) * sliceSize);
    });
  }
}

/** Changes values a few at a time, which then stay in a cache. */
export function changeValues(change: Change, begin: number, end: number): void {
  const { sliceSize } = change;
  const hasSlices = Object.values(change.by).some(({ per }) => per === 'slice');
  for (let at = begin; at < end;) {
    const sliceEnd = hasSlices && sliceSize > 1 ? at - (at % sliceSize) + sliceSize : end;
    const next = Math.min(end, sliceEnd, at + BLOCK) | 0;
    changeRow(change, at, next);
    at = next;
  }
}

function changeRow(
  { x, out, sliceSize, by: { from, over, weights, sourceLike, targetLike }, exp, fill }: Change,
  begin: number,
  end: number,
): void {
  const rowOf = ({ numbers, per }: NumbersInOrder): Row => {
    const isSingle = per === 'call' || (per === 'slice' && sliceSize > 1);
    if (!isSingle) return { numbers, at: begin, step: 1 };
    return { numbers, at: per === 'slice' ? (begin / sliceSize) | 0 : 0, step: 0 };
  };
  let values = x;
  if (from) values = subtractRow(values, rowOf(from), out, begin, end);
  if (over) values = divideRow(values, rowOf(over), out, begin, end);
  if (exp) values = expRow(values, out, begin, end);
  if (weights) values = multiplyRow(values, rowOf(weights), out, begin, end);
  if (sourceLike && targetLike) {
    keepRow(values, rowOf(sourceLike), rowOf(targetLike), fill, out, begin, end);
  }
}
