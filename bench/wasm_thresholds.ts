/**
 * Both ways around the thresholds of kernels/wasm/assembly/thresholds.js, by two modules on one memory.
 * Figures are the least times in ns for each of 1M values.
 */
import type { Comparison } from './comparison.js';
import { CALL_WORDS } from '../kernels/wasm/module.js';
import type { WalkSites } from '../kernels/wasm/module.js';
import { indicesBelow, M } from './stages/inputs.js';
import { around } from './stages/timing.js';

type Walks = Record<string, WalkSites>;
type Way = [name: string, run: () => void];

const BYTES = 4;
const KB = 2 ** 10;

/** Where data, indices and values are in the memory; data has the most room, and one value more. */
const DATA = 64 * KB;
const MOST_DATA = 16 * M;
const INDICES = DATA + MOST_DATA + 64;
const VALUES = INDICES + M * BYTES;
/** Where the words of a call are. */
const CALLS = 1024;
const PAGE = 64 * KB;

const memory = new WebAssembly.Memory({ initial: Math.ceil((VALUES + M * BYTES) / PAGE) });

const words = (address: number, count: number) => new Int32Array(memory.buffer, address, count);

function walksOf(bytes: BufferSource): Walks {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  return exports as Walks;
}

/** Carries out one line of `count` sites, at indices below `size` of slices of `bytes`. */
function carryOut(walk: WalkSites, count: number, size: number, bytes: number): void {
  const lines = [DATA, INDICES, VALUES, 1, count];
  words(CALLS, CALL_WORDS).set([...lines, 0, 0, -1, size, bytes, 0, 0, 1, bytes]);
  walk(CALLS);
}

/** Both ways of a call, after it is known that they leave the same in memory. */
function waysOf(
  names: [below: string, above: string],
  modules: [below: Walks, above: Walks],
  call: (walks: Walks) => void,
): [Way, Way] {
  const [below, above] = modules.map((walks) => {
    words(DATA, MOST_DATA / BYTES).fill(0);
    call(walks);
    return words(0, memory.buffer.byteLength / BYTES).slice();
  });
  if (below.some((word, i) => word !== above[i])) throw new Error(`${names.join(' and ')} differ`);
  return [
    [
      names[0],
      () => {
        call(modules[0]);
      },
    ],
    [
      names[1],
      () => {
        call(modules[1]);
      },
    ],
  ];
}

/** Writes single values at random places; the last is as many bytes from the first. */
function readFirst(op: 'replace' | 'fill', from: number, modules: [Walks, Walks]): Comparison[] {
  const reaches = [8, 16, 32, 64, 256, 4 * KB, 16 * KB].map((kB) => kB * KB);
  return around(`bytes of reach, ${op}`, from, reaches, M, (reach) => {
    const size = reach / BYTES + 1;
    words(INDICES, M).set(indicesBelow(size, M));
    words(VALUES, M).set(indicesBelow(M, M));
    return waysOf(['not', 'read first'], modules, (walks) => {
      carryOut(walks[`${op}1`], M, size, BYTES);
    });
  });
}

/** Copies slices at random places among as many. */
function copied(op: 'gather' | 'replace', from: number, modules: [Walks, Walks]): Comparison[] {
  const lengths = [1, 2, 4, 8, 16, 64].map((kB) => kB * KB);
  return around(`bytes in a slice, ${op}`, from, lengths, M, (bytes) => {
    const slices = (M * BYTES) / bytes;
    words(INDICES, slices).set(indicesBelow(slices, slices));
    words(VALUES, M).set(indicesBelow(M, M));
    return waysOf(['in vectors', 'by memory.copy'], modules, (walks) => {
      carryOut(walks[`${op}Rows`], slices, slices, bytes);
    });
  });
}

/** All figures, of a module below all thresholds and of one above them. */
function run(
  [below, above]: [BufferSource, BufferSource],
  thresholds: Record<'TOUCHES_FROM' | 'COPIES_FROM', number>,
): Comparison[] {
  const modules: [Walks, Walks] = [walksOf(below), walksOf(above)];
  const { TOUCHES_FROM, COPIES_FROM } = thresholds;
  return [
    ...readFirst('replace', TOUCHES_FROM, modules),
    ...readFirst('fill', TOUCHES_FROM, modules),
    ...copied('gather', COPIES_FROM, modules),
    ...copied('replace', COPIES_FROM, modules),
  ];
}

Object.assign(globalThis, { run });
