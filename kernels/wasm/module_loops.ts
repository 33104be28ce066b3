/** Runs calls in the module where it supports them: 32-bit values in the heap, at sites with one index to six. */
import type { Numbers } from '../call/dtypes.js';
import { checkAll, type FindExtremes, findExtremes } from '../call/bounds.js';
import { bitsOf, type EndSites, type HostLoops, PLAIN_LOOPS } from '../cpu/host.js';
import { areIn, factorLoops, fusedLoops } from './row_loops.js';
import { ExtremesField } from './fields.js';
import { BYTES, canWalk, type Module, type WalkSites, walkSites } from './module.js';

/** The number of indices that the module reads at once. */
const LANES = 4;

/** Makes loops that try the module first, and use the host's loops for what it does not support. */
export function moduleLoops(module: Module): HostLoops {
  /** Runs a call with a function of the module. Returns null if there is none. */
  const runCall = (
    walk: WalkSites | undefined,
    { end, indices }: EndSites,
    addressed: Numbers,
    values: Numbers,
    fill?: number,
  ): { drops: boolean } | null => {
    if (!walk || !canWalk(end.geometry) || !areIn(module, [indices, addressed, values]))
      return null;
    const call = {
      end,
      indices: indices.byteOffset,
      addressed: addressed.byteOffset,
      values: values.byteOffset,
      fill,
    };
    const drops = walkSites(module, walk, call);
    // Throws for the index.
    if (drops && end.outOfBounds !== 'drop') checkAll(end, indices);
    return { drops };
  };
  const walkFor = (stem: string, { end }: EndSites) =>
    module.walks[stem + (end.geometry.sliceSize > 1 ? 'Rows' : 'Singles')];
  return {
    gather(sites, data, out, fill) {
      const bits = bitsOf(fill ?? 0, out);
      const done = runCall(walkFor('gather', sites), sites, data, out, bits);
      if (!done) return PLAIN_LOOPS.gather(sites, data, out, fill);
      return !done.drops;
    },
    fill(sites, value, out) {
      const done = runCall(walkFor('fill', sites), sites, out, out, bitsOf(value, out));
      if (!done) PLAIN_LOOPS.fill(sites, value, out);
    },
    fillDropped(sites, value, out) {
      const done = runCall(module.walks.fillDropped, sites, out, out, bitsOf(value, out));
      if (!done) PLAIN_LOOPS.fillDropped(sites, value, out);
    },
    combine(combination, sites, updates, out) {
      const kind = out instanceof Float32Array ? 'F' : 'I';
      const stem = combination === 'replace' ? combination : combination + kind;
      const done = runCall(walkFor(stem, sites), sites, out, updates);
      if (!done) PLAIN_LOOPS.combine(combination, sites, updates, out);
    },
    ...fusedLoops(module),
    ...factorLoops(module),
  };
}

/** Makes a function that finds extremes in the module, if the indices are in its heap. */
export const extremesIn =
  (module: Module): FindExtremes =>
  (indices, width) => {
    const whole = indices.length & -LANES;
    const find = whole > 0 && LANES % width === 0 ? module.walks.extremes : undefined;
    if (!find || !areIn(module, [indices])) return findExtremes(indices, width);
    const fields = module.fields();
    fields[ExtremesField.begin] = indices.byteOffset;
    fields[ExtremesField.end] = indices.byteOffset + whole * BYTES;
    find(module.call);
    const rest = [...indices.subarray(whole)];
    return Array.from({ length: width }, (_, k) => {
      const ofK = (lanes: Int32Array) => [...lanes, ...rest].filter((_, i) => i % width === k);
      return [
        Math.min(...ofK(fields.subarray(0, LANES))),
        Math.max(...ofK(fields.subarray(LANES, 2 * LANES))),
      ] as const;
    });
  };
