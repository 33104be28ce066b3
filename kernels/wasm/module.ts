/**
 * The package's own module of WebAssembly, which works on the memory of tfjs' module.
 */
import { HEAD, PLAIN, SHARED, TAIL } from './bytes.js';
import type { WasmBackend } from './heap.js';

/**
 * Carries out sites on lines, in order, until an index is out of bounds; returns how many. Lengths are
 * in bytes but `lines`, `count` and `depth`; see assembly/singles.ts.
 */
export type WalkSites = (
  addressed: number,
  indices: number,
  values: number,
  lines: number,
  jump: number,
  count: number,
  step: number,
  wraps: number,
  size0: number,
  stride0: number,
  size1: number,
  stride1: number,
  depth: number,
  bytes: number,
) => number;

/** Goes over slices at sites; see assembly/gradients.ts. */
export type GradientLoop = (
  place: number,
  slot: number,
  count: number,
  step: number,
  bytes: number,
  own: number,
  a: number,
  b: number,
) => void;

export interface Module {
  /** Copies bytes: where threads share the memory, V8's own copying takes nearly twice as long. */
  copy: (to: number, from: number, bytes: number) => void;
  /** A function for each op and each kind of sites, by name. */
  walks: Partial<Record<string, WalkSites>>;
  loops: Record<
    'count' | 'share' | 'divide' | 'times' | 'take' | 'keep' | 'multiply' | 'others',
    GradientLoop
  >;
  holdsZeroOrNaN: (values: number, bytes: number) => number;
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
    return {
      copy: walks.copy,
      holdsZeroOrNaN: walks.holdsZeroOrNaN,
      walks,
      loops: walks,
    } as Module;
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
