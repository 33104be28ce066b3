/**
 * Another way to order sites by slice, for GPUs: it counts the sites of each slice instead of sorting digits. It
 * writes the same pairs as `kernels/webgpu/sort.ts`. The benchmark of GPUs compares the two, in bits and in time.
 *
 *     count          atomic counters give each site a rank among the sites of its slice
 *     total, start   prefix sums of the counts: where the row of each slice begins; rows that are not short are listed
 *     place          each pair goes to the row of its slice, by its rank
 *     short          a thread sorts a row of up to SHORT sites
 *     medium         a workgroup sorts a row of up to 2,048 sites in its own memory
 *     long           for each longer row and 65,536 numbers of sites, a workgroup sets bits and lists them in order
 *
 * Lists of rows are made and read on the GPU, so workgroups walk them in grids of a fixed size.
 */
import type { TensorInfo } from '@tensorflow/tfjs-core';
import type { Indexed } from '../../kernels/call/ends.js';
import { cachedOrder } from '../../kernels/webgpu/cached_orders.js';
import type { Memory } from '../../kernels/webgpu/memory.js';
import { sortSites as sortDigits } from '../../kernels/webgpu/sort.js';
import { sliceOf } from '../../kernels/webgpu/wgsl_slices.js';

/** How sites are ordered from now on. Reversed, counters see them from last to first. */
export const ordering = { isCounted: false, isReversed: false };

/** On a CPU, a barrier costs each thread microseconds. On a GPU, workgroups should be full. */
const ON_CPU = { THREADS: 4, SHORT: 256 };
const ON_GPU = { THREADS: 256, SHORT: 32 };

/** The programs of single threads have workgroups that suit any adapter. */
const SINGLE = ['count', 'place', 'short'];
const SINGLE_THREADS = 64;

/** The most sites in a medium row; the numbers of sites in a chunk of a long one; the counts that a workgroup adds up. */
const MEDIUM = 2048;
const CHUNK = 2 ** 16;
const SUMMED = 4096;

const MAIN = `(@builtin(workgroup_id) wg : vec3<u32>, @builtin(num_workgroups) wgs : vec3<u32>,
    @builtin(local_invocation_index) thread : u32) {
  let t = i32(thread);
  let group = i32(wg.y * wgs.x + wg.x);
  let groups = i32(wgs.x * wgs.y);`;

/** All programs; each binds the arrays that it uses. */
const CODE = `
override THREADS : i32;
override SHORT : i32;

struct Numbers { sites : i32, slices : i32, chunks : i32, longsAt : i32, isReversed : i32 }
@group(0) @binding(0) var<uniform> u : Numbers;
@group(0) @binding(1) var<storage, read_write> keys : array<i32>;
@group(0) @binding(2) var<storage, read_write> counts : array<atomic<i32>>;
@group(0) @binding(3) var<storage, read_write> ranks : array<i32>;
@group(0) @binding(4) var<storage, read_write> totals : array<i32>;
@group(0) @binding(5) var<storage, read_write> starts : array<i32>;
@group(0) @binding(6) var<storage, read_write> heads : array<atomic<i32>>;
@group(0) @binding(7) var<storage, read_write> lists : array<i32>;
@group(0) @binding(8) var<storage, read_write> pairs : array<vec2<i32>>;
@group(0) @binding(9) var<storage, read_write> unordered : array<vec2<i32>>;

@compute @workgroup_size(THREADS) fn count${MAIN}
  for (var i = group * THREADS + t; i < u.sites; i += groups * THREADS) {
    let site = select(i, u.sites - 1 - i, u.isReversed != 0);
    ranks[site] = atomicAdd(&counts[keys[site]], 1);
  }
}

var<workgroup> sum : atomic<i32>;

@compute @workgroup_size(THREADS) fn total${MAIN}
  let end = min((group + 1) * ${SUMMED}, u.slices + 1);
  var own = 0;
  for (var row = group * ${SUMMED} + t; row < end; row += THREADS) { own += atomicLoad(&counts[row]); }
  atomicAdd(&sum, own);
  workgroupBarrier();
  if (t == 0) { totals[group] = atomicLoad(&sum); }
}

var<workgroup> sums : array<i32, THREADS>;

/** The sum of the values of all threads before this one. */
fn sumBefore(t : i32, value : i32) -> i32 {
  sums[t] = value;
  for (var d = 1; d < THREADS; d *= 2) {
    workgroupBarrier();
    let other = select(0, sums[max(t - d, 0)], t >= d);
    workgroupBarrier();
    sums[t] += other;
  }
  workgroupBarrier();
  return sums[t] - value;
}

// Nobody reads the order of dropped sites, whose row is the last.
@compute @workgroup_size(THREADS) fn start${MAIN}
  var own = 0;
  for (var other = t; other < group; other += THREADS) { own += totals[other]; }
  atomicAdd(&sum, own);
  let first = group * ${SUMMED} + t * (${SUMMED} / THREADS);
  let end = min(first + ${SUMMED} / THREADS, u.slices + 1);
  own = 0;
  for (var row = first; row < end; row++) { own += atomicLoad(&counts[row]); }
  let inGroup = sumBefore(t, own);
  var at = atomicLoad(&sum) + inGroup;
  for (var row = first; row < end; row++) {
    let length = atomicLoad(&counts[row]);
    starts[row] = at;
    at += length;
    if (length <= SHORT || row == u.slices) { continue; }
    if (length <= ${MEDIUM}) { lists[atomicAdd(&heads[0], 1)] = row; }
    else { lists[u.longsAt + atomicAdd(&heads[1], 1)] = row; }
  }
}

@compute @workgroup_size(THREADS) fn place${MAIN}
  for (var i = group * THREADS + t; i < u.sites; i += groups * THREADS) {
    pairs[starts[keys[i]] + ranks[i]] = vec2<i32>(keys[i], i);
  }
}

// Inserts sites one by one: rows are nearly in order already.
@compute @workgroup_size(THREADS) fn short${MAIN}
  for (var i = group * THREADS + t; i < u.slices; i += groups * THREADS) {
    let length = atomicLoad(&counts[i]);
    if (length < 2 || length > SHORT) { continue; }
    let start = starts[i];
    for (var a = start + 1; a < start + length; a++) {
      let site = pairs[a].y;
      var b = a;
      while (b > start) {
        let other = pairs[b - 1].y;
        if (other < site) { break; }
        pairs[b].y = other;
        b--;
      }
      pairs[b].y = site;
    }
  }
}

var<workgroup> items : i32;
var<workgroup> row : vec2<i32>;
var<workgroup> sites : array<i32, ${MEDIUM}>;

// A bitonic sort.
@compute @workgroup_size(THREADS) fn medium${MAIN}
  if (t == 0) { items = min(atomicLoad(&heads[0]), u.sites); }
  let end = workgroupUniformLoad(&items);
  for (var item = group; item < end; item += groups) {
    if (t == 0) { row = vec2<i32>(starts[lists[item]], atomicLoad(&counts[lists[item]])); }
    let at = workgroupUniformLoad(&row);
    var size = 2;
    while (size < at.y) { size *= 2; }
    for (var j = t; j < size; j += THREADS) {
      sites[j] = select(0x7fffffff, pairs[at.x + min(j, at.y - 1)].y, j < at.y);
    }
    for (var k = 2; k <= size; k *= 2) {
      for (var d = k / 2; d > 0; d /= 2) {
        workgroupBarrier();
        for (var j = t; j < size / 2; j += THREADS) {
          let a = (j / d) * d + j;
          let low = sites[a];
          let high = sites[a + d];
          if ((low > high) == ((a & k) == 0)) {
            sites[a] = high;
            sites[a + d] = low;
          }
        }
      }
    }
    workgroupBarrier();
    for (var j = t; j < at.y; j += THREADS) { pairs[at.x + j].y = sites[j]; }
    workgroupBarrier();
  }
}

const WORDS = ${CHUNK / 32};
var<workgroup> bits : array<atomic<u32>, WORDS>;

// A workgroup for each long row and chunk of sites.
@compute @workgroup_size(THREADS) fn long${MAIN}
  if (t == 0) { items = atomicLoad(&heads[1]) * u.chunks; }
  let end = workgroupUniformLoad(&items);
  for (var item = group; item < end; item += groups) {
    for (var w = t; w < WORDS; w += THREADS) { atomicStore(&bits[w], 0u); }
    if (t == 0) { atomicStore(&sum, 0); }
    workgroupBarrier();
    let slice = lists[u.longsAt + item / u.chunks];
    let least = (item % u.chunks) * ${CHUNK};
    let start = starts[slice];
    let length = atomicLoad(&counts[slice]);
    var lower = 0;
    for (var j = t; j < length; j += THREADS) {
      let site = unordered[start + j].y - least;
      if (site < 0) { lower++; }
      else if (site < ${CHUNK}) { atomicOr(&bits[site >> 5u], 1u << (u32(site) & 31u)); }
    }
    atomicAdd(&sum, lower);
    workgroupBarrier();
    let first = t * (WORDS / THREADS);
    var own = 0;
    for (var w = first; w < first + WORDS / THREADS; w++) {
      own += i32(countOneBits(atomicLoad(&bits[w])));
    }
    let inChunk = sumBefore(t, own);
    var at = start + atomicLoad(&sum) + inChunk;
    for (var w = first; w < first + WORDS / THREADS; w++) {
      for (var left = atomicLoad(&bits[w]); left != 0u; left &= left - 1u) {
        pairs[at].y = least + w * 32 + i32(countTrailingZeros(left));
        at++;
      }
    }
    workgroupBarrier();
  }
}
`;

/** The bindings of the arrays that each program uses. */
const BOUND = {
  count: [1, 2, 3],
  total: [2, 4],
  start: [2, 4, 5, 6, 7],
  place: [1, 3, 5, 8],
  short: [2, 5, 8],
  medium: [2, 5, 6, 7, 8],
  long: [2, 5, 6, 7, 8, 9],
};

/** The numbers of workgroups that run each program. */
type Groups = Partial<Record<keyof typeof BOUND, number>>;

/**
 * Returns the order of a call's sites, made in the way that `ordering` says. Takes the place of the function in
 * `kernels/webgpu/sort.ts`.
 * @public
 */
export function sortSites(end: Indexed, memory: Memory): TensorInfo {
  if (!ordering.isCounted) return sortDigits(end, memory);
  return cachedOrder(end, memory, (pairs) => {
    countSites(end, pairs, memory);
  });
}

function countSites(end: Indexed, pairs: TensorInfo, memory: Memory): void {
  const { dataSize, sliceSize, siteCount: sites } = end.geometry;
  const slices = dataSize / sliceSize;
  const constants = isOnCpu(memory.backend.device) ? ON_CPU : ON_GPU;
  const groups = Math.ceil((slices + 1) / SUMMED);
  const chunks = Math.ceil(sites / CHUNK);
  const longsAt = Math.ceil(sites / constants.SHORT);
  const integers = (count: number) => memory.integers(count, 'for the order of sites');
  const unordered = sites > MEDIUM ? integers(2 * sites) : pairs;
  const arrays = [
    keysOf(end, slices, memory),
    memory.clear(integers(slices + 1)),
    integers(sites),
    integers(groups),
    integers(slices + 1),
    memory.clear(integers(2)),
    integers(longsAt + Math.ceil(sites / MEDIUM)),
    pairs,
    unordered,
  ];
  const numbers = [sites, slices, chunks, longsAt, Number(ordering.isReversed)];
  const run = runner(constants, numbers, arrays, memory);
  const threads = (count: number) => Math.ceil(count / SINGLE_THREADS);
  // Fewer walk the lists, whose lengths only the GPU knows.
  const few = (most: number) => Math.min(most, isOnCpu(memory.backend.device) ? 16 : 2048);
  const short = { short: threads(slices), medium: few(longsAt) };
  run({ count: threads(sites), total: groups, start: groups, place: threads(sites), ...short });
  if (sites <= MEDIUM) return;
  // Workgroups read a long row while others write it.
  memory.copy(pairs, unordered);
  run({ long: few(Math.ceil(sites / MEDIUM) * chunks) });
}

/** Returns whether the adapter computes on the CPU, or the browser does not say. */
function isOnCpu({ adapterInfo }: { adapterInfo?: { isFallbackAdapter?: boolean } }): boolean {
  return adapterInfo?.isFallbackAdapter !== false;
}

/** The slice of each site; for dropped sites, the number of slices. */
function keysOf(end: Indexed, slices: number, memory: Memory): TensorInfo {
  const { siteCount } = end.geometry;
  const keys = memory.integers(siteCount, 'for the slices of sites');
  memory.run({
    ...sliceOf(end),
    name: 'SliceOfSites',
    output: keys,
    threads: siteCount,
    numbers: { slices },
    body: `  let slice = sliceOf(i);
  result[i] = select(slice, uniforms.slices, slice < 0);`,
  });
  return keys;
}

const pipelines = new Map<string, GPUComputePipeline>();

/** Returns a function that runs programs in tfjs' next submission. */
function runner(
  constants: Record<string, number>,
  numbers: number[],
  arrays: TensorInfo[],
  { backend }: Memory,
): (groups: Groups) => void {
  const { device } = backend;
  const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
  const uniforms = device.createBuffer({ size: 32, usage });
  device.queue.writeBuffer(uniforms, 0, new Int32Array(numbers));
  const bufferOf = ({ dataId }: TensorInfo): GPUBuffer => {
    backend.uploadToGPU(dataId);
    backend.commandQueueOwnedIds.add(dataId);
    return backend.tensorMap.get(dataId).resource as GPUBuffer;
  };
  const buffers = [uniforms, ...arrays.map(bufferOf)];
  const pipelineOf = (entryPoint: string) => {
    const module = device.createShaderModule({ code: CODE });
    const single: Record<string, number> = SINGLE.includes(entryPoint)
      ? { THREADS: SINGLE_THREADS }
      : {};
    const compute = { module, entryPoint, constants: { ...constants, ...single } };
    const pipeline = device.createComputePipeline({ layout: 'auto', compute });
    pipelines.set(entryPoint, pipeline);
    return pipeline;
  };
  return (groups) => {
    backend.ensureCommandEncoderReady();
    backend.endComputePassEncoder();
    const pass = backend.commandEncoder.beginComputePass();
    for (const [name, count] of Object.entries(groups)) {
      const pipeline = pipelines.get(name) ?? pipelineOf(name);
      const entries = [0, ...BOUND[name as keyof Groups]].map((binding) => ({
        binding,
        resource: { buffer: buffers[binding] },
      }));
      const layout = pipeline.getBindGroupLayout(0);
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, device.createBindGroup({ layout, entries }));
      const x = count < 2 ** 16 ? count : Math.ceil(Math.sqrt(count));
      pass.dispatchWorkgroups(x, Math.ceil(count / x));
    }
    pass.end();
  };
}
