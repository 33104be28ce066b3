/**
 * The gradients of scatters by the module: what kernels/cpu/gradients_*.ts compute, with the same bits.
 */
import type { KernelReduction } from '../contract/reductions.js';
import { overRanges, overSites, resolve, withPlaces, writeUntouched } from './gradient_sites.js';
import type { HeapCall } from './gradient_sites.js';
import type { GradientLoop } from './module.js';

/** Fills the gradients and returns true, or returns false with any values in them. */
type Gradients = (call: HeapCall, includeSelf: boolean) => boolean;

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
  const { reduction, includeSelf } = attributes;
  if (sliceSize * dataSize === 0 || siteCount > MOST_SITES) return false;
  return GRADIENTS[reduction]?.(call, includeSelf) ?? false;
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
function extremumGradients(call: HeapCall, includeSelf: boolean): boolean {
  const { at, module } = call;
  const { countAttaining, divideByCounts, shareOut, take } = module.loops;
  if (!at.toUpdates) return false;
  if (at.toData && !includeSelf) writeUntouched(call);
  const toData = includeSelf ? at.toData : 0;
  withPlaces(call, toData, (places) => {
    const { start, touched, untouched } = places;
    const [data, output, dy] = [at.data - start, at.output - start, at.dy - start];
    // Leaves zeros.
    overRanges(places, touched, take);
    if (includeSelf) overRanges(places, touched, countAttaining, 0, data, output);
    overSites(places, countAttaining, output);
    overRanges(places, touched, divideByCounts, 0, 0, 0, dy);
    overSites(places, shareOut, output);
    if (!toData) return;
    overRanges(places, touched, shareOut, 0, data, output);
    overRanges(places, untouched, copying(call), 0, 0, 0, dy);
  });
  return true;
}

/** Divides the output by each factor, unless a product is 0 or NaN: then it tells not enough. */
function productGradients(call: HeapCall, includeSelf: boolean): boolean {
  const { at, module } = call;
  const { timesOthers, keepFinite } = module.loops;
  if (!at.toUpdates) return false;
  const places = resolve(call, at.output);
  const { touched, untouched } = places;
  let hasZeros = 0;
  overRanges(places, touched, (place, _slot, _count, _step, bytes) => {
    hasZeros ||= module.holdsZeroOrNaN(place, bytes);
  });
  if (hasZeros) return false;
  const dy = at.dy - at.output;
  overSites(places, timesOthers, 0, dy);
  if (!at.toData) return true;
  if (includeSelf) {
    const [to, own] = [at.toData - at.output, at.data - at.toData];
    overRanges(places, touched, timesOthers, to, own, 0, dy);
    overRanges(places, untouched, keepFinite, to, own, 0, dy);
  } else writeUntouched(call);
  return true;
}

function copying({ module }: HeapCall): GradientLoop {
  return (place, slot, _count, _step, bytes, _own, _a, b) => {
    module.copy(slot, place + b, bytes);
  };
}
