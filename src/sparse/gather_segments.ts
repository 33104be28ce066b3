/**
 * The ops that gather rows along edges and combine them by segment: reducing segment ops on these rows.
 */
import { reshape } from '../../kernels/tfjs/seam.js';
import { show, wrongShape } from '../../kernels/call/messages.js';
import { shapesFit, sizeOf } from '../../kernels/call/shapes.js';
import { type Gathered, gatherSegment } from '../gradients/fused.js';
import { inShape } from '../gradients/reads.js';
import { checkSegmentIds } from '../segment/checks.js';
import { MAX, MEAN, MIN, SQRT_N, SUM } from '../segment/ops.js';
import {
  NUMBERS,
  type Reducible,
  type ReducingOp,
  type RunnableOp,
  segmentsOf,
  startOf,
} from '../segment/segment_op.js';
import { checkRowIndices } from './check_indices.js';

const EDGES = ['x', 'sources', 'targets'];
const WEIGHTED = [...EDGES, 'weights'];

export const GATHER_SUM = alongEdges({ ...SUM, dtypes: NUMBERS }, 'gatherSegmentSum', WEIGHTED);
export const GATHER_MEAN = alongEdges(MEAN, 'gatherSegmentMean', WEIGHTED);
export const GATHER_SQRT_N = alongEdges(SQRT_N, 'gatherSegmentSqrtN', WEIGHTED);
export const GATHER_MAX = alongEdges(MAX, 'gatherSegmentMax', EDGES);
export const GATHER_MIN = alongEdges(MIN, 'gatherSegmentMin', EDGES);

/**
 * Makes an op whose rows are read along edges. `names` are those of x, sources, targets and, if the op takes
 * them, weights. `wraps` says whether negative sources count from the end; the option `wrapNegatives` then
 * decides.
 */
export function alongEdges(
  op: ReducingOp,
  name: string,
  names: readonly string[],
  wraps = true,
): RunnableOp {
  return {
    ...op,
    name,
    names,
    wraps,
    resultShape([x, sources, targets, ...others], numSegments, batchDims) {
      const batch = x.slice(0, batchDims);
      const heads = x.slice(batchDims + 1, batchDims + 2);
      const wrong = (i: number, shape: (number | null)[], expected: string) =>
        wrongShape(names[i], shape, expected);
      if (x.length <= batchDims) throw wrong(0, x, `rows: rank ${batchDims + 1} or more`);
      if (sources.length !== batchDims + 1 || !shapesFit(sources.slice(0, batchDims), batch)) {
        const edges = batchDims > 0 ? `, ${show([...batch, 'edges'])}` : '';
        throw wrong(1, sources, `one index for each edge${edges}`);
      }
      if (!shapesFit(targets, sources)) {
        throw wrong(2, targets, `${show(sources)}, the shape of ${names[1]}`);
      }
      const accepted = heads.length > 0 ? [sources, [...sources, ...heads]] : [sources];
      for (const weights of others) {
        if (accepted.some((shape) => shapesFit(weights, shape))) continue;
        const shown = accepted.map((shape) => show(shape)).join(' or ');
        throw wrong(3, weights, `${shown}: one for each edge, or for each edge and head`);
      }
      return [...batch, numSegments, ...x.slice(batchDims + 1)];
    },
    run([x, sources, targets, ...weights], settings, batchDims) {
      const { numSegments, outOfBounds, wrapNegatives = wraps, empty } = settings;
      const rows = x.shape[batchDims];
      if (outOfBounds === 'error') {
        checkRowIndices(names[1], sources, [{ rows, of: names[0], wraps: wrapNegatives }]);
      }
      checkSegmentIds(names[2], targets, settings);
      const source = { indices: sources, wraps: wrapNegatives };
      const ends = { target: { indices: targets }, source };
      const segments = segmentsOfEdges({ ends, weights: weights[0] }, numSegments);
      const rowSize = sizeOf(x.shape.slice(batchDims + 1));
      const flat = inShape(x, [...x.shape.slice(0, batchDims), rows, rowSize]);
      return op.compute(flat, segments, empty);
    },
  };
}

/** Returns the segments of edges, which reduce the rows that edges read. */
function segmentsOfEdges(call: Pick<Gathered, 'ends' | 'weights'>, count: number): Reducible {
  const { indices } = call.ends.target;
  return {
    reduce: (x, reduction, empty) =>
      gatherSegment({ data: startOf(x, count, empty), x, reduction, ...call }),
    counts: () => segmentsOf(reshape(indices, [...indices.shape, 1]), count).counts(),
  };
}
