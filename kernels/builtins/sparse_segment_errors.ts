/**
 * The errors that tfjs documents for sparse segments, for webgpu, where tfjs' own kernels check nothing.
 */
import { backend_util } from '../contract/tfjs_seam.js';
import type { Ranges } from './sparse_segments.js';

/** Returns the message for negative or unsorted ids, or for an index that addresses no row. */
export function sparseSegmentMessage(ids: Ranges, indices: Ranges, rows: number): string {
  for (const { least, greatest, descentAt } of ids) {
    if (least < 0) {
      return greatest < 0 || descentAt >= 0
        ? backend_util.getSparseSegmentReductionNegativeSegmentIdsErrorMessage()
        : backend_util.getSparseSegmentReductionSegmentIdOutOfRangeErrorMessage(
            least,
            greatest + 1,
          );
    }
  }
  for (const { least, leastAt, greatest, greatestAt } of indices) {
    const [at, index] = least < 0 ? [leastAt, least] : [greatestAt, greatest];
    if (index < 0 || index >= rows) {
      return backend_util.getSparseSegmentReductionIndicesOutOfRangeErrorMessage(at, index, rows);
    }
  }
  return backend_util.getSparseSegmentReductionNonIncreasingSegmentIdsErrorMessage();
}
