/**
 * Runs calls in the module where it supports them: 32-bit values in the heap, at sites with one index or
 * two. At an index out of bounds, the host's loops take over for one block of sites.
 */
import type { Numbers } from '../call/dtypes.js';
import { type FindExtremes, findExtremes } from '../call/index_ranges.js';
import { bitsOf, BLOCK, type HostLoops, offsetOf, PLAIN_LOOPS, type Sites } from '../cpu/host.js';
import { factorLoops } from './factor_loops.js';
import { areIn, BYTES, fusedLoops } from './fused_loops.js';
import { ExtremesField, Field, FIELDS } from './fields.js';
import type { Module } from './module.js';

/** The number of indices that the module reads at once. */
const LANES = 4;

/** Makes loops that try the module first, and use the host's loops for arrays outside the heap. */
export function moduleLoops(module: Module, heapOf: () => ArrayBufferLike): HostLoops {
  /** Runs a call with the module's functions whose names begin with `stem`. */
  const runCall = (
    stem: string,
    sites: Sites,
    addressed: Numbers,
    values: Numbers | number,
    host: (left: Sites) => void,
  ): void => {
    const { end, indices } = sites;
    const { siteCount, sliceSize, indexSizes } = end.geometry;
    const depth = indexSizes.length;
    const isNumber = typeof values === 'number';
    const walk = module.walks[stem + (sliceSize > 1 ? 'Rows' : String(depth))];
    const isInHeap = areIn(heapOf(), [indices, addressed, isNumber ? null : values]);
    if (!walk || !isInHeap || depth < 1 || depth > 2 || sliceSize < 1) {
      host(sites);
      return;
    }
    const fields = new Int32Array(heapOf(), module.call, FIELDS);
    const valuesAt = (site: number) =>
      isNumber ? values : values.byteOffset + site * sliceSize * BYTES;
    const run = () => walk(module.call);
    const walkFrom = walker(run, fields, sites, addressed.byteOffset, valuesAt);
    for (let at = 0; at < siteCount;) {
      const first = walkFrom(at);
      at = Math.min(first + BLOCK, siteCount);
      if (first < at) host({ ...sites, part: { first, end: at } });
    }
  };
  return {
    gather(sites, data, out, fill) {
      runCall('gather', sites, data, out, (left) => {
        PLAIN_LOOPS.gather(left, data, out, fill);
      });
    },
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
    ...fusedLoops(module, heapOf),
    ...factorLoops(module, heapOf),
  };
}

/** Makes a function that finds extremes in the module, if the indices are in its heap. */
export const extremesIn =
  ({ walks, call }: Module, heap: ArrayBufferLike): FindExtremes =>
  (indices, width) => {
    const whole = indices.length & -LANES;
    const find = whole > 0 && LANES % width === 0 ? walks.extremes : undefined;
    if (!find || !areIn(heap, [indices])) return findExtremes(indices, width);
    const fields = new Int32Array(heap, call, 2 * LANES);
    fields[ExtremesField.begin] = indices.byteOffset;
    fields[ExtremesField.end] = indices.byteOffset + whole * BYTES;
    find(call);
    const rest = [...indices.subarray(whole)];
    return Array.from({ length: width }, (_, k) => {
      const ofK = (lanes: Int32Array) => [...lanes, ...rest].filter((_, i) => i % width === k);
      return [
        Math.min(...ofK(fields.subarray(0, LANES))),
        Math.max(...ofK(fields.subarray(LANES))),
      ] as const;
    });
  };

/**
 * Returns a function that runs all sites from a given one on: first the rest of its line, then the lines
 * that follow along the next outer dimension. It returns the first site not done, or the number of sites.
 */
function walker(
  run: () => number,
  fields: Int32Array,
  { end, indices }: Sites,
  addressed: number,
  valuesAt: (site: number) => number,
): (first: number) => number {
  const { geometry } = end;
  const { siteShape, siteStrides, siteCount, indexSizes, indexStrides, sliceSize } = geometry;
  const depth = indexSizes.length;
  const inner = siteShape.length - 1;
  const length = siteShape[inner];
  const plane = inner > 0 ? length * siteShape[inner - 1] : length;
  fields[Field.jump] = inner > 0 ? siteStrides[inner - 1] * BYTES : 0;
  fields[Field.step] = siteStrides[inner] * BYTES;
  fields[Field.wraps] = end.wrapNegatives ? -1 : 0;
  fields[Field.depth] = depth;
  fields[Field.bytes] = sliceSize * BYTES;
  fields[Field.size0] = indexSizes[0];
  fields[Field.stride0] = indexStrides[0] * BYTES;
  // A missing second index stands for index 0 of an axis of length 1.
  fields[Field.size1] = depth > 1 ? indexSizes[1] : 1;
  fields[Field.stride1] = depth > 1 ? indexStrides[1] * BYTES : 0;
  return (first) => {
    let done = first;
    while (done < siteCount) {
      const begun = done % length;
      const lines = begun > 0 ? 1 : (plane - (done % plane)) / length;
      const count = length - begun;
      fields[Field.data] = addressed + offsetOf(geometry, done) * BYTES;
      fields[Field.indices] = indices.byteOffset + done * depth * BYTES;
      fields[Field.values] = valuesAt(done);
      fields[Field.lines] = lines;
      fields[Field.count] = count;
      const walked = run();
      done += walked;
      if (walked < lines * count) return done;
    }
    return done;
  };
}
