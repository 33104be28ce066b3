/**
 * The module's loops for rows read from their sources, for 32-bit values in the heap.
 */
import type { Numbers } from '../call/dtypes.js';
import {
  bitsOf,
  type FusedCall,
  type FusedDot,
  type FusedScatter,
  type HostLoops,
  offsetOf,
  type Sites,
} from '../cpu/host.js';
import { FusedField as Field } from './fields.js';
import type { Module, WalkSites } from './module.js';

/** The size of a value. */
export const BYTES = 4;

/** Makes loops that run in the module if all arrays are in the heap. */
export function fusedLoops(module: Module): Pick<Required<HostLoops>, 'combineFused' | 'dot'> {
  return {
    combineFused(combination, call) {
      const { weights, like, data } = call;
      const isFloat = data instanceof Float32Array;
      const kind = isFloat ? 'F' : 'I';
      const walk = module.walks[like ? `${combination}Alike` : `${combination}${kind}Gathered`];
      const ofFloats = !like || (isFloat && !weights && like.target instanceof Float32Array);
      return ofFloats && run(walk, module, call);
    },
    dot: (call) => run(module.walks.dot, module, call),
  };
}

/** Returns whether arrays, if given, are in the heap and hold 32-bit values. */
export function areIn({ fields }: Module, arrays: (Numbers | null | undefined)[]): boolean {
  const heap = fields().buffer;
  return arrays.every(
    (array) => !array || (array.buffer === heap && array.BYTES_PER_ELEMENT === BYTES),
  );
}

/** Runs a call line by line. Returns false for arrays or sites that the module does not support. */
function run(
  walk: WalkSites | undefined,
  module: Module,
  call: FusedCall & Partial<FusedScatter & FusedDot>,
): boolean {
  const { source, target, x, data, products, weights, like, heads, fill = 0 } = call;
  const all = [source.indices, target.indices, x, data, products, weights];
  if (!walk || !areIn(module, [...all, like?.source, like?.target])) return false;
  const { siteShape, siteCount, sliceSize } = target.end.geometry;
  const [rows, others] = [rowsAt(target), rowsAt(source)];
  const count = siteShape[siteShape.length - 1];
  if (!rows || count !== others?.count) return false;
  const fields = module.fields();
  const addressOf = (array: Numbers | null | undefined, at: number) =>
    array ? array.byteOffset + at * BYTES : 0;
  fields[Field.count] = count;
  fields[Field.sourceSize] = others.size;
  fields[Field.targetSize] = rows.size;
  fields[Field.sourceWraps] = source.end.wrapNegatives ? -1 : 0;
  fields[Field.targetWraps] = target.end.wrapNegatives ? -1 : 0;
  fields[Field.step] = rows.width * BYTES;
  fields[Field.bytes] = sliceSize * BYTES;
  fields[Field.perHead] = (sliceSize / heads) * BYTES;
  fields[Field.fill] = bitsOf(fill, data);
  for (let site = 0; site < siteCount; site += count) {
    const [row, other] = [offsetOf(target.end.geometry, site), offsetOf(source.end.geometry, site)];
    fields[Field.source] = addressOf(x, other);
    fields[Field.target] = addressOf(data, row);
    fields[Field.products] = addressOf(products, site * heads);
    fields[Field.sourceIndices] = addressOf(source.indices, site * others.width + others.column);
    fields[Field.targetIndices] = addressOf(target.indices, site * rows.width + rows.column);
    fields[Field.weights] = addressOf(weights, site * heads);
    fields[Field.sourceLike] = addressOf(like?.source, other);
    fields[Field.targetLike] = addressOf(like?.target, row);
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
