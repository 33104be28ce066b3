/**
 * The gradients of scatters by the module: what kernels/cpu/gradients_*.ts compute, with the same bits.
 */
import type { KernelReduction } from '../contract/reductions.js';
import { overRanges, overSites, resolve, withPlaces, writeUntouched } from './gradient_sites.js';
import type { HeapCall, Places } from './gradient_sites.js';
import type { GradientLoop } from './module.js';
import { BYTES } from './site_loop.js';

/** Fills the gradients and returns true, or returns false with any values in them. */
type Gradients = (call: HeapCall) => boolean;

const GRADIENTS: Partial<Record<KernelReduction, Gradients>> = {
  none: noneGradients,
  mul: productGradients,
  max: extremumGradients,
  min: extremumGradients,
};

/** The most counts that are exact as float32. */
const MOST_SITES = 2 ** 24 - 1;

/** Whether the module has computed the gradients; if not, they hold any values. */
export function gradientsByModule(call: HeapCall): boolean {
  const { attributes, geometry } = call.plan;
  const { siteCount, sliceSize, dataSize } = geometry;
  if (sliceSize * dataSize === 0 || siteCount > MOST_SITES) return false;
  return GRADIENTS[attributes.reduction]?.(call) ?? false;
}

/** Moves dy from its place to the last update there; those before it then find 0. */
function noneGradients(call: HeapCall): boolean {
  const { at, module } = call;
  if (!at.toUpdates) {
    writeUntouched(call);
    return true;
  }
  withPlaces(call, at.toData, (places) => {
    const { start, touched, size } = places;
    // Nothing else is read.
    const copied = at.toData ? [0, size] : touched;
    overRanges(places, copied, copying(call), 0, 0, 0, at.dy - start);
    overSites(places, module.loops.take, 0, 0, -1);
  });
  return true;
}

/** Counts the operands that attain the result, divides dy by that, and hands it out to them. */
function extremumGradients(call: HeapCall): boolean {
  const { at, module, plan } = call;
  const { includeSelf } = plan.attributes;
  const { count, divide, share, take } = module.loops;
  if (!at.toUpdates) return false;
  if (at.toData && !includeSelf) writeUntouched(call);
  const toData = includeSelf ? at.toData : 0;
  withPlaces(call, toData, (places) => {
    const { start, touched, untouched } = places;
    const [data, output, dy] = [at.data - start, at.output - start, at.dy - start];
    // Leaves zeros.
    overRanges(places, touched, take);
    if (includeSelf) overRanges(places, touched, count, 0, data, output);
    overSites(places, count, output);
    overRanges(places, touched, divide, 0, 0, 0, dy);
    overSites(places, share, output);
    if (!toData) return;
    overRanges(places, touched, share, 0, data, output);
    overRanges(places, untouched, copying(call), 0, 0, 0, dy);
  });
  return true;
}

/** Divides the output by each factor, unless a product is 0 or NaN, which tells not enough. */
function productGradients(call: HeapCall): boolean {
  const { at, module } = call;
  const { times, others } = module.loops;
  if (!at.toUpdates) return false;
  const places = resolve(call, at.output);
  let hasZeros = 0;
  overRanges(places, places.touched, (place, _slot, _count, _step, bytes) => {
    hasZeros ||= module.holdsZeroOrNaN(place, bytes);
  });
  if (!hasZeros) {
    timesProducts(places, times, 0);
    return true;
  }
  if (!at.toData) return false;
  withPlaces(call, 0, (places) => {
    const products = at.toData - places.start;
    multiplyNonZeros(places, products);
    timesProducts(places, others, products);
  });
  return true;
}

/** Counts the zeros of each place, and multiplies its other factors in the memory of data's gradient. */
function multiplyNonZeros(places: Places, products: number): void {
  const { at, plan, module, buffer } = places.call;
  const { take, multiply } = module.loops;
  const { start, touched, size } = places;
  // Leaves zeros.
  overRanges(places, touched, take);
  const ones = new Float32Array(buffer, at.toData, size / BYTES);
  overRanges(places, touched, (place, _slot, _count, _step, bytes) => {
    const begin = (place - start) / BYTES;
    ones.fill(1, begin, begin + bytes / BYTES);
  });
  if (plan.attributes.includeSelf) {
    overRanges(places, touched, multiply, 0, at.data - start, products);
  }
  overSites(places, multiply, products);
}

/** Multiplies dy by the other factors of updates and of data, by products at a distance from places. */
function timesProducts(places: Places, loop: GradientLoop, products: number): void {
  const { call, start, touched, untouched } = places;
  const { at, plan, module } = call;
  const dy = at.dy - start;
  overSites(places, loop, products, dy);
  if (!at.toData) return;
  if (!plan.attributes.includeSelf) {
    writeUntouched(call);
    return;
  }
  const [to, own] = [at.toData - start, at.data - at.toData];
  overRanges(places, touched, loop, to, own, products, dy);
  overRanges(places, untouched, module.loops.keep, to, own, 0, dy);
}

function copying({ module }: HeapCall): GradientLoop {
  return (place, slot, _count, _step, bytes, _own, _a, b) => {
    module.copy(slot, place + b, bytes);
  };
}
