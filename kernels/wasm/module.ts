/**
 * The package's own WebAssembly module, which works on the memory of tfjs' module, and the flag that says whether to use
 * it.
 */
import { wordFlag } from '../registry/flags.js';
import { HEAD, PLAIN, SHARED, SHIFT, TAIL } from './bytes.js';
import { BLOCK, type HostLoops } from '../cpu/host.js';
import { FIELDS } from './fields.js';
import type { WasmBackend } from './heap.js';

/**
 * How to compute, for tests and benchmarks. 'auto' computes in the backend's heap, with the package's
 * module where possible. 'views' does so without the module.
 */
const wayFlag = wordFlag('GATHER_SCATTER_WASM', ['auto', 'views']);

/** Runs a call's sites in order until an index is out of bounds; returns the number of sites done. */
export type WalkSites = (call: number) => number;

export interface Module {
  /** The address of a call's fields. Those of its offsets follow, and a block of offsets. */
  call: number;
  /** The fields of a call and of its offsets, in the heap as it is now. */
  fields: () => Int32Array;
  /** Copies bytes. On memory shared by threads, V8's own copying takes nearly twice as long. */
  copy: (to: number, from: number, bytes: number) => void;
  zero: (at: number, bytes: number) => void;
  /** The functions for each op and kind of sites, by name. */
  walks: Partial<Record<string, WalkSites>>;
  /** Kept, because making them takes as long as a small call. */
  loops?: HostLoops;
}

/** The modules, by tfjs' own module: a backend that is removed and set up again has a new one. */
const modules = new WeakMap<WasmBackend['wasm'], Module | null>();

/** Returns the module for a backend, created at its first use; null if that is impossible, or forbidden by the flag. */
export function moduleOf({ wasm }: WasmBackend): Module | null {
  if (wayFlag() !== 'auto') return null;
  const known = modules.get(wasm);
  if (known !== undefined) return known;
  const made = instantiate(wasm);
  modules.set(wasm, made);
  return made;
}

/**
 * Returns null if the engine refuses: it may lack SIMD, an old one compiles at most 4 kB synchronously, and
 * a page's Content-Security-Policy may forbid it.
 */
function instantiate(wasm: WasmBackend['wasm']): Module | null {
  // tfjs' threaded build has the memory where Emscripten puts it; other builds only export it.
  const memory = wasm.wasmMemory ?? wasm.asm?.memory;
  const { buffer } = wasm.HEAPU8;
  const isShared = buffer[Symbol.toStringTag] === 'SharedArrayBuffer';
  if (memory?.buffer !== buffer) return null;
  try {
    const module = new WebAssembly.Module(bytesOf(HEAD + (isShared ? SHARED : PLAIN) + TAIL));
    const walks = new WebAssembly.Instance(module, { env: { memory } }).exports;
    const call = wasm._malloc((2 * FIELDS + BLOCK) * Int32Array.BYTES_PER_ELEMENT);
    const viewNow = () => new Int32Array(wasm.HEAPU8.buffer, call, 2 * FIELDS);
    let view = viewNow();
    // Making a view takes a while, compared with a small call.
    const fields = () => (view.buffer === wasm.HEAPU8.buffer ? view : (view = viewNow()));
    const { copy, zero } = walks;
    return call === 0 ? null : ({ call, fields, copy, zero, walks } as Module);
  } catch {
    return null;
  }
}

/** Decodes bytes. Numbers below 0 wrap around. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) - SHIFT);
}
