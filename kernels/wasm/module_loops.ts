/**
 * Runs calls in the module where it supports them: 32-bit values in the heap, at sites with one index to
 * six. At an index out of bounds, the host's loops take over for one block of sites.
 */
import type { Numbers } from '../call/dtypes.js';
import { type FindExtremes, findExtremes } from '../call/bounds.js';
import { bitsOf, BLOCK, type HostLoops, PLAIN_LOOPS, type Sites } from '../cpu/host.js';
import { areIn, factorLoops, fusedLoops } from './row_loops.js';
import { ExtremesField } from './fields.js';
import { BYTES, canWalk, type Module, walkSites } from './module.js';

/** The number of indices that the module reads at once. */
const LANES = 4;

/** Makes loops that try the module first, and use the host's loops for arrays outside the heap. */
export function moduleLoops(module: Module): HostLoops {
  /** Runs a call with the module's functions whose names begin with `stem`. Returns whether it needed no others. */
  const runCall = (
    stem: string,
    sites: Sites,
    addressed: Numbers,
    values: Numbers | number,
    host: (left: Sites) => void,
  ): boolean => {
    const { end, indices } = sites;
    const { siteCount, sliceSize } = end.geometry;
    const isNumber = typeof values === 'number';
    const walk = module.walks[stem + (sliceSize > 1 ? 'Rows' : 'Singles')];
    const isInHeap = areIn(module, [indices, addressed, isNumber ? null : values]);
    if (!walk || !isInHeap || !canWalk(end.geometry)) {
      host(sites);
      return false;
    }
    const call = {
      end,
      indices: indices.byteOffset,
      addressed: addressed.byteOffset,
      values: isNumber ? values : values.byteOffset,
      isNumber,
    };
    let isWhole = true;
    for (let at = 0; at < siteCount;) {
      const first = walkSites(module, walk, call, at);
      at = Math.min(first + BLOCK, siteCount);
      if (first === at) continue;
      isWhole = false;
      host({ ...sites, part: { first, end: at } });
    }
    return isWhole;
  };
  return {
    gather: (sites, data, out, fill) =>
      runCall('gather', sites, data, out, (left) => {
        PLAIN_LOOPS.gather(left, data, out, fill);
      }),
    fill(sites, value, out) {
      runCall('fill', sites, out, bitsOf(value, out), (left) => {
        PLAIN_LOOPS.fill(left, value, out);
      });
    },
    combine(combination, sites, updates, out) {
      const kind = out instanceof Float32Array ? 'F' : 'I';
      const stem = combination === 'replace' ? combination : combination + kind;
      runCall(stem, sites, out, updates, (left) => {
        PLAIN_LOOPS.combine(combination, left, updates, out);
      });
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
