/**
 * Runs calls in the module where it supports them: 32-bit values in the heap, at sites with one index to
 * six. At an index out of bounds, the host's loops take over for one block of sites.
 */
import type { Numbers } from '../call/dtypes.js';
import { type FindExtremes, findExtremes } from '../call/index_ranges.js';
import { bitsOf, BLOCK, type HostLoops, offsetOf, PLAIN_LOOPS, type Sites } from '../cpu/host.js';
import { factorLoops } from './factor_loops.js';
import { areIn, BYTES, fusedLoops } from './fused_loops.js';
import { ExtremesField, Field, FIELDS, MOST_INDICES, OffsetsField } from './fields.js';
import type { Module, WalkSites } from './module.js';

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
    const walk = module.walks[stem + (sliceSize > 1 ? 'Rows' : 'Singles')];
    const isInHeap = areIn(heapOf(), [indices, addressed, isNumber ? null : values]);
    if (!walk || !isInHeap || depth < 1 || depth > MOST_INDICES || sliceSize < 1) {
      host(sites);
      return;
    }
    const valuesAt = (site: number) =>
      isNumber ? values : values.byteOffset + site * sliceSize * BYTES;
    const walkFrom = walker(module, walk, heapOf(), sites, addressed.byteOffset, valuesAt);
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
  { call, walks }: Module,
  walk: WalkSites,
  heap: ArrayBufferLike,
  { end, indices }: Sites,
  addressed: number,
  valuesAt: (site: number) => number,
): (first: number) => number {
  const { geometry, wrapNegatives } = end;
  const { siteShape, siteStrides, siteCount, indexSizes, indexStrides, sliceSize } = geometry;
  const fields = new Int32Array(heap, call, FIELDS);
  const depth = indexSizes.length;
  const inner = siteShape.length - 1;
  const length = siteShape[inner];
  const plane = inner > 0 ? length * siteShape[inner - 1] : length;
  fields[Field.jump] = inner > 0 ? siteStrides[inner - 1] * BYTES : 0;
  fields[Field.step] = siteStrides[inner] * BYTES;
  fields[Field.bytes] = sliceSize * BYTES;
  fields[Field.wraps] = wrapNegatives && depth === 1 ? -1 : 0;
  fields[Field.size] = depth === 1 ? indexSizes[0] : NO_OFFSET;
  fields[Field.stride] = depth === 1 ? indexStrides[0] * BYTES : BYTES;
  const offsets = depth === 1 ? null : offsetter(call + FIELDS * BYTES, walks, heap, end);
  return (first) => {
    let done = first;
    while (done < siteCount) {
      const begun = done % length;
      const most = offsets ? BLOCK : plane;
      const isPart = begun > 0 || length > most;
      const lines = isPart ? 1 : (Math.min(plane - (done % plane), most) / length) | 0;
      const count = isPart ? Math.min(length - begun, most) : length;
      const at = indices.byteOffset + done * depth * BYTES;
      if (offsets && !offsets.write(at, lines * count)) return done;
      fields[Field.data] = addressed + offsetOf(geometry, done) * BYTES;
      fields[Field.indices] = offsets ? offsets.address : at;
      fields[Field.values] = valuesAt(done);
      fields[Field.lines] = lines;
      fields[Field.count] = count;
      const walked = walk(call);
      done += walked;
      if (walked < lines * count) return done;
    }
    return done;
  };
}

/** Greater than all offsets. */
const NO_OFFSET = 2 ** 31 - 1;

/** Computes offsets from tuples of several indices, of at most a block of sites at a time. */
function offsetter(
  call: number,
  { offsets }: Module['walks'],
  heap: ArrayBufferLike,
  { geometry: { indexSizes, indexStrides }, wrapNegatives }: Sites['end'],
) {
  const fields = new Int32Array(heap, call, FIELDS);
  const address = call + FIELDS * BYTES;
  fields[OffsetsField.offsets] = address;
  fields[OffsetsField.tuple] = indexSizes.length * BYTES;
  fields[OffsetsField.wraps] = wrapNegatives ? -1 : 0;
  indexSizes.forEach((size, k) => {
    fields[OffsetsField.sizes + k] = size;
    fields[OffsetsField.strides + k] = indexStrides[k];
  });
  return {
    address,
    write(indices: number, count: number) {
      fields[OffsetsField.indices] = indices;
      fields[OffsetsField.count] = count;
      return offsets?.(call) === count;
    },
  };
}
