/**
 * tf.sparse.sparseSegmentSum and sparseSegmentMean as calls to the fused product. The last id determines
 * the number of segments. If the host does not know the ids, tfjs' own kernels run, which read them.
 */
import type { BackendValues } from '@tensorflow/tfjs-core';

import { backend_util, SparseSegmentMean, SparseSegmentSum } from '../tfjs/seam.js';
import type { BackendKernels } from '../registry/backend_kernels.js';
import { COMBINE } from '../call/ops.js';
import type { IndexRange } from '../call/bounds.js';
import { asIndices } from '../call/dtypes.js';
import { shapesFit } from '../call/shapes.js';
import { FROM_ZERO } from '../tfjs/rules.js';
import type { Adapter } from '../registry/compose_kernels.js';
import { zeros } from './adapters.js';

type Ranges = readonly IndexRange[];

/** What the host knows of ids and indices: their ranges, and perhaps their values. */
interface Known {
  ids: Ranges;
  indices: Ranges;
  values: (BackendValues | null)[];
}

/**
 * Makes the adapters of a backend. For invalid ids and indices tfjs' own kernels throw; for a backend
 * where they do not, `messageOf` returns the error message.
 */
export function sparseSegments(
  kernels: BackendKernels,
  messageOf?: (known: Known, rows: number) => string,
): Adapter[] {
  // tfjs rounds a mean of int32 towards 0.
  const ways = [
    { op: 'Sum', kernelName: SparseSegmentSum, reduction: 'add', dtypes: ['float32', 'int32'] },
    { op: 'Mean', kernelName: SparseSegmentMean, reduction: 'mean', dtypes: ['float32'] },
  ];
  return ways.map(({ op, kernelName, reduction, dtypes }) => ({
    name: `tf.sparse.sparseSegment${op}`,
    kernelName,
    compute(call) {
      const [x, indices, segmentIds] = ['data', 'indices', 'segmentIds'].map(call.input);
      const supports = dtypes.includes(x.dtype) && shapesFit(indices.shape, segmentIds.shape);
      const ids = supports && kernels.indexRanges(segmentIds, 1, call.backend);
      if (!ids) return call.runTfjs();
      const rows = kernels.indexRanges(indices, 1, call.backend) ?? [];
      if (!areValid(ids, rows, x.shape[0])) {
        if (!messageOf) return call.runTfjs();
        const values = [segmentIds, indices].map((each) => kernels.knownValues(each, call.backend));
        throw new Error(messageOf({ ids, indices: rows, values }, x.shape[0]));
      }
      const count = ids.length > 0 ? ids[0].greatest + 1 : 0;
      const shape = [count, ...x.shape.slice(1)];
      const start = zeros(call, 'the last of segmentIds plus one', count, shape, x.dtype);
      const inputs = { x, indices: segmentIds, sources: indices };
      const how = { reduction, includeSelf: reduction === 'add', outOfBounds: 'drop' };
      const attrs = { op: 'Product', start: 0, ...start, ...how, ...FROM_ZERO };
      return call.runKernel(COMBINE, inputs, attrs);
    },
  }));
}

/** Returns whether ids are sorted and not negative, and all known indices address rows. */
function areValid(ids: Ranges, indices: Ranges, rows: number): boolean {
  return (
    ids.every(({ least, descentAt }) => least >= 0 && descentAt < 0) &&
    indices.every(({ least, greatest }) => least >= 0 && greatest < rows)
  );
}

/**
 * Returns tfjs' message for negative or unsorted ids, or for an index that addresses no row: for webgpu, where tfjs' own
 * kernels check nothing.
 */
export function sparseSegmentMessage({ ids, indices, values }: Known, rows: number): string {
  const [knownIds, knownIndices] = values.map((each) => each && asIndices(each));
  const ofFirst = knownIds && messageOfFirst(knownIds, knownIndices ?? [], rows);
  if (ofFirst) return ofFirst;
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

/** Returns the message of the first fault that tfjs finds, which reads ids and indices segment by segment. */
function messageOfFirst(
  ids: ArrayLike<number>,
  indices: ArrayLike<number>,
  rows: number,
): string | null {
  const { length } = ids;
  const count = ids[length - 1] + 1;
  if (count <= 0) return backend_util.getSparseSegmentReductionNegativeSegmentIdsErrorMessage();
  for (let i = 0; i < length;) {
    const id = ids[i];
    let end = i + 1;
    while (end < length && ids[end] === id) end++;
    if (end < length && ids[end] < id) {
      return backend_util.getSparseSegmentReductionNonIncreasingSegmentIdsErrorMessage();
    }
    if (id < 0 || id >= count) {
      return backend_util.getSparseSegmentReductionSegmentIdOutOfRangeErrorMessage(id, count);
    }
    for (; i < end; i++) {
      const index = indices[i];
      if (index < 0 || index >= rows) {
        return backend_util.getSparseSegmentReductionIndicesOutOfRangeErrorMessage(i, index, rows);
      }
    }
  }
  return null;
}
