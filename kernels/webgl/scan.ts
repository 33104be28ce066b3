/**
 * The sites that an output scans: all that could address it, depending on their indices.
 */
import type { IndexGeometry } from '../contract/geometry.js';

/** A scan. The numbers are the same for every output. */
export interface Scan {
  /** The stride, extent, length and step of each dimension that sites share with data. */
  fixed: number[];
  /** The number of sites to scan: the length of the dimension that is not shared. */
  length: number;
  /** The distance from one site of the scan to the next, in site numbers. */
  step: number;
}

/**
 * Finds the sites that can address an output. Along dimensions shared with data, they have the output's
 * coordinate. Along the remaining one, whose stride is 0, every site can.
 */
export function scanOf({ siteShape, siteStrides, siteExtents }: IndexGeometry): Scan {
  const fixed: number[] = [];
  let length = 1;
  let step = 1;
  let sitesInside = 1;
  for (let d = siteShape.length - 1; d >= 0; d--) {
    if (siteStrides[d] === 0) {
      length = siteShape[d];
      step = sitesInside;
    } else {
      fixed.push(siteStrides[d], siteExtents[d], siteShape[d], sitesInside);
    }
    sitesInside *= siteShape[d];
  }
  return { fixed, length, step };
}
