/**
 * The geometry of indices, the same for every op and backend. Gathers read at the sites and scatters
 * write there, so both share all of it. Its words mean the same everywhere:
 *
 * - A _site_ is one index tuple: an element of `indices` for the Elements ops, an innermost row of it
 *   for the ND ops.
 * - A _slice_ is what a site addresses: `sliceSize` consecutive values of flat, row-major data.
 * - An _offset_ is where a site's slice begins in flat data:
 *
 *       offset(site) = Σ coord_d(site) · siteStrides_d  +  Σ wrap(indices[site · K + k]) · indexStrides_k
 *
 * - A _component_ is the position of a value inside its slice.
 * - A _place_ is the offset of a single value, offset + component.
 */
import { util } from '@tensorflow/tfjs-core';

import { sizeOf } from './shapes.js';

export interface IndexGeometry {
  /**
   * The shape in which sites are counted. Dimensions that can be walked as one are merged, and those
   * of length 1 left out: seldom longer than 3, and never empty.
   */
  siteShape: number[];
  /** The difference in offset of one step along each dimension of siteShape. */
  siteStrides: number[];
  /**
   * The length of data along each dimension of siteShape. It recovers a coordinate from an offset,
   * `floor(offset / stride) mod extent`, and has no meaning where the stride is 0.
   */
  siteExtents: number[];
  /** The number of sites. */
  siteCount: number;
  /** The difference in offset of one step of the k-th index; K entries. */
  indexStrides: number[];
  /** The length of the axis that the k-th index addresses. */
  indexSizes: number[];
  /** The axis of data that the k-th index addresses; for messages. */
  indexAxes: number[];
  /** The number of values in a slice. */
  sliceSize: number;
  /** The number of values of data. */
  dataSize: number;
}

/** Returns the geometry of GatherElements and ScatterElements; `axis` is not negative here. */
export function elementsGeometry(
  dataShape: number[],
  indicesShape: number[],
  axis: number,
): IndexGeometry {
  const strides = rowMajorStrides(dataShape);
  const along = strides.map((stride, d) => (d === axis ? 0 : stride));
  const sites = mergeDimensions(indicesShape, along, dataShape);
  return geometryOf(sites, sizeOf(indicesShape), dataShape, strides, axis, axis + 1, 1);
}

/** Returns the geometry of GatherND and ScatterND. */
export function ndGeometry(
  dataShape: number[],
  indicesShape: number[],
  batchDims: number,
): IndexGeometry {
  const strides = rowMajorStrides(dataShape);
  const end = batchDims + indicesShape[indicesShape.length - 1];
  const shape = indicesShape.slice(0, -1);
  const along = shape.map((_, d) => (d < batchDims ? strides[d] : 0));
  const sites = mergeDimensions(shape, along, shape);
  const sliceSize = sizeOf(dataShape.slice(end));
  return geometryOf(sites, sizeOf(shape), dataShape, strides, batchDims, end, sliceSize);
}

/** Puts a geometry together, of indices for data's axes from `begin` up to `end`. */
function geometryOf(
  { siteShape, siteStrides, siteExtents }: ReturnType<typeof mergeDimensions>,
  siteCount: number,
  dataShape: number[],
  strides: number[],
  begin: number,
  end: number,
  sliceSize: number,
): IndexGeometry {
  return {
    siteShape,
    siteStrides,
    siteExtents,
    siteCount,
    indexStrides: strides.slice(begin, end),
    indexSizes: dataShape.slice(begin, end),
    indexAxes: Array.from({ length: end - begin }, (_, k) => begin + k),
    sliceSize,
    dataSize: sizeOf(dataShape),
  };
}

/**
 * Returns the geometry of sites that have a pair of indices each, of which the one at `column` addresses a
 * row. The other addresses no row of data, but must be in bounds as well.
 */
export function pairGeometry(
  siteCount: number,
  column: number,
  rows: Record<'addressed' | 'other', number>,
  sliceSize: number,
): IndexGeometry {
  const ofPair = <T>(addressed: T, other: T): T[] =>
    column === 0 ? [addressed, other] : [other, addressed];
  return {
    ...mergeDimensions([siteCount], [0], [siteCount]),
    siteCount,
    indexStrides: ofPair(sliceSize, 0),
    indexSizes: ofPair(rows.addressed, rows.other),
    indexAxes: [0, 1],
    sliceSize,
    dataSize: rows.addressed * sliceSize,
  };
}

/** Returns the strides of all dimensions; tfjs leaves out the last one, 1. */
function rowMajorStrides(shape: number[]): number[] {
  return [...util.computeStrides(shape), 1];
}

/** Merges neighbouring dimensions whose strides continue each other. */
function mergeDimensions(shape: number[], strides: number[], extents: number[]) {
  const siteShape: number[] = [];
  const siteStrides: number[] = [];
  const siteExtents: number[] = [];
  shape.forEach((length, d) => {
    if (length === 1) return;
    const last = siteShape.length - 1;
    if (last >= 0 && siteStrides[last] === strides[d] * length) {
      siteShape[last] *= length;
      siteStrides[last] = strides[d];
      siteExtents[last] *= extents[d];
    } else {
      siteShape.push(length);
      siteStrides.push(strides[d]);
      siteExtents.push(extents[d]);
    }
  });
  if (siteShape.length > 0) return { siteShape, siteStrides, siteExtents };
  return { siteShape: [1], siteStrides: [0], siteExtents: [1] };
}
