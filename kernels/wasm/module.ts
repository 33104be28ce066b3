/**
 * The package's own module of WebAssembly, which works on the memory of tfjs' module.
 */
import { HEAD, PLAIN, SHARED, TAIL } from './bytes.js';
import type { WasmBackend } from './backend.js';

/** The most words of a call in memory; assembly/call.ts and assembly/fused.ts tell what they are. */
export const CALL_WORDS = 16;

/**
 * Carries out the sites of the call at an address, in order, until an index is out of bounds; returns how
 * many.
 */
export type WalkSites = (call: number) => number;

export interface Module {
  /** The address of the words of calls. */
  call: number;
  /** Copies bytes: where threads share the memory, V8's own copying takes nearly twice as long. */
  copy: (to: number, from: number, bytes: number) => void;
  /** A function for each op and each kind of sites, by name. */
  walks: Partial<Record<string, WalkSites>>;
}

/** The modules by tfjs' own, which is another one after the backend was removed and set up again. */
const modules = new WeakMap<WasmBackend['wasm'], Module | null>();

/** Returns the module for a backend, made at its first use; null where it cannot be. */
export function moduleOf({ wasm }: WasmBackend): Module | null {
  const known = modules.get(wasm);
  if (known !== undefined) return known;
  const made = instantiate(wasm);
  modules.set(wasm, made);
  return made;
}

/**
 * Returns null where an engine refuses. One may lack SIMD, and an old one compiles no more than 4 kB at
 * once. A page's Content-Security-Policy may forbid it.
 */
function instantiate(wasm: WasmBackend['wasm']): Module | null {
  // tfjs' build with threads has it where Emscripten puts it; the others only among their exports.
  const memory = wasm.wasmMemory ?? wasm.asm?.memory;
  const { buffer } = wasm.HEAPU8;
  const isShared = buffer[Symbol.toStringTag] === 'SharedArrayBuffer';
  if (memory?.buffer !== buffer) return null;
  try {
    const module = new WebAssembly.Module(bytesOf(HEAD + (isShared ? SHARED : PLAIN) + TAIL));
    const walks = new WebAssembly.Instance(module, { env: { memory } }).exports;
    const call = wasm._malloc(CALL_WORDS * Int32Array.BYTES_PER_ELEMENT);
    return call === 0 ? null : ({ call, copy: walks.copy, walks } as Module);
  } catch {
    return null;
  }
}

/** Each byte is a character that prints, from 82 to 246 with one of two others before it. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let base = -44;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 34) {
      base = code === 32 ? 47 : 138;
    } else {
      // Without the backslash.
      bytes.push(base + code - (code > 92 ? 1 : 0));
      base = -44;
    }
  }
  // Those below 0 count from 256.
  return Uint8Array.from(bytes);
}
