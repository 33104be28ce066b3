/**
 * The geometry of indices, shared by all ops and backends: gathers read at the sites, and scatters write
 * there. These terms mean the same throughout the package:
 *
 * - A _site_ is one index tuple: an element of `indices` in the Elements ops, an innermost row in the ND
 *   ops.
 * - A _slice_ is the data at a site: `sliceSize` consecutive values of flat, row-major data.
 * - An _offset_ is the position in flat data where a site's slice begins:
 *
 *       offset(site) = Σ coord_d(site) · siteStrides_d  +  Σ wrap(indices[site · K + k]) · indexStrides_k
 *
 * - A _component_ is the position of a value within its slice.
 * - A _place_ is the position of a single value in flat data: offset + component.
 */
import { util } from '../tfjs/seam.js';
import { axisFromStart, sizeOf } from './shapes.js';

export interface IndexGeometry {
  /**
   * The shape of the sites, with contiguous dimensions merged and dimensions of length 1 left out. It has at
   * least one dimension, and rarely more than three.
   */
  siteShape: number[];
  /** How much the offset changes per step along each dimension of siteShape. */
  siteStrides: number[];
  siteCount: number;
  /** How much the offset changes per step of the k-th index; K entries. */
  indexStrides: number[];
  /** The length of the axis that the k-th index addresses. */
  indexSizes: number[];
  /** The axis of data that the k-th index addresses; used in messages. */
  indexAxes: number[];
  sliceSize: number;
  dataSize: number;
}

export function elementsGeometry(
  dataShape: number[],
  indicesShape: number[],
  along: number,
): IndexGeometry {
  const axis = axisFromStart(along, dataShape.length);
  return geometryOf(dataShape, indicesShape, (d) => d !== axis, [axis, axis + 1], 1);
}

export function ndGeometry(
  dataShape: number[],
  indicesShape: number[],
  batchDims: number,
): IndexGeometry {
  const end = batchDims + indicesShape[indicesShape.length - 1];
  const sites = indicesShape.slice(0, -1);
  const sliceSize = sizeOf(dataShape.slice(end));
  return geometryOf(dataShape, sites, (d) => d < batchDims, [batchDims, end], sliceSize);
}

/**
 * Makes the geometry of sites whose indices address data's axes from `begin` up to `end`, and whose coordinates in the
 * dimensions that are `shared` are data's, too. Merges neighbouring dimensions that are contiguous.
 */
function geometryOf(
  dataShape: number[],
  sites: number[],
  isShared: (dimension: number) => boolean,
  [begin, end]: [begin: number, end: number],
  sliceSize: number,
): IndexGeometry {
  const siteShape: number[] = [];
  const siteStrides: number[] = [];
  // tfjs omits the last stride.
  const strides = [...util.computeStrides(dataShape), 1];
  sites.forEach((length, d) => {
    if (length === 1) return;
    const last = siteShape.length - 1;
    const stride = isShared(d) ? strides[d] : 0;
    if (last >= 0 && siteStrides[last] === stride * length) {
      siteShape[last] *= length;
      siteStrides[last] = stride;
    } else {
      siteShape.push(length);
      siteStrides.push(stride);
    }
  });
  const hasSites = siteShape.length > 0;
  const indexSizes = dataShape.slice(begin, end);
  return {
    siteShape: hasSites ? siteShape : [1],
    siteStrides: hasSites ? siteStrides : [0],
    siteCount: sizeOf(sites),
    indexStrides: strides.slice(begin, end),
    indexSizes,
    indexAxes: indexSizes.map((_, k) => begin + k),
    sliceSize,
    dataSize: sizeOf(dataShape),
  };
}

/**
 * Returns the geometry of sites with pairs of indices, from that of the first or second one alone. The other one
 * addresses `others` rows of another tensor. A pair is a tuple, so both must be in bounds.
 */
export function pairGeometry(
  geometry: IndexGeometry,
  isFirst: boolean,
  others: number,
): IndexGeometry {
  const ofPair = (here: number, there: number) => (isFirst ? [here, there] : [there, here]);
  const [axis] = geometry.indexAxes;
  return {
    ...geometry,
    indexStrides: ofPair(geometry.sliceSize, 0),
    indexSizes: ofPair(geometry.indexSizes[0], others),
    indexAxes: [axis, axis],
  };
}

/** Returns the geometry of the same sites with slices of size 1, for one number per slice. */
export function perSlice(geometry: IndexGeometry): IndexGeometry {
  const { siteStrides, indexStrides, sliceSize, dataSize } = geometry;
  const inSlices = (offset: number) => offset / sliceSize;
  return {
    ...geometry,
    siteStrides: siteStrides.map(inSlices),
    indexStrides: indexStrides.map(inSlices),
    sliceSize: 1,
    dataSize: inSlices(dataSize),
  };
}

/**
 * The number and length of the lines of sites, and the step from one site of a line to the next. A line is
 * the sites along the one dimension that does not affect the offset: the axis of ScatterElements, or a
 * dimension within a batch of ScatterND. No two lines share a slice.
 */
export function linesOf({ siteShape, siteStrides, siteCount }: IndexGeometry) {
  const along = siteStrides.indexOf(0);
  const length = along < 0 ? 1 : siteShape[along];
  const step = along < 0 ? 1 : sizeOf(siteShape.slice(along + 1));
  return { count: siteCount / length, length, step };
}
