/**
 * Another way to order sites by slice, for GPUs: it counts the sites of each slice instead of sorting digits. It
 * writes the same pairs as `kernels/webgpu/sort.ts`. The benchmark of GPUs compares the two, in bits and in time.
 *
 *     count          atomic counters give each site a rank among the sites of its slice
 *     total, start   prefix sums of the counts: where the row of each slice begins; rows that are not short are listed
 *     place          each pair goes to the row of its slice, by its rank
 *     short          a thread sorts a row of up to `short` sites
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

/** The most sites in a medium row; the numbers of sites in a chunk of a long one; the counts that a workgroup adds up. */
const MEDIUM = 2048;
const CHUNK = 2 ** 16;
const SUMMED = 4096;

/** On a CPU, a barrier costs each thread microseconds. On a GPU, workgroups should be full. */
const ON_CPU = { threads: 4, grid: 16, short: 256, perThread: 8 };
const ON_GPU = { threads: 256, grid: 2048, short: 32, perThread: 1 };

/** The numbers that all programs have as uniforms. */
type Numbers = Record<'sites' | 'slices' | 'chunks' | 'longsAt' | 'isReversed', number>;

/** The arrays that a program binds, and its code. Pairs are two integers each. */
interface Program {
  reads: string[];
  writes?: string[];
  atomics?: string[];
  code: string;
}

const main = (threads: number, body: string) => `@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) wg : vec3<u32>, @builtin(num_workgroups) wgs : vec3<u32>,
    @builtin(local_invocation_index) thread : u32) {
  let t = i32(thread);
  let group = i32(wg.y * wgs.x + wg.x);
  let groups = i32(wgs.x * wgs.y);
${body}
}
`;

/** A thread computes some of the items below `count`. */
const byThreads = (count: string, body: string) =>
  main(64, `for (var i = group * 64 + t; i < ${count}; i += groups * 64) {\n${body}\n}`);

/** A workgroup computes some of the items below `count`. Its threads have to agree on what they read from arrays. */
const byGroups = (threads: number, count: string, body: string) => `var<workgroup> items : i32;
${main(
  threads,
  `  if (t == 0) { items = ${count}; }
  let end = workgroupUniformLoad(&items);
  for (var item = group; item < end; item += groups) {
${body}
    workgroupBarrier();
  }`,
)}`;

/** WGSL for the sum of the values of all threads before this one. */
const sumBefore = (threads: number) => `var<workgroup> sums : array<i32, ${threads}>;
fn sumBefore(t : i32, value : i32) -> i32 {
  sums[t] = value;
  for (var d = 1; d < ${threads}; d *= 2) {
    workgroupBarrier();
    let other = select(0, sums[max(t - d, 0)], t >= d);
    workgroupBarrier();
    sums[t] += other;
  }
  workgroupBarrier();
  return sums[t] - value;
}
`;

const count: Program = {
  reads: ['keys'],
  writes: ['ranks'],
  atomics: ['counts'],
  code: byThreads(
    'u.sites',
    `    let site = select(i, u.sites - 1 - i, u.isReversed != 0);
    ranks[site] = atomicAdd(&counts[keys[site]], 1);`,
  ),
};

const total = (threads: number): Program => ({
  reads: ['counts'],
  writes: ['totals'],
  code: `var<workgroup> total : atomic<i32>;
${main(
  threads,
  `  var sum = 0;
  let end = min((group + 1) * ${SUMMED}, u.slices + 1);
  for (var row = group * ${SUMMED} + t; row < end; row += ${threads}) { sum += counts[row]; }
  atomicAdd(&total, sum);
  workgroupBarrier();
  if (t == 0) { totals[group] = atomicLoad(&total); }`,
)}`,
});

// Nobody reads the order of dropped sites, whose row is the last.
const start = (threads: number, short: number): Program => ({
  reads: ['counts', 'totals'],
  writes: ['starts', 'lists'],
  atomics: ['heads'],
  code: `var<workgroup> before : atomic<i32>;
${sumBefore(threads)}
${main(
  threads,
  `  var sum = 0;
  for (var other = t; other < group; other += ${threads}) { sum += totals[other]; }
  atomicAdd(&before, sum);
  let first = group * ${SUMMED} + t * ${SUMMED / threads};
  let end = min(first + ${SUMMED / threads}, u.slices + 1);
  sum = 0;
  for (var row = first; row < end; row++) { sum += counts[row]; }
  let inGroup = sumBefore(t, sum);
  var at = atomicLoad(&before) + inGroup;
  for (var row = first; row < end; row++) {
    let length = counts[row];
    starts[row] = at;
    at += length;
    if (length <= ${short} || row == u.slices) { continue; }
    if (length <= ${MEDIUM}) { lists[atomicAdd(&heads[0], 1)] = row; }
    else { lists[u.longsAt + atomicAdd(&heads[1], 1)] = row; }
  }`,
)}`,
});

const place: Program = {
  reads: ['keys', 'ranks', 'starts'],
  writes: ['pairs'],
  code: byThreads('u.sites', '    pairs[starts[keys[i]] + ranks[i]] = vec2<i32>(keys[i], i);'),
};

/** Inserts sites one by one: rows are nearly in order already. */
const short = (most: number): Program => ({
  reads: ['counts', 'starts'],
  writes: ['pairs'],
  code: byThreads(
    'u.slices',
    `    if (counts[i] < 2 || counts[i] > ${most}) { continue; }
    let start = starts[i];
    for (var a = start + 1; a < start + counts[i]; a++) {
      let site = pairs[a].y;
      var b = a;
      while (b > start) {
        let other = pairs[b - 1].y;
        if (other < site) { break; }
        pairs[b].y = other;
        b--;
      }
      pairs[b].y = site;
    }`,
  ),
});

/** A bitonic sort. */
const medium = (threads: number): Program => ({
  reads: ['counts', 'starts', 'heads', 'lists'],
  writes: ['pairs'],
  code: `var<workgroup> row : vec2<i32>;
var<workgroup> sites : array<i32, ${MEDIUM}>;
${byGroups(
  threads,
  'min(heads[0], u.sites)',
  `    if (t == 0) { row = vec2<i32>(starts[lists[item]], counts[lists[item]]); }
    let at = workgroupUniformLoad(&row);
    var size = 2;
    while (size < at.y) { size *= 2; }
    for (var j = t; j < size; j += ${threads}) {
      sites[j] = select(0x7fffffff, pairs[at.x + min(j, at.y - 1)].y, j < at.y);
    }
    for (var k = 2; k <= size; k *= 2) {
      for (var d = k / 2; d > 0; d /= 2) {
        workgroupBarrier();
        for (var j = t; j < size / 2; j += ${threads}) {
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
    for (var j = t; j < at.y; j += ${threads}) { pairs[at.x + j].y = sites[j]; }`,
)}`,
});

const long = (threads: number): Program => ({
  reads: ['counts', 'starts', 'heads', 'lists', 'unordered'],
  writes: ['pairs'],
  code: `var<workgroup> bits : array<atomic<u32>, ${CHUNK / 32}>;
var<workgroup> below : atomic<i32>;
${sumBefore(threads)}
${byGroups(
  threads,
  'heads[1] * u.chunks',
  `    for (var w = t; w < ${CHUNK / 32}; w += ${threads}) { atomicStore(&bits[w], 0u); }
    if (t == 0) { atomicStore(&below, 0); }
    workgroupBarrier();
    let slice = lists[u.longsAt + item / u.chunks];
    let least = (item % u.chunks) * ${CHUNK};
    let start = starts[slice];
    var lower = 0;
    for (var j = t; j < counts[slice]; j += ${threads}) {
      let site = unordered[start + j].y - least;
      if (site < 0) { lower++; }
      else if (site < ${CHUNK}) { atomicOr(&bits[site >> 5u], 1u << (u32(site) & 31u)); }
    }
    atomicAdd(&below, lower);
    workgroupBarrier();
    let first = t * ${CHUNK / 32 / threads};
    var inThread = 0;
    for (var w = first; w < first + ${CHUNK / 32 / threads}; w++) {
      inThread += i32(countOneBits(atomicLoad(&bits[w])));
    }
    let inChunk = sumBefore(t, inThread);
    var at = start + atomicLoad(&below) + inChunk;
    for (var w = first; w < first + ${CHUNK / 32 / threads}; w++) {
      for (var left = atomicLoad(&bits[w]); left != 0u; left &= left - 1u) {
        pairs[at].y = least + w * 32 + i32(countTrailingZeros(left));
        at++;
      }
    }`,
)}`,
});

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
  const {
    threads,
    grid,
    short: most,
    perThread,
  } = isOnCpu(memory.backend.device) ? ON_CPU : ON_GPU;
  const groups = Math.ceil((slices + 1) / SUMMED);
  const chunks = Math.ceil(sites / CHUNK);
  const longsAt = Math.ceil(sites / most);
  const integers = (count: number) => memory.integers(count, 'for the order of sites');
  const unordered = sites > MEDIUM ? integers(2 * sites) : pairs;
  const run = dispatcher(
    {
      pairs,
      unordered,
      keys: keysOf(end, slices, memory),
      counts: memory.clear(integers(slices + 1)),
      heads: memory.clear(integers(2)),
      ranks: integers(sites),
      starts: integers(slices + 1),
      totals: integers(groups),
      lists: integers(longsAt + Math.ceil(sites / MEDIUM)),
    },
    { sites, slices, chunks, longsAt, isReversed: Number(ordering.isReversed) },
    memory,
  );
  const groupsFor = (count: number) => Math.ceil(count / 64 / perThread);
  run([
    [count, groupsFor(sites)],
    [total(threads), groups],
    [start(threads, most), groups],
    [place, groupsFor(sites)],
    [short(most), groupsFor(slices)],
    [medium(threads), Math.min(longsAt, grid)],
  ]);
  if (sites <= MEDIUM) return;
  // Workgroups read a long row while others write it.
  memory.copy(pairs, unordered);
  run([[long(threads), Math.min(Math.ceil(sites / MEDIUM) * chunks, grid)]]);
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

/** Returns a function that runs programs on numbers of workgroups, in tfjs' next submission. */
function dispatcher(
  arrays: Record<string, TensorInfo>,
  numbers: Numbers,
  { backend }: Memory,
): (programs: [Program, number][]) => void {
  const { device } = backend;
  const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
  const uniforms = device.createBuffer({ size: 32, usage });
  device.queue.writeBuffer(uniforms, 0, new Int32Array(Object.values(numbers)));
  const bufferOf = ({ dataId }: TensorInfo): GPUBuffer => {
    backend.uploadToGPU(dataId);
    backend.commandQueueOwnedIds.add(dataId);
    return backend.tensorMap.get(dataId).resource as GPUBuffer;
  };
  return (programs) => {
    backend.ensureCommandEncoderReady();
    backend.endComputePassEncoder();
    const pass = backend.commandEncoder.beginComputePass();
    for (const [program, count] of programs) {
      const { reads, writes = [], atomics = [] } = program;
      const bound = [...reads, ...writes, ...atomics].map((name) => bufferOf(arrays[name]));
      const entries = [uniforms, ...bound].map((buffer, binding) => ({
        binding,
        resource: { buffer },
      }));
      const pipeline = pipelineOf(program, Object.keys(numbers), device);
      const layout = pipeline.getBindGroupLayout(0);
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, device.createBindGroup({ layout, entries }));
      const x = count < 2 ** 16 ? count : Math.ceil(Math.sqrt(count));
      pass.dispatchWorkgroups(x, Math.ceil(count / x));
    }
    pass.end();
  };
}

function pipelineOf(
  { reads, writes = [], atomics = [], code: body }: Program,
  numbers: string[],
  device: GPUDevice,
): GPUComputePipeline {
  const typeOf = (name: string) => (/pairs|unordered/.test(name) ? 'vec2<i32>' : 'i32');
  const arrays = [
    ...reads.map((name) => `read> ${name} : array<${typeOf(name)}>`),
    ...writes.map((name) => `read_write> ${name} : array<${typeOf(name)}>`),
    ...atomics.map((name) => `read_write> ${name} : array<atomic<i32>>`),
  ].map((array, i) => `@group(0) @binding(${i + 1}) var<storage, ${array};`);
  const code = `struct Numbers { ${numbers.map((name) => `${name} : i32`).join(', ')} }
@group(0) @binding(0) var<uniform> u : Numbers;
${arrays.join('\n')}
${body}`;
  const known = pipelines.get(code);
  if (known) return known;
  const module = device.createShaderModule({ code });
  const made = device.createComputePipeline({ layout: 'auto', compute: { module } });
  pipelines.set(code, made);
  return made;
}
