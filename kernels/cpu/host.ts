/**
 * Kernels over memory that the host can read. Other backends import them from here: with plain loops, and without the
 * parts that only the cpu backend needs. An output starts from a copy, a tensor that is given up or a number; then values
 * are read and combined with it, in row-major order. Strings are UTF-8 bytes.
 */
import { checkAll, mayThrow, rangesIn } from '../call/bounds.js';
import {
  asIndices,
  asNumbers,
  asStrings,
  type Limits,
  type Numbers,
  type NumericDtype,
} from '../call/dtypes.js';
import {
  type DotPlan,
  type FusedPlan,
  type GatherPlan,
  hasNoValues,
  isProduct,
  type Plan,
  type ScatterPlan,
} from '../call/plan.js';
import { isPlain } from '../call/reads.js';
import type { Combination } from '../call/reductions.js';
import { viewAs } from '../call/shapes.js';
import type { BackendKernels } from '../registry/backend_kernels.js';
import type { AnyBackend } from '../tfjs/seam.js';
import { type FusedDot, type HostCall, type HostLoops, PLAIN_LOOPS } from './loops.js';
import {
  copiedMemory,
  type HostMemory,
  type HostOutput,
  NO_BYTES,
  sitesAt,
  toTruth,
} from './memory.js';
import { hostRead, startingAt, withReader } from './reads.js';
import {
  type EndSites,
  fillSites,
  forEachBlock,
  forEachPlace,
  partOfLine,
  writeOffsets,
} from './sites.js';
import { BLOCK, VALUES_AT_ONCE } from './strategy.js';

export * from './loops.js';
export { bitsOf, copiedMemory, type HostMemory, type HostOutput, sitesAt } from './memory.js';
export { offsetsIn, type Order, orderSites } from './order.js';
export { shareOf } from './reads.js';
export { addressDistinctSlices, type EndSites, offsetOf } from './sites.js';
export { BLOCK } from './strategy.js';

/**
 * Kernels that read values back, compute on the host and write the result, for the calls that GPUs and wasm leave to it.
 * Those compute sparse products themselves, so bundles need no other loops for them.
 */
export const hostKernels: BackendKernels = /* @__PURE__ */ hostKernelsOver(
  /* @__PURE__ */ hostOver(copiedMemory, PLAIN_LOOPS),
  () => {
    throw new Error('No backend leaves sparse products to the host.');
  },
);

const HIGHEST = (2 - 2 ** -23) * 2 ** 127;

const LIMITS: Record<NumericDtype, Limits> = {
  float32: { lowest: -HIGHEST, highest: HIGHEST, exactIntegers: 2 ** 24 },
  int32: { lowest: -(2 ** 31), highest: 2 ** 31 - 1, exactIntegers: 2 ** 31 - 1 },
  bool: { lowest: 0, highest: 1, exactIntegers: 1 },
};

/** A backend as the host's kernels see it. */
export interface Host {
  memory: HostMemory;
  loops: HostLoops;
}

/** Returns the host of each backend, which is made once. */
export function hostOver(
  memoryOf: (backend: AnyBackend) => HostMemory,
  loops: HostLoops,
): (backend: AnyBackend) => Host {
  const hosts = new WeakMap<AnyBackend, Host>();
  return (backend) => {
    const host = hosts.get(backend) ?? { memory: memoryOf(backend), loops };
    hosts.set(backend, host);
    return host;
  };
}

/** Makes kernels over memory that the host can read. */
export function hostKernelsOver(
  hostOf: (backend: AnyBackend) => Host,
  products: typeof runProduct,
): BackendKernels {
  return {
    run(plan, backend) {
      const { memory, loops } = hostOf(backend);
      const output = outputOf(plan, memory);
      const call = { memory, output, loops };
      try {
        if (isProduct(plan)) products(plan, call);
        else if (plan.target) scatter(plan, call);
        else gather(plan, call);
        return output.finish();
      } catch (error) {
        output.discard();
        throw error;
      }
    },
    // The host's values may change, so nothing is kept.
    indexRanges: (indices, width, backend) =>
      rangesIn(asIndices(hostOf(backend).memory.read(indices)), width),
    knownValues: (tensor, backend) => hostOf(backend).memory.read(tensor),
    limits: (dtype) => LIMITS[dtype],
  };
}

/** Makes the output of a call, which holds what the call starts from. */
function outputOf(plan: Plan, memory: HostMemory): HostOutput {
  const { shape, dtype } = plan;
  const start = plan.kind === 'dot' ? null : plan.start;
  if (start?.tensor) {
    if (!start.isGivenUp) return memory.copyOf(start.tensor);
    const { mayBeShared } = start;
    // A call that throws leaves a variable as it was.
    if (mayBeShared && plan.target && mayThrow(plan.target)) {
      checkAll(plan.target, asIndices(memory.read(plan.target.indices)));
    }
    // The tensor may have the values in another shape.
    return memory.takeOver(viewAs(start.tensor, shape), mayBeShared);
  }
  const output = memory.output(shape, dtype);
  // Others write their whole output; a gather fills dropped sites where needed.
  if (start && plan.target && (output.holdsAny || !Object.is(start.value, 0))) {
    asNumbers(output.values).fill(start.value);
  }
  return output;
}

/** Gathers values of any dtype, or changes them in their order. Dropped sites keep what the output holds, or get `fill`. */
export function gather(plan: GatherPlan, call: HostCall): void {
  const { read, siteCount, dtype } = plan;
  const { end } = read;
  const { memory, output, loops } = call;
  if (!end.geometry || !isPlain(read)) {
    withReader(plan, siteCount, call, (readPart, sites) => {
      const from = sites && { sites, count: siteCount, offset: 0 };
      readPart(asNumbers(output.values), { from, to: null, first: 0, count: siteCount });
    });
    return;
  }
  const out = output.values;
  const data = memory.read(end.tensor);
  const sites = sitesAt(end, memory);
  if (Array.isArray(out)) {
    const strings = asStrings(data);
    forEachPlace(sites, (place, at) => {
      out[at] = strings[place];
    });
    return;
  }
  // Zeros need not be written again.
  const fills = end.outOfBounds === 'drop' && (output.holdsAny === true || !Object.is(end.fill, 0));
  loops.gather(sites, asNumbers(data), out, fills ? end.fill : null);
  if (dtype === 'bool') toTruth(out);
}

/** Scatters values of any dtype, stored or one number. */
export function scatter(plan: ScatterPlan, call: HostCall): void {
  const { target, read, valuesShape, dtype, identity, combination } = plan;
  const { end } = read;
  const { memory, output, loops } = call;
  const combineStored = (updates: Numbers) => {
    scatterNumbers(plan, call, (sites, out) => {
      loops.combine(combination, sites, updates, out);
    });
  };
  if (end.value !== null) {
    // Memory may move when an output is made, so that comes before reading.
    const numbers = memory.output(valuesShape, dtype);
    try {
      combineStored(asNumbers(numbers.values).fill(end.value));
    } finally {
      numbers.discard();
    }
  } else if (dtype !== 'string') {
    combineStored(asNumbers(memory.read(end.tensor)));
  } else {
    const out = asStrings(output.values);
    const sites = sitesAt(target, memory);
    if (identity !== null) fillSites(sites, NO_BYTES, out);
    const combineStrings = combination === 'add' ? join : replace;
    combineStrings(sites, asStrings(memory.read(end.tensor)), out);
  }
}

/** Scatters numbers that `combine` combines with the output. */
function scatterNumbers(
  { target, identity, dtype }: ScatterPlan,
  { memory, output, loops }: HostCall,
  combine: (sites: EndSites, out: Numbers) => void,
): void {
  const out = asNumbers(output.values);
  const sites = sitesAt(target, memory);
  if (identity !== null) loops.fill(sites, identity, out);
  combine(sites, out);
  // In the loops any byte but 0 is true.
  if (dtype === 'bool') toTruth(out);
}

type CombineStrings = (sites: EndSites, updates: Uint8Array[], out: Uint8Array[]) => void;

const replace: CombineStrings = (sites, updates, out) => {
  forEachPlace(sites, (place, at) => {
    out[place] = updates[at];
  });
};

/** Joins all parts of a place at the end: joining one at a time would copy the first parts again and again. */
const join: CombineStrings = (sites, updates, out) => {
  const partsOf = new Map<number, Uint8Array[]>();
  forEachPlace(sites, (place, at) => {
    const parts = partsOf.get(place);
    if (parts) parts.push(updates[at]);
    else partsOf.set(place, [out[place], updates[at]]);
  });
  for (const [place, parts] of partsOf) out[place] = joined(parts);
};

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Runs a sparse product: updates that are read from their sources, or dot products of the two rows at each site. */
export function runProduct(plan: DotPlan | FusedPlan, call: HostCall): void {
  if (plan.kind === 'dot') {
    dot(plan, call);
    return;
  }
  const { combination } = plan;
  scatterNumbers(plan, call, (target, data) => {
    if (hasNoValues(plan)) return;
    const read = hostRead(plan.read, call.memory);
    if (call.loops.combineRead?.(combination, read, target, data)) return;
    combineInBlocks(combination, plan, call);
  });
}

/** Combines all updates with an output: reads those of a block of sites at one end, and scatters them at the other. */
function combineInBlocks(combination: Combination, plan: FusedPlan, call: HostCall): void {
  const { memory, loops, output } = call;
  const { dtype, siteCount, sliceSize } = plan;
  const most = Math.min(siteCount, Math.max(1, (VALUES_AT_ONCE / sliceSize) | 0));
  const block = memory.output([most * sliceSize], dtype);
  try {
    withReader(plan, most, call, (readPart, source) => {
      // Read again, because outputs were made.
      const [updates, data] = [block, output].map(({ values }) => asNumbers(values));
      const target = sitesAt(plan.target, memory);
      for (let first = 0; first < siteCount;) {
        const to = partOfLine(target, first, most);
        const { count } = to;
        readPart(updates, { from: source && partOfLine(source, first, count), to, first, count });
        loops.combine(combination, to.sites, updates, startingAt(data, to.offset));
        first += count;
      }
    });
  } finally {
    block.discard();
  }
}

/** Writes the products at all sites, 0 where an index is out of bounds. */
function dot({ source, target, heads }: DotPlan, { memory, output, loops }: HostCall): void {
  const call: FusedDot = {
    source: sitesAt(source, memory),
    target: sitesAt(target, memory),
    x: asNumbers(memory.read(source.tensor)),
    data: asNumbers(memory.read(target.tensor)),
    heads,
    products: asNumbers(output.values),
  };
  if (!loops.dot?.(call)) plainDot(call);
}

function plainDot({ source, target, x, data, heads, products }: FusedDot): void {
  const offsets = new Int32Array(BLOCK);
  const others = new Int32Array(BLOCK);
  const perHead = target.end.geometry.sliceSize / heads;
  forEachBlock(target, (first, count) => {
    writeOffsets(offsets, target, first, count);
    writeOffsets(others, source, first, count);
    for (let i = 0, to = first * heads; i < count; i++) {
      const [from, other] = [offsets[i], others[i]];
      const isDropped = from < 0 || other < 0;
      for (let head = 0, at = 0; head < heads; head++, at += perHead, to++) {
        products[to] = isDropped ? 0 : product(data, from + at, x, other + at, perHead);
      }
    }
  });
}

/** Keeps four sums, each of every fourth product, and adds them in pairs, as SIMD code does. */
function product(a: Numbers, i: number, b: Numbers, j: number, count: number): number {
  const { fround } = Math;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let n = 0;
  for (; n + 4 <= count; n += 4, i += 4, j += 4) {
    s0 = fround(s0 + fround(a[i] * b[j]));
    s1 = fround(s1 + fround(a[i + 1] * b[j + 1]));
    s2 = fround(s2 + fround(a[i + 2] * b[j + 2]));
    s3 = fround(s3 + fround(a[i + 3] * b[j + 3]));
  }
  if (n < count) s0 = fround(s0 + fround(a[i] * b[j]));
  if (n + 1 < count) s1 = fround(s1 + fround(a[i + 1] * b[j + 1]));
  if (n + 2 < count) s2 = fround(s2 + fround(a[i + 2] * b[j + 2]));
  return fround(fround(s0 + s1) + fround(s2 + s3));
}
