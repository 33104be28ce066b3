/**
 * The sites of a gradient in the heap. The memory of updates' gradient first holds the address of each
 * site's place, in the first word of its slice; see assembly/gradients.ts.
 */
import type { GradientPlan } from '../contract/gradient_plan.js';
import { DIFFERENTIATES_SLICES_FROM, forEachRun } from '../cpu/host.js';
import type { RunConsumer } from '../cpu/host.js';
import type { GradientLoop, Module } from './module.js';
import { BYTES, loopOver } from './site_loop.js';

/** The addresses of tensors; 0 for those that a call lacks. */
export type Addresses = Record<
  'dy' | 'indices' | 'data' | 'updates' | 'output' | 'toData' | 'toUpdates',
  number
>;

/** A call of a gradient's kernel whose tensors are in the heap. */
export interface HeapCall {
  plan: GradientPlan;
  module: Module;
  at: Addresses;
  /** The heap's memory. */
  buffer: ArrayBufferLike;
  /** Allocates one number for each place; hands on their address, and the heap's memory from then on. */
  withStatistic: (use: (address: number, buffer: ArrayBufferLike) => void) => void;
}

/** Places of data by their addresses, in ranges: from and to, in turn, in bytes from the first. */
export interface Places {
  call: HeapCall;
  start: number;
  /** The length of all. */
  size: number;
  /** Where updates land; all of data if slices are short. */
  touched: number[];
  /** The rest. */
  untouched: number[];
}

/** Resolves the sites in the array at `start`, or else in one that lasts until `use` is done. */
export function withPlaces(call: HeapCall, start: number, use: (places: Places) => void): void {
  if (start) {
    use(resolve(call, start));
  } else {
    call.withStatistic((address, buffer) => {
      use(resolve({ ...call, buffer }, address));
    });
  }
}

/** Writes the address of each site's place in an array of data's shape that begins at `start`. */
export function resolve(call: HeapCall, start: number): Places {
  const { plan, buffer, at } = call;
  const { siteCount, sliceSize, dataSize } = plan.geometry;
  const slots = new Int32Array(buffer, at.toUpdates, siteCount * sliceSize);
  // Dropped sites have none.
  if (plan.attributes.outOfBounds === 'drop') slots.fill(0);
  const slotOf = (site: number) => at.toUpdates + site * sliceSize * BYTES;
  overIndices(call, 'address', start, slotOf, (offsets, begin, end, first) => {
    for (let i = begin, to = first * sliceSize; i < end; i++, to += sliceSize) {
      slots[to] = start + offsets[i] * BYTES;
    }
  });
  const size = dataSize * BYTES;
  const touched =
    sliceSize < DIFFERENTIATES_SLICES_FROM ? [0, size] : touchedRanges(call, start, slots);
  return { call, start, size, touched, untouched: [0, ...touched, size] };
}

/** Writes dy where no update lands, and zeros elsewhere. */
export function writeUntouched(call: HeapCall): void {
  const { plan, module, buffer, at } = call;
  const { dataSize, sliceSize } = plan.geometry;
  module.copy(at.toData, at.dy, dataSize * BYTES);
  const values = new Int32Array(buffer, at.toData, dataSize);
  const zero = () => 0;
  overIndices(call, 'fill', at.toData, zero, (offsets, begin, end) => {
    for (let i = begin; i < end; i++) values.fill(0, offsets[i], offsets[i] + sliceSize);
  });
}

/** Goes over all sites by the module's loop, and by `consume` over those that it leaves. */
function overIndices(
  { plan, module, buffer, at }: HeapCall,
  op: string,
  start: number,
  valueAt: (site: number) => number,
  consume: RunConsumer,
): void {
  const { siteCount, indexSizes } = plan.geometry;
  const indices = new Int32Array(buffer, at.indices, siteCount * indexSizes.length);
  forEachRun(plan, indices, consume, loopOver(module, op, plan, at.indices, start, valueAt));
}

/** Finds the slices where updates land, by marks in memory that is written later, where there is any. */
function touchedRanges({ plan, at, buffer }: HeapCall, start: number, slots: Int32Array): number[] {
  const { dataSize, sliceSize } = plan.geometry;
  const bytes = sliceSize * BYTES;
  const sliceCount = dataSize / sliceSize;
  const memory = start === at.output ? at.toData : start;
  const marks = memory
    ? new Uint8Array(buffer, memory, sliceCount).fill(0)
    : new Uint8Array(sliceCount);
  for (let slot = 0; slot < slots.length; slot += sliceSize) {
    if (slots[slot] !== 0) marks[((slots[slot] - start) >>> 0) / bytes] = 1;
  }
  const ranges: number[] = [];
  // Ends as if behind the last slice came one without updates.
  for (let i = 0; i <= sliceCount; i++) {
    const landed = i < sliceCount ? marks[i] : 0;
    if (landed !== ranges.length % 2) ranges.push(i * bytes);
  }
  return ranges;
}

/** Runs a loop over ranges of places; `to` is the distance to the gradient that it writes. */
export function overRanges(
  { start }: Places,
  ranges: number[],
  loop: GradientLoop,
  to = 0,
  own = 0,
  a = 0,
  b = 0,
): void {
  for (let i = 0; i < ranges.length; i += 2) {
    const place = start + ranges[i];
    loop(place, place + to, 1, 0, ranges[i + 1] - ranges[i], own, a, b);
  }
}

/** Runs a loop over the slices of all sites, whose operands are the updates. */
export function overSites({ call }: Places, loop: GradientLoop, a = 0, b = 0, forwards = 1): void {
  const { at, plan } = call;
  const { siteCount, sliceSize } = plan.geometry;
  const bytes = sliceSize * BYTES;
  const slot = at.toUpdates + (forwards > 0 ? 0 : (siteCount - 1) * bytes);
  loop(0, slot, siteCount, forwards * bytes, bytes, at.updates - at.toUpdates, a, b);
}
