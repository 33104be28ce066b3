/**
 * Walks sites in the module: along lines of sites with one index each. Tuples of several indices become offsets
 * first, a block of sites at a time.
 */
import type { Bounds } from '../call/bounds.js';
import type { IndexGeometry } from '../call/geometry.js';
import { BLOCK, offsetOf } from '../cpu/host.js';
import { Field, FIELDS, MOST_INDICES, OffsetsField } from './fields.js';
import { BYTES } from './fused_loops.js';
import type { Module, WalkSites } from './module.js';

/** A call at sites, by addresses in the heap. */
export interface Walk {
  end: Pick<Bounds, 'geometry' | 'wrapNegatives'>;
  indices: number;
  /** The values that the indices address. */
  addressed: number;
  /** The values in the order of the sites, or the bits of one number for all. */
  values: number;
  isNumber?: boolean;
}

/** Returns whether the module can walk sites. */
export function canWalk({ indexSizes, sliceSize }: IndexGeometry): boolean {
  return indexSizes.length > 0 && indexSizes.length <= MOST_INDICES && sliceSize > 0;
}

/**
 * Runs all sites from the first one given on: the rest of its line, then the lines that follow along the next
 * outer dimension. Returns the first site not done, or the number of sites.
 */
export function walkSites(
  { call, fields: fieldsOf, walks }: Module,
  walk: WalkSites,
  { end: { geometry, wrapNegatives }, indices, addressed, values, isNumber = false }: Walk,
  first: number,
): number {
  const { siteShape, siteStrides, siteCount, indexSizes, indexStrides, sliceSize } = geometry;
  const fields = fieldsOf();
  const depth = indexSizes.length;
  const inner = siteShape.length - 1;
  const length = siteShape[inner];
  const plane = inner > 0 ? length * siteShape[inner - 1] : length;
  const bytes = sliceSize * BYTES;
  fields[Field.jump] = inner > 0 ? siteStrides[inner - 1] * BYTES : 0;
  fields[Field.step] = siteStrides[inner] * BYTES;
  fields[Field.bytes] = bytes;
  fields[Field.wraps] = wrapNegatives && depth === 1 ? -1 : 0;
  fields[Field.size] = depth === 1 ? indexSizes[0] : NO_OFFSET;
  fields[Field.stride] = depth === 1 ? indexStrides[0] * BYTES : BYTES;
  const most = depth === 1 ? plane : BLOCK;
  const offsets = call + 2 * FIELDS * BYTES;
  if (depth > 1) {
    fields[FIELDS + OffsetsField.offsets] = offsets;
    fields[FIELDS + OffsetsField.tuple] = depth * BYTES;
    fields[FIELDS + OffsetsField.wraps] = wrapNegatives ? -1 : 0;
    fields.set(indexSizes, FIELDS + OffsetsField.sizes);
    fields.set(indexStrides, FIELDS + OffsetsField.strides);
  }
  for (let done = first; done < siteCount;) {
    const begun = done % length;
    const isPart = begun > 0 || length > most;
    const lines = isPart ? 1 : (Math.min(plane - (done % plane), most) / length) | 0;
    const count = isPart ? Math.min(length - begun, most) : length;
    const at = indices + done * depth * BYTES;
    if (depth > 1) {
      fields[FIELDS + OffsetsField.indices] = at;
      fields[FIELDS + OffsetsField.count] = lines * count;
      if (walks.offsets?.(call + FIELDS * BYTES) !== lines * count) return done;
    }
    fields[Field.data] = addressed + offsetOf(geometry, done) * BYTES;
    fields[Field.indices] = depth > 1 ? offsets : at;
    fields[Field.values] = isNumber ? values : values + done * bytes;
    fields[Field.lines] = lines;
    fields[Field.count] = count;
    const walked = walk(call);
    done += walked;
    if (walked < lines * count) return done;
  }
  return siteCount;
}

/** Greater than all offsets. */
const NO_OFFSET = 2 ** 31 - 1;
