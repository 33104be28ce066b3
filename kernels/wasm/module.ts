/**
 * The package's own WebAssembly module, which works on the memory of tfjs' module: the flag that says whether to use
 * it, and how it walks sites.
 */
import type { Bounds } from '../call/bounds.js';
import type { IndexGeometry } from '../call/geometry.js';
import { wordFlag } from '../registry/flags.js';
import { HEAD, PLAIN, SHARED, SHIFT, TAIL } from './bytes.js';
import { BLOCK, offsetOf } from '../cpu/host.js';
import { Field, FIELDS, MOST_INDICES, OffsetsField } from './fields.js';
import type { WasmBackend } from './heap.js';

/**
 * How to compute, for tests and benchmarks. 'auto' computes in the backend's heap, with the package's
 * module where possible. 'views' does so without the module.
 */
const wayFlag = wordFlag('GATHER_SCATTER_WASM', ['auto', 'views']);

/** The size of a value. */
export const BYTES = 4;

/** Greater than all offsets. */
const NO_OFFSET = 2 ** 31 - 1;

/** Runs a call's sites in order. */
export type WalkSites = (call: number) => void;

export interface Module {
  /** Whether threads share the memory. */
  isShared: boolean;
  /** The address of a call's fields. Those of its offsets follow, and a block of offsets. */
  call: number;
  /** The fields of a call and of its offsets, in the heap as it is now. */
  fields: () => Int32Array;
  /** Copies bytes. On memory shared by threads, V8's own copying takes nearly twice as long. */
  copy: (to: number, from: number, bytes: number) => void;
  zero: (at: number, bytes: number) => void;
  /** Writes the transpose of a matrix. */
  transpose: (to: number, from: number, rows: number, columns: number) => void;
  /**
   * Writes the product of `rows` × `inner` values and `inner` × `columns`. In the first matrix, a row is `down` bytes from
   * the next, and a column `across`.
   */
  multiply: (
    to: number,
    a: number,
    down: number,
    across: number,
    b: number,
    rows: number,
    inner: number,
    columns: number,
  ) => void;
  /** Adds rows of floats to the values at an address. */
  addRows: (to: number, from: number, rows: number, bytes: number) => void;
  /** The functions for each op and kind of sites, by name. */
  walks: Partial<Record<string, WalkSites>>;
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
    const call = wasm._malloc((2 * FIELDS + BLOCK) * BYTES);
    const viewNow = () => new Int32Array(wasm.HEAPU8.buffer, call, 2 * FIELDS);
    let view = viewNow();
    // Making a view takes a while, compared with a small call.
    const fields = () => (view.buffer === wasm.HEAPU8.buffer ? view : (view = viewNow()));
    return call === 0 ? null : ({ ...walks, isShared, call, fields, walks } as Module);
  } catch {
    return null;
  }
}

/** Decodes bytes. Numbers below 0 wrap around. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) - SHIFT);
}

/** A call at sites, by addresses in the heap. */
interface Walk {
  end: Pick<Bounds, 'geometry' | 'wrapNegatives' | 'outOfBounds'>;
  indices: number;
  /** The values that the indices address. */
  addressed: number;
  /** The values in the order of the sites. */
  values: number;
  /** The bits of the number that `fill` and `fillDropped` write, and that gathers read at dropped sites. Default: 0. */
  fill?: number;
}

/** Returns whether the module can walk sites. */
export function canWalk({ indexSizes, sliceSize }: IndexGeometry): boolean {
  const { length } = indexSizes;
  // Clamping to an empty axis is an error, which the host's loops report.
  return length > 0 && length <= MOST_INDICES && sliceSize > 0 && !indexSizes.includes(0);
}

/**
 * Runs all sites, line by line, or as many lines at once as follow along the next outer dimension. Tuples of several
 * indices become offsets first, a block of sites at a time. Sites out of bounds are dropped, unless they are clamped;
 * returns whether any was.
 */
export function walkSites(
  { call, fields: fieldsOf, walks }: Module,
  walk: WalkSites,
  { end, indices, addressed, values, fill = 0 }: Walk,
): boolean {
  const { geometry, wrapNegatives, outOfBounds } = end;
  const { siteShape, siteStrides, siteCount, indexSizes, indexStrides, sliceSize } = geometry;
  const fields = fieldsOf();
  const depth = indexSizes.length;
  const inner = siteShape.length - 1;
  const length = siteShape[inner];
  const plane = inner > 0 ? length * siteShape[inner - 1] : length;
  const bytes = sliceSize * BYTES;
  const clamps = outOfBounds === 'clamp' ? -1 : 0;
  fields[Field.jump] = inner > 0 ? siteStrides[inner - 1] * BYTES : 0;
  fields[Field.step] = siteStrides[inner] * BYTES;
  fields[Field.bytes] = bytes;
  fields[Field.wraps] = wrapNegatives && depth === 1 ? -1 : 0;
  fields[Field.size] = depth === 1 ? indexSizes[0] : NO_OFFSET;
  fields[Field.stride] = depth === 1 ? indexStrides[0] * BYTES : BYTES;
  fields[Field.clamps] = clamps;
  fields[Field.fill] = fill;
  fields[Field.hasDropped] = 0;
  const most = depth === 1 ? plane : BLOCK;
  const offsets = call + 2 * FIELDS * BYTES;
  if (depth > 1) {
    fields[FIELDS + OffsetsField.offsets] = offsets;
    fields[FIELDS + OffsetsField.tuple] = depth * BYTES;
    fields[FIELDS + OffsetsField.wraps] = wrapNegatives ? -1 : 0;
    fields[FIELDS + OffsetsField.clamps] = clamps;
    // Not by `set`, which takes as long as a small call.
    for (let k = 0; k < depth; k++) {
      fields[FIELDS + OffsetsField.sizes + k] = indexSizes[k];
      fields[FIELDS + OffsetsField.strides + k] = indexStrides[k];
    }
  }
  for (let done = 0; done < siteCount;) {
    const begun = done % length;
    const isPart = begun > 0 || length > most;
    const lines = isPart ? 1 : (Math.min(plane - (done % plane), most) / length) | 0;
    const count = isPart ? Math.min(length - begun, most) : length;
    const at = indices + done * depth * BYTES;
    if (depth > 1) {
      fields[FIELDS + OffsetsField.indices] = at;
      fields[FIELDS + OffsetsField.count] = lines * count;
      walks.offsets?.(call + FIELDS * BYTES);
    }
    fields[Field.data] = addressed + offsetOf(geometry, done) * BYTES;
    fields[Field.indices] = depth > 1 ? offsets : at;
    fields[Field.values] = values + done * bytes;
    fields[Field.lines] = lines;
    fields[Field.count] = count;
    walk(call);
    done += lines * count;
  }
  return fields[Field.hasDropped] !== 0;
}
