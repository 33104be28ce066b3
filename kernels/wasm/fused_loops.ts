/**
 * The module's loops for rows read from their sources, for 32-bit values in the heap.
 */
import type { Numbers } from '../call/dtypes.js';
import { type FusedCall, type HostLoops, offsetOf, type Sites } from '../cpu/host.js';
import { CALL_WORDS, type Module, type WalkSites } from './module.js';

/** The size of a value. */
export const BYTES = 4;

/** The values of a call; assembly/fused.ts describes the words made from it. */
interface Values {
  out: Numbers;
  weights?: Numbers | null;
  /** The bits of the fill value to combine, or the number of heads for dot products. */
  fillOrHeads: number;
  /** The tensors to compare at both ends, or the rows of data. */
  compared: { source?: Numbers; target?: Numbers };
}

/** Makes loops that run in the module if all arrays are in the heap. */
export function fusedLoops(
  module: Module,
  heapOf: () => ArrayBufferLike,
): Pick<Required<HostLoops>, 'combineFused' | 'dot'> {
  return {
    combineFused(combination, call) {
      const { source, target, weights, like, x, out, fill } = call;
      const isFloat = out instanceof Float32Array;
      const kind = isFloat ? 'F' : 'I';
      const walk = module.walks[like ? `${combination}Alike` : `${combination}${kind}Gathered`];
      const ofFloats = !like || (isFloat && like.target instanceof Float32Array);
      const all = [x, out, source.indices, target.indices, weights, like?.source, like?.target];
      if (!walk || !ofFloats || !areIn(heapOf(), all)) return false;
      const values = { out, weights, fillOrHeads: bitsOf(fill, out), compared: like ?? {} };
      return run(walk, module, heapOf(), call, values);
    },
    dot(call) {
      const { dot } = module.walks;
      const { source, target, out, x, data, heads } = call;
      if (!dot || !areIn(heapOf(), [out, x, data, source.indices, target.indices])) return false;
      const values = { out, fillOrHeads: heads, compared: { target: data } };
      return run(dot, module, heapOf(), call, values);
    },
  };
}

/** Returns whether arrays, if given, are in the heap and hold 32-bit values. */
export function areIn(heap: ArrayBufferLike, arrays: (Numbers | null | undefined)[]): boolean {
  return arrays.every(
    (array) => !array || (array.buffer === heap && array.BYTES_PER_ELEMENT === BYTES),
  );
}

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** Returns the bits of a number as stored in an array of this type. */
export function bitsOf(value: number, like: Numbers): number {
  float[0] = value;
  return like instanceof Float32Array ? bits[0] : value;
}

/** Runs a call line by line. Returns false for sites that the module does not support. */
function run(
  walk: WalkSites,
  module: Module,
  heap: ArrayBufferLike,
  { source, target, x, heads }: FusedCall,
  { out, weights, fillOrHeads, compared }: Values,
): boolean {
  const { siteShape, siteCount, sliceSize } = target.end.geometry;
  const [rows, others] = [rowsAt(target), rowsAt(source)];
  const count = siteShape[siteShape.length - 1];
  if (!rows || count !== others?.count) return false;
  const words = new Int32Array(heap, module.call, CALL_WORDS);
  const at = (array: Numbers | null | undefined, values: number) =>
    array ? array.byteOffset + values * BYTES : 0;
  // Only dot products have an output at the sites.
  const isAtSites = compared.target !== undefined && compared.source === undefined;
  for (let site = 0; site < siteCount; site += count) {
    const [row, other] = [offsetOf(target.end.geometry, site), offsetOf(source.end.geometry, site)];
    words.set([
      at(out, isAtSites ? site * heads : row),
      at(x, other),
      at(target.indices, site * rows.width + rows.column),
      at(source.indices, site * others.width + others.column),
      at(weights, site * heads),
      count,
      rows.size,
      others.size,
      sliceSize * BYTES,
      (sliceSize / heads) * BYTES,
      target.end.wrapNegatives ? -1 : 0,
      source.end.wrapNegatives ? -1 : 0,
      rows.width * BYTES,
      fillOrHeads,
      at(compared.source, other),
      at(compared.target, row),
    ]);
    walk(module.call);
  }
  return true;
}

/** Returns how the sites of each line address whole rows by one index of a tuple; null if they do not. */
function rowsAt({ end: { geometry } }: Sites) {
  const { siteShape, siteStrides, indexSizes, indexStrides, sliceSize } = geometry;
  const column = indexStrides.findIndex((stride) => stride > 0);
  const isRows = siteStrides[siteShape.length - 1] === 0 && indexStrides[column] === sliceSize;
  const width = indexSizes.length;
  if (!isRows || width > 2) return null;
  return { count: siteShape[siteShape.length - 1], width, column, size: indexSizes[column] };
}
